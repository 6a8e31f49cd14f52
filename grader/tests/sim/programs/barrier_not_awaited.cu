// expect: data_race
// missing: Neither a __syncthreads() nor a wait at shared barrier lies between
// Who arrives has told the others of its writes, and has not heard of theirs.
#include <cuda/barrier>

__global__ void neighbours(int* out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
  __shared__ int mine[2];
  const unsigned me = threadIdx.x;
  if (me == 0) init(&barrier, blockDim.x);
  __syncthreads();
  mine[me] = 1;
  auto token = barrier.arrive();
  out[me] = mine[1 - me];
  barrier.wait(std::move(token));
}

int main() {
  int* out;
  cudaMalloc(&out, 2 * sizeof(int));
  neighbours<<<1, 2>>>(out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
