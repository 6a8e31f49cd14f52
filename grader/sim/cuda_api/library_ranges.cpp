// What our versions of CUDA's C++ libraries call: they tell of the ranges that their
// functions read and write, then work on these unwatched (cuda/gridlock_library.h).
#include <cstdint>
#include <cstring>
#include <new>

#include "sim/cuda_api/call_site.h"
#include "sim/cuda_api/hooks.h"
#include "sim/cuda_api/the_machine.h"

using namespace gridlock::sim;

extern "C" {

unsigned long long gridlock_call_site() {
  return machine ? call_site(__builtin_frame_address(0)) : 0;
}

void gridlock_range(const void* address, unsigned long size, bool write, const char* name,
                    unsigned long long site) {
  const auto where = reinterpret_cast<std::uintptr_t>(address);
  if (size == 0 || is_harmless(where, size, write)) return;
  machine->range_access(*machine->current(), where, size, write, name, site);
}

void gridlock_move(void* to, const void* from, unsigned long size) {
  std::memmove(to, from, size);
}

void gridlock_result(void* to, const void* from, unsigned long size) {
  machine->must_run();  // A record of the launch would lack this.
  std::memcpy(to, from, size);
}

void* gridlock_scratch(unsigned long size) { return ::operator new(size); }
void gridlock_end_scratch(void* scratch) { ::operator delete(scratch); }

}  // extern "C"
