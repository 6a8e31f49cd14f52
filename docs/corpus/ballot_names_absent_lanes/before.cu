// expect: divergent_barrier
// thread: ComputationalRadiationPhysics/picongpu#2600
// Some lanes of a warp reserve places together. Their ballot names all 32 lanes, and
// waits for those that are at the barrier of the block.
__device__ int reserve(int* count) {
  const unsigned mask = __ballot_sync(0xffffffff, 1);
  const int lane = threadIdx.x % 32, leader = __ffs(mask) - 1;
  int first = 0;
  if (lane == leader) first = atomicAdd(count, __popc(mask));
  first = __shfl_sync(mask, first, leader);
  return first + __popc(mask & ((1u << lane) - 1));
}

__global__ void select(int* count, int* chosen, int* sum) {
  if (threadIdx.x % 3 == 0) chosen[reserve(count)] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x != 0) return;
  *sum = 0;
  for (int i = 0; i < 11; ++i) *sum += chosen[i];
}

int main() {
  int *words, result[2] = {};
  cudaMalloc(&words, 13 * sizeof(int));
  cudaMemset(words, 0, 13 * sizeof(int));
  select<<<1, 32>>>(words, words + 2, words + 1);
  cudaMemcpy(result, words, sizeof result, cudaMemcpyDeviceToHost);
  return result[0] == 11 && result[1] == 165 ? 0 : 1;
}
