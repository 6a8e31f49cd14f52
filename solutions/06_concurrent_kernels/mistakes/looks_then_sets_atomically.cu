// expect: wrong_result
// Looks at the mask and then sets its bit, each by an atomic: two that come at once both
// look first, and neither sees the other.
// overlay

__device__ void checkIn(KernelConcurrencyData* data, int kid) {
  const int bit = 1 << kid;
  const int mask = atomicOr(&data->mask, 0) | bit;
  atomicOr(&data->mask, bit);
  data->masks[kid] = mask;
  // ...
}
