// expect: wrong_result
// says: It fits if leaveKernel() reads mask in one step
// unsaid: through a volatile pointer
// The last block reads which kernels are active, and clears its bit afterwards: a kernel
// that comes in between sees this one, but this one does not see it.
// overlay

__device__ void leaveKernel(KernelConcurrencyData* data, int* blocks_out, int kid) {
  // ...
  blocks_out[kid] = 0;
  const int mask = data->masks[kid] | atomicOr(&data->mask, 0);
  atomicAnd(&data->mask, ~(1 << kid));
  data->masks[kid] = mask;
  // ...
}
