// expect: api_error
// missing: mmap maps only new memory on the simulator
#include <sys/mman.h>

#include <cstdint>

int value = 5;

int main() {
  // Over the program's own variables.
  void* const page =
      reinterpret_cast<void*>(reinterpret_cast<uintptr_t>(&value) & ~4095ul);
  mmap(page, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1,
       0);
  return value - 5;
}
