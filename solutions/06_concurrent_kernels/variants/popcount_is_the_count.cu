// One word is enough: the number of kernels is the popcount of the mask.
// overlay

__device__ void checkIn(KernelConcurrencyData* data, int kid) {
  // ...
  atomicMax(&data->maskMax, __popc(mask));
  const int count = __popc(mask);
  data->counts[kid] = count;
  atomicMax(&data->countMax, count);
}

__device__ void checkOut(KernelConcurrencyData* data, int kid) {
  atomicAnd(&data->mask, ~(1 << kid));
}
