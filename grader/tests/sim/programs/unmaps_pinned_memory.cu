// expect: api_error
// missing: call cudaHostUnregister first
#include <cuda_runtime.h>
#include <sys/mman.h>

int main() {
  char* memory = static_cast<char*>(
      mmap(nullptr, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  cudaHostRegister(memory + 4096, 4096, 0);
  munmap(memory, 8192);
}
