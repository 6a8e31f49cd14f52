// expect: data_race
// Sets the bit atomically, then reads the mask plainly while others change it.
// overlay

__device__ void checkIn(KernelConcurrencyData* data, int kid) {
  const int bit = 1 << kid;
  atomicOr(&data->mask, bit);
  const int mask = data->mask;
  data->masks[kid] = mask;
  // ...
}
