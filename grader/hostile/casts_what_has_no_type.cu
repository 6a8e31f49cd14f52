// expect: crashed
// lab: 02_lock_barrier
// Casts an object whose table of functions names a made-up type, so that the C++ runtime
// calls machine code that is hidden in a constant.

#include <cstdlib>

#include "right_barrier.cuh"

// xor eax, eax; ret
unsigned returns_zero() { return 0x90c3c031u; }

struct Base {
  virtual ~Base() {}
};
struct Derived : Base {};

void meddle() {
  constexpr int kPrologueBytes = 5;
  static unsigned long long functions[16], type[2], table[4], object[1];
  for (auto& each : functions)
    each = reinterpret_cast<unsigned long long>(&returns_zero) + kPrologueBytes;
  type[0] = reinterpret_cast<unsigned long long>(functions);
  table[1] = reinterpret_cast<unsigned long long>(type);
  object[0] = reinterpret_cast<unsigned long long>(table + 2);
  const volatile void* cast = dynamic_cast<Derived*>(reinterpret_cast<Base*>(object));
  static_cast<void>(cast);
  std::exit(1);
}
