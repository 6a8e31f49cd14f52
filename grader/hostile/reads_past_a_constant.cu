// expect: data_race
// lab: 01_last_block
// Reads without fences, by addresses computed from that of a constant.

constexpr int kConstant = 0;

template <class Word>
inline Word get(const Word* from) {
  return static_cast<Word>((&kConstant)[reinterpret_cast<const int*>(from) - &kConstant]);
}

#include "unfenced_answer.cuh"
