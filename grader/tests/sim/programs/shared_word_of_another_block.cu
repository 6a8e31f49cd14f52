// expect: advice uninitialized_read
// missing: Thread 0 of block 2 writes its own block's copy, in line 13: in every block a thread
// unsaid: Let one thread write it
// The last block sets the flag.  In the others nobody writes it: the report names the
// write that there is, which only needs to come out of its branch.
__device__ int drawn = 0, finishers = 0;

__global__ void finish(int* total) {
  __shared__ bool is_last;
  if (threadIdx.x == 0) {
    atomicAdd(total, 1);
    __threadfence();
    if (atomicAdd(&drawn, 1) == int(gridDim.x) - 1) is_last = true;
  }
  __syncthreads();
  if (is_last && threadIdx.x == 1) atomicAdd(&finishers, 1);
}

int main() {
  int* total;
  cudaMalloc(&total, sizeof(int));
  cudaMemset(total, 0, sizeof(int));
  finish<<<3, 2>>>(total);
  return cudaDeviceSynchronize() != cudaSuccess;
}
