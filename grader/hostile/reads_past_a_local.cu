// expect: data_race
// lab: 01_last_block
// Reads without fences, by addresses computed from that of a local variable.

template <class Word>
inline Word get(const Word* from) {
  Word here{};
  const long far = reinterpret_cast<const char*>(from) - reinterpret_cast<char*>(&here);
  return *reinterpret_cast<Word*>(reinterpret_cast<char*>(&here) + far);
}

#include "unfenced_answer.cuh"
