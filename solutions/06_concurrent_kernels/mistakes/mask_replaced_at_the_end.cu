// expect: wrong_result
// Overwrites the kernels seen at the beginning with those seen at the end.
// overlay

__device__ void leaveKernel(KernelConcurrencyData* data, int* blocks_out, int kid) {
  // ...
  blocks_out[kid] = 0;
  const int mask = atomicAnd(&data->mask, ~(1 << kid));
  data->masks[kid] = mask;
  // ...
}
