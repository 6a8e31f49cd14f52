// expect: wrong_result
// says: only the one that comes later sees the other
// Sets the bit in one step and reads the mask in another, both atomic.
// overlay

__device__ void checkIn(KernelConcurrencyData* data, int kid) {
  const int bit = 1 << kid;
  atomicOr(&data->mask, bit);
  const int mask = atomicOr(&data->mask, 0);
  data->masks[kid] = mask;
  // ...
}
