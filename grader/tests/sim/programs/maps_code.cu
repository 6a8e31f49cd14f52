// expect: api_error
// missing: PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS
#include <sys/mman.h>

int main() {
  mmap(nullptr, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1,
       0);
}
