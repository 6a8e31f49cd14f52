// expect: wrong_result
// Compares the tickets in 16 bits: of 66,000 blocks, number 464 takes itself for the
// last.
// overlay

__device__ void leaveKernel(KernelConcurrencyData* data, int* blocks_out, int kid) {
  __syncthreads();
  if (threadIdx.x != 0) return;
  __threadfence();
  const auto ticket = static_cast<unsigned short>(atomicAdd(&blocks_out[kid], 1));
  if (ticket != static_cast<unsigned short>(gridDim.x - 1)) return;
  __threadfence();
  blocks_out[kid] = 0;
  // ...
}
