// expect: data_race
// thread: JuliaGPU/CUDA.jl#2619
// Two devices add to the same words of managed memory with atomics whose scope is one
// device.
__global__ void add(int* counts) { atomicAdd(&counts[threadIdx.x], 1); }

int main() {
  const int n = 4;
  int* counts;
  cudaMallocManaged(&counts, n * sizeof(int));
  for (int i = 0; i < n; ++i) counts[i] = 0;
  for (int device = 0; device < 2; ++device) {
    cudaSetDevice(device);
    add<<<2, n>>>(counts);
  }
  for (int device = 0; device < 2; ++device) {
    cudaSetDevice(device);
    cudaDeviceSynchronize();
  }
  for (int i = 0; i < n; ++i)
    if (counts[i] != 4) return 1;
  return 0;
}
