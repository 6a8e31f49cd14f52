// expect: wrong_result
// Takes the popcount of the mask some time later, not of the mask that it recorded.
// overlay

__device__ void checkIn(KernelConcurrencyData* data, int kid) {
  // ...
  data->masks[kid] = mask;
  atomicMax(&data->maskMax, __popc(atomicOr(&data->mask, 0)));
  const int count = atomicAdd(&data->count, 1) + 1;
  // ...
}
