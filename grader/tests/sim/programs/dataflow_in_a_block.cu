// expect: passed
// Each thread needs what the one behind it computes, and keeps a copy of what it polls.
#include <cuda_runtime.h>

__global__ void barriers(int* x) {
  for (int j = 0; j < 3; j++) __syncthreads();
  x[threadIdx.x] = 1;
}

__global__ void sum(volatile float* mass, const int* child, int n) {
  __shared__ float kept[32];
  int k = threadIdx.x;
  while (k < n) {
    const int c = child[k];
    if (c < 0 || (kept[threadIdx.x] = mass[c]) >= 0) {
      mass[k] = (c < 0 ? 0 : kept[threadIdx.x]) + 1;
      k += blockDim.x;
    }
  }
}

int main() {
  constexpr int kCells = 32;
  int child[kCells];
  float mass[kCells];
  for (int i = 0; i < kCells; i++) {
    child[i] = i == kCells - 1 ? -1 : i + 1;
    mass[i] = -1;
  }
  float* masses;
  int *children, *x;
  cudaMalloc(&masses, sizeof mass);
  cudaMalloc(&children, sizeof child);
  cudaMalloc(&x, sizeof child);
  cudaMemcpy(masses, mass, sizeof mass, cudaMemcpyHostToDevice);
  cudaMemcpy(children, child, sizeof child, cudaMemcpyHostToDevice);
  barriers<<<1, kCells>>>(x);
  sum<<<1, kCells>>>(masses, children, kCells);
  cudaMemcpy(mass, masses, sizeof mass, cudaMemcpyDeviceToHost);
  return mass[0] != kCells;
}
