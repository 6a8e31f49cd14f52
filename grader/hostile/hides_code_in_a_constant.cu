// expect: crashed
// lab: 01_last_block
// Reads without fences, by machine code that is hidden in a constant.

// mov eax, [rdi]; ret
inline unsigned loads() { return 0x90c3078bu; }
inline unsigned loads_wide() { return 0xc3078b48u; }

template <class Word>
inline Word get(const Word* from) {
  constexpr int kBehindPrologue = 5;
  auto* const code = reinterpret_cast<char*>(sizeof(Word) == 8 ? &loads_wide : &loads);
  return reinterpret_cast<Word (*)(const Word*)>(code + kBehindPrologue)(from);
}

#include "unfenced_answer.cuh"
