// expect: wrong_result
// Takes the mask that is greatest as a number, which is not the one with the most bits.
// overlay

__device__ void checkIn(KernelConcurrencyData* data, int kid) {
  // ...
  data->masks[kid] = mask;
  atomicMax(&data->maskMax, mask);
  const int count = atomicAdd(&data->count, 1) + 1;
  // ...
}
