// expect: wrong_result
// says: by what that operation returns
// Reads the mask and then sets its bit, each with an atomic: two kernels that come at
// once both read first, and neither sees the other.
// overlay

__device__ void checkIn(KernelConcurrencyData* data, int kid) {
  const int bit = 1 << kid;
  const int mask = atomicOr(&data->mask, 0) | bit;
  atomicOr(&data->mask, bit);
  data->masks[kid] = mask;
  // ...
}
