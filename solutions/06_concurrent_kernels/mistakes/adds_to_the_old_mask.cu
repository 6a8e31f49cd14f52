// expect: wrong_result
// What an earlier launch left in masks[kid] stays in it.
// overlay

__device__ void checkIn(KernelConcurrencyData* data, int kid) {
  const int bit = 1 << kid;
  const int mask = atomicOr(&data->mask, bit) | bit;
  data->masks[kid] |= mask;
  atomicMax(&data->maskMax, __popc(mask));
  // ...
}
