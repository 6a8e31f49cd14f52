// expect: wrong_result
// masks[kid] grows when the kernel leaves, and maskMax stays.
// overlay

__device__ void leaveKernel(KernelConcurrencyData* data, int* blocks_out, int kid) {
  // ...
  data->masks[kid] = mask;
  atomicSub(&data->count, 1);
}
