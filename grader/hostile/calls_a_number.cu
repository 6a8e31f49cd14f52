// expect: crashed
// lab: 01_last_block
// Calls a constant address, which is the old page for system calls.

template <class Word>
inline Word get(const Word* from) {
  long time = 0;
  reinterpret_cast<long (*)(long*)>(0xffffffffff600400)(&time);
  return *from;
}

#include "unfenced_answer.cuh"
