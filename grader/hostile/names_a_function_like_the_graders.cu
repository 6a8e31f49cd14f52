// expect: rejected
// lab: 01_last_block
// Reads without fences, by machine code that is hidden in a constant.  The calling function
// has a mangled name like the grader's functions, in which calls are not watched.

// mov eax, [rdi]; ret
inline unsigned loads() { return 0x90c3078bu; }

extern "C" __device__ unsigned _ZN8gridlock4loadEPKv(const void* from) {
  constexpr int kBehindPrologue = 5;
  auto* const code = reinterpret_cast<char*>(&loads) + kBehindPrologue;
  return reinterpret_cast<unsigned (*)(const void*)>(code)(from);
}

template <class Word>
inline Word get(const Word* from) {
  return static_cast<Word>(_ZN8gridlock4loadEPKv(from));
}

#include "unfenced_answer.cuh"
