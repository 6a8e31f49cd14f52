// expect: passed
// A block may poll together: each round of the loop is a barrier, and the other block
// gets its turn all the same.
__device__ int flag;

__global__ void meet(int* seen) {
  if (blockIdx.x == 1) {
    if (threadIdx.x == 0) atomicExch(&flag, 1);
    return;
  }
  while (!__syncthreads_or(threadIdx.x == 0 && atomicAdd(&flag, 0) != 0)) {
  }
  seen[threadIdx.x] = 1;
}

int main() {
  int *seen, result[2] = {0, 0};
  cudaMalloc(&seen, sizeof result);
  meet<<<2, 2>>>(seen);
  cudaMemcpy(result, seen, sizeof result, cudaMemcpyDeviceToHost);
  return result[0] && result[1] ? 0 : 1;
}
