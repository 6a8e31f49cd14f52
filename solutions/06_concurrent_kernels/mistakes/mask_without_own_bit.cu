// expect: wrong_result
// atomicOr() returns the mask of before: the kernel itself is missing in it.
// overlay

__device__ void checkIn(KernelConcurrencyData* data, int kid) {
  const int bit = 1 << kid;
  const int mask = atomicOr(&data->mask, bit);
  data->masks[kid] = mask;
  // ...
}
