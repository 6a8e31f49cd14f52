// expect: wrong_result
// Clears the bit, but does not look which kernels are still there.
// overlay

__device__ void leaveKernel(KernelConcurrencyData* data, int* blocks_out, int kid) {
  // ...
  blocks_out[kid] = 0;
  atomicAnd(&data->mask, ~(1 << kid));
  atomicSub(&data->count, 1);
}
