// expect: api_error
// told: device code uses std::allocator::allocator
// A kernel makes a std::string, whose memory would be the host's.
#include <cstdio>
#include <string>

__global__ void report(const char* text) {
  const std::string copy(text, 3);
  printf("%d\n", int(copy.size()));
}

int main() {
  char* text;
  cudaMalloc(&text, 4);
  cudaMemset(text, 'x', 4);
  report<<<1, 1>>>(text);
  return cudaDeviceSynchronize();
}
