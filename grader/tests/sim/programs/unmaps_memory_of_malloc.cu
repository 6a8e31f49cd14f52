// expect: api_error
// missing: munmap of memory that mmap has not returned
#include <sys/mman.h>

#include <cstdlib>

int main() {
  void* memory = std::aligned_alloc(4096, 4096);
  munmap(memory, 4096);
}
