// The simulator maps only new memory of the program's own, and unmaps only that.
#include <sys/mman.h>

#include <cstdint>
#include <cstdlib>

#include "cases.h"

constexpr int kUse = PROT_READ | PROT_WRITE, kNew = MAP_PRIVATE | MAP_ANONYMOUS;

char* map(int bytes) {
  return static_cast<char*>(mmap(nullptr, bytes, kUse, kNew, -1, 0));
}

// missing: -1 for the file and 0 for the offset
CASE(file, api_error) { return mmap(nullptr, 4096, kUse, MAP_PRIVATE, 0, 0) == nullptr; }

// missing: PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS
CASE(code, api_error) {
  return mmap(nullptr, 4096, kUse | PROT_EXEC, kNew, -1, 0) == nullptr;
}

int value = 5;

// The program's own variables would be gone.
// missing: mmap maps only new memory on the simulator
CASE(at_an_address, api_error) {
  const uintptr_t page = reinterpret_cast<uintptr_t>(&value) & ~4095ul;
  mmap(reinterpret_cast<void*>(page), 4096, kUse, kNew | MAP_FIXED, -1, 0);
  return value - 5;
}

// missing: munmap of memory that mmap has not returned
CASE(unmap_memory_of_malloc, api_error) {
  return munmap(std::aligned_alloc(4096, 4096), 4096);
}

// missing: call cudaHostUnregister first
CASE(unmap_pinned_memory, api_error) {
  char* memory = map(8192);
  cudaHostRegister(memory + 4096, 4096, 0);
  return munmap(memory, 8192);
}

// missing: or that is no longer mapped
CASE(unmap_twice, api_error) {
  char* memory = map(8192);
  munmap(memory, 4096);
  return munmap(memory, 8192);
}
