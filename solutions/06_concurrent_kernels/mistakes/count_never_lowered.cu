// expect: wrong_result
// Checks out of the mask but stays in the count.
// overlay

__device__ void checkOut(KernelConcurrencyData* data, int kid) {
  atomicAnd(&data->mask, ~(1 << kid));
}
