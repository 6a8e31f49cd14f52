// expect: wrong_result
// masks[kid] grows when the kernel leaves, but maskMax stays as it was.
// overlay

__device__ void leaveKernel(KernelConcurrencyData* data, int* blocks_out, int kid) {
  // ...
  data->masks[kid] = mask;
  atomicSub(&data->count, 1);
}
