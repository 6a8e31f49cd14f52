// expect: api_error
// missing: or that is no longer mapped
#include <sys/mman.h>

int main() {
  void* memory =
      mmap(nullptr, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  munmap(memory, 4096);
  munmap(memory, 8192);
}
