// expect: deadlock
// A counter barrier over more blocks than fit: those that run wait for one that cannot.
__device__ unsigned int arrived;

__global__ void meet() {
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(&arrived, 1u);
    while (*(volatile unsigned int*)&arrived < gridDim.x) {
    }
    __threadfence();
  }
  __syncthreads();
}

int main() {
  cudaDeviceProp prop;
  cudaGetDeviceProperties(&prop, 0);
  int per_sm = 0;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_sm, meet, 32, 0);
  meet<<<prop.multiProcessorCount * per_sm + 1, 32>>>();
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
