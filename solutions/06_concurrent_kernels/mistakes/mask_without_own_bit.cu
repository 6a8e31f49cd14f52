// expect: wrong_result
// atomicOr() returns the previous mask, without the kernel itself.
// overlay

__device__ void checkIn(KernelConcurrencyData* data, int kid) {
  const int bit = 1 << kid;
  const int mask = atomicOr(&data->mask, bit);
  data->masks[kid] = mask;
  // ...
}
