// expect: wrong_result
// The greatest mask as a number is not the one with the most bits.
// overlay

__device__ void checkIn(KernelConcurrencyData* data, int kid) {
  // ...
  data->masks[kid] = mask;
  atomicMax(&data->maskMax, mask);
  const int count = atomicAdd(&data->count, 1) + 1;
  // ...
}
