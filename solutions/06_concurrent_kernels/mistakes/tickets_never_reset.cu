// expect: wrong_result
// says: the first block of the next launch would get ticket
// unsaid: may write before the second
// The next launch goes on counting where this one stopped.
// overlay

__device__ void leaveKernel(KernelConcurrencyData* data, int* blocks_out, int kid) {
  // ...
  if (atomicAdd(&blocks_out[kid], 1) != int(gridDim.x) - 1) return;
  __threadfence();
  const int mask = data->masks[kid] | atomicAnd(&data->mask, ~(1 << kid));
  // ...
}
