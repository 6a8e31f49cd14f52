// expect: wrong_result
// The last block clears its bit, and then reads which kernels are active: its mask has a
// kernel that came after that, and lacks one that was there and has just left.
// overlay

__device__ void leaveKernel(KernelConcurrencyData* data, int* blocks_out, int kid) {
  // ...
  blocks_out[kid] = 0;
  atomicAnd(&data->mask, ~(1 << kid));
  const int mask = data->masks[kid] | atomicOr(&data->mask, 0);
  data->masks[kid] = mask;
  // ...
}
