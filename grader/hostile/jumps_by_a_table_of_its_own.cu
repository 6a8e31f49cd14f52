// expect: crashed
// lab: 01_last_block
// Reads without fences: a switch without a range check jumps by an entry beyond its table,
// which leads to machine code that is hidden in a constant.

inline unsigned loads() { return 0xc3c9078bu; }  // mov eax, [rdi]; leave; ret

__attribute__((noinline)) inline unsigned pick(const unsigned* from, long which) {
  switch (which) {
    case 0: return 1;
    case 1: return 2;
    case 2: return 3;
    case 3: return 4;
    case 4: return *from;
    case 5: return 6;
    case 6: return 7;
    default: __builtin_unreachable();
  }
}

// The table's address is in the instruction lea rcx, [rip + distance].
inline const char* table_of_pick() {
  const char* code = reinterpret_cast<const char*>(&pick);
  while (code[0] != 0x48 || code[1] != char(0x8d) || code[2] != 0x0d) ++code;
  int distance = 0;
  for (int i = 3; i >= 0; --i) distance = distance << 8 | (code[3 + i] & 255);
  return code + 7 + distance;
}

template <class Word>
inline Word get(const Word* from) {
  constexpr int kBehindPrologue = 5;
  const char* const table = table_of_pick();
  int entry = int(reinterpret_cast<const char*>(&loads) + kBehindPrologue - table);
  const long index = (reinterpret_cast<const char*>(&entry) - table) / 4;
  return Word(pick(reinterpret_cast<const unsigned*>(from), index));
}

#include "unfenced_answer.cuh"
