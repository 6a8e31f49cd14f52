// expect: data_race
// told: line 8  racing write
// unsaid: curand_kernel.h
// Each thread makes the one state that the first thread then draws from.
#include <curand_kernel.h>

__global__ void draw(curandStatePhilox4_32_10_t* state, unsigned* out) {
  curand_init(1, threadIdx.x, 0, state);
  __syncthreads();
  if (threadIdx.x == 0) *out = curand(state);
}

int main() {
  curandStatePhilox4_32_10_t* state;
  unsigned* out;
  cudaMalloc(&state, sizeof *state);
  cudaMalloc(&out, sizeof *out);
  draw<<<1, 2>>>(state, out);
  return cudaDeviceSynchronize();
}
