// expect: rejected
// lab: 01_last_block
// Reads without fences, by a jump behind the hook of a read.

template <class Word>
inline Word get(const Word* from) {
  void* const places[] = {&&here, &&there};
  constexpr int kBehindTheHook = 13;
  goto*(static_cast<char*>(places[from == nullptr]) + kBehindTheHook);
here:
  return *from;
there:
  return Word{};
}

#include "unfenced_answer.cuh"
