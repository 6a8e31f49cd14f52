// expect: api_error
// rand() has a state that is the host's; nvcc does not compile this.
#include <cstdlib>

__global__ void fill(int* out) { out[threadIdx.x] = rand(); }

int main() {
  int* out;
  cudaMalloc(&out, 4 * sizeof(int));
  fill<<<1, 4>>>(out);
  return cudaDeviceSynchronize();
}
