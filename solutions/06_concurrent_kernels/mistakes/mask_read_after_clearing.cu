// expect: wrong_result
// The last block clears its bit, and then reads who is active: a kernel that came after
// that is in its mask, and one that was there and has just gone is not.
// overlay

__device__ void leaveKernel(KernelConcurrencyData* data, int* blocks_out, int kid) {
  // ...
  blocks_out[kid] = 0;
  atomicAnd(&data->mask, ~(1 << kid));
  const int mask = data->masks[kid] | atomicOr(&data->mask, 0);
  data->masks[kid] = mask;
  // ...
}
