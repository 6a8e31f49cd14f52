// expect: rejected
// lab: 02_lock_barrier
// Has bsearch call machine code that is hidden in a constant.

#include <cstdlib>

#include "right_barrier.cuh"

// xor eax, eax; ret
unsigned returns_zero() { return 0x90c3c031u; }

void meddle() {
  constexpr int kPrologueBytes = 5;
  auto* const code = reinterpret_cast<char*>(&returns_zero) + kPrologueBytes;
  const int key = 1, numbers[] = {1, 2};
  std::bsearch(&key, numbers, 2, sizeof key,
               reinterpret_cast<int (*)(const void*, const void*)>(code));
}
