// expect: wrong_result
// Writes who is there in the end over who was there in the beginning.
// overlay

__device__ void leaveKernel(KernelConcurrencyData* data, int* blocks_out, int kid) {
  // ...
  blocks_out[kid] = 0;
  const int mask = atomicAnd(&data->mask, ~(1 << kid));
  data->masks[kid] = mask;
  // ...
}
