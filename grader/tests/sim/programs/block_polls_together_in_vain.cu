// expect: no_progress
// A block that polls together for a flag that nobody sets.
__device__ int flag;

__global__ void meet() {
  while (!__syncthreads_or(threadIdx.x == 0 && atomicAdd(&flag, 0) != 0)) {
  }
}

int main() {
  meet<<<2, 2>>>();
  return cudaDeviceSynchronize();
}
