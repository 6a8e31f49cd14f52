// expect: wrong_result
// Takes the popcount of mask some time later, and not of what it wrote down.
// overlay

__device__ void checkIn(KernelConcurrencyData* data, int kid) {
  // ...
  data->masks[kid] = mask;
  atomicMax(&data->maskMax, __popc(atomicOr(&data->mask, 0)));
  const int count = atomicAdd(&data->count, 1) + 1;
  // ...
}
