// expect: wrong_result
// Block 0 still stands for the kernel, but other blocks work before it comes and after
// it has left.
// overlay

__device__ void enterKernel(KernelConcurrencyData* data, int kid) {
  if (blockIdx.x == 0 && threadIdx.x == 0) checkIn(data, kid);
  __syncthreads();
}

__device__ void leaveKernel(KernelConcurrencyData* data, int* blocks_out, int kid) {
  __syncthreads();
  if (blockIdx.x == 0 && threadIdx.x == 0) checkOut(data, kid);
}
