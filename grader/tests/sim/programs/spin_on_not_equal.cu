// expect: deadlock
// The printed barrier: whoever is late finds the counter past its goal and never stops.
__device__ volatile int mutex;

__device__ void gpu_sync(int goal) {
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd((int*)&mutex, 1);
    while (mutex != goal) {
    }
    __threadfence();
  }
  __syncthreads();
}

__global__ void rounds() {
  for (int round = 1; round <= 3; ++round) gpu_sync(round * gridDim.x);
}

int main() {
  rounds<<<4, 8>>>();
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
