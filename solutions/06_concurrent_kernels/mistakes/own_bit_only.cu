// expect: wrong_result
// Records only its own bit, and drops what atomicOr() returned.
// overlay

__device__ void checkIn(KernelConcurrencyData* data, int kid) {
  const int bit = 1 << kid;
  const int mask = bit;
  atomicOr(&data->mask, bit);
  data->masks[kid] = mask;
  // ...
}
