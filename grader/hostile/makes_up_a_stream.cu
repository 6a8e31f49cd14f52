// expect: rejected
// lab: 02_lock_barrier
// Gives a stream's buffer a made-up table of functions, so that the stream calls machine
// code that is hidden in a constant.

#include <cstdlib>
#include <ostream>
#include <streambuf>

#include "right_barrier.cuh"

// xor eax, eax; ret
unsigned returns_zero() { return 0x90c3c031u; }

struct Buffer : std::streambuf {};

void meddle() {
  constexpr int kPrologueBytes = 5;
  Buffer buffer;
  std::ostream out(&buffer);
  static unsigned long long table[32];
  for (auto& each : table)
    each = reinterpret_cast<unsigned long long>(&returns_zero) + kPrologueBytes;
  *reinterpret_cast<unsigned long long**>(&buffer) = table;
  out.flush();
  std::exit(1);
}
