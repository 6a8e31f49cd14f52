// expect: crashed
// lab: 01_last_block
// Reads without fences: a callee moves its return address behind the hook of the read, and
// puts the pointer where the code behind the hook expects it.

__attribute__((noinline)) inline void skip(unsigned long long bytes, const void* from) {
  unsigned long long here = 0;
  unsigned long long* frame = &here;
  frame[4] += bytes;
  frame[5] = reinterpret_cast<unsigned long long>(from);
}

template <class Word>
inline Word get(const Word* from) {
  skip(13, from);
  return *from;
}

#include "unfenced_answer.cuh"
