// expect: passed
// One thread polls for its block and tells it through shared memory: the block writes in
// every round, and still gives way to others.
__device__ int flag;

__global__ void meet(int* seen) {
  __shared__ int ready;
  if (blockIdx.x == 1) {
    if (threadIdx.x == 0) atomicExch(&flag, 1);
    return;
  }
  do {
    __syncthreads();
    if (threadIdx.x == 0) ready = atomicAdd(&flag, 0);
    __syncthreads();
  } while (!ready);
  seen[threadIdx.x] = 1;
}

int main() {
  int *seen, result[2] = {0, 0};
  cudaMalloc(&seen, sizeof result);
  meet<<<2, 2>>>(seen);
  cudaMemcpy(result, seen, sizeof result, cudaMemcpyDeviceToHost);
  return result[0] && result[1] ? 0 : 1;
}
