// expect: rejected
// lab: 02_lock_barrier
// Writes the variable from which std::call_once() takes its function: it gets the address
// of machine code that is hidden in a constant.

#include <cstdlib>
#include <mutex>

#include "right_barrier.cuh"

extern "C" void __once_proxy();

// xor eax, eax; ret
unsigned returns_zero() { return 0x90c3c031u; }

void meddle() {
  constexpr int kPrologueBytes = 5;
  std::__once_call = reinterpret_cast<void (*)()>(
      reinterpret_cast<char*>(&returns_zero) + kPrologueBytes);
  __once_proxy();
  std::exit(1);
}
