// expect: data_race
// missing: __syncthreads
// told: line 12  racing
// unsaid: curand_kernel.h
// All threads of a block draw from one state, and nothing orders them.
#include <curand_kernel.h>

__global__ void init(curandState* state) { curand_init(1, 0, 0, state); }

__global__ void draw(curandState* state, float* out) {
  // Each thread should have a state of its own.
  out[threadIdx.x] = curand_uniform(state);
}

int main() {
  curandState* state;
  float* out;
  cudaMalloc(&state, sizeof *state);
  cudaMalloc(&out, 32 * sizeof *out);
  init<<<1, 1>>>(state);
  draw<<<1, 32>>>(state, out);
  return cudaDeviceSynchronize();
}
