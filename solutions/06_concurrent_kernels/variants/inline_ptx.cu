// Takes its ticket by inline PTX, in the order acq_rel.
// overlay

__device__ int ticketOf(int* counter) {
  int ticket;
  asm volatile("atom.acq_rel.gpu.add.s32 %0, [%1], 1;"
               : "=r"(ticket)
               : "l"(counter)
               : "memory");
  return ticket;
}

__device__ void leaveKernel(KernelConcurrencyData* data, int* blocks_out, int kid) {
  __syncthreads();
  if (threadIdx.x != 0) return;

  if (ticketOf(&blocks_out[kid]) != int(gridDim.x) - 1) return;

  blocks_out[kid] = 0;
  // ...
}
