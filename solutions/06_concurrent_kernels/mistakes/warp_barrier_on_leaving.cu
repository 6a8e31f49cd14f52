// expect: wrong_result
// __syncwarp() where the block has more than one warp: the kernel may be checked out
// while another warp still works.
// overlay

__device__ void leaveKernel(KernelConcurrencyData* data, int* blocks_out, int kid) {
  __syncwarp();
  if (threadIdx.x != 0) return;
  // ...
}
