// expect: wrong_result
// Takes the popcount of mask some time later, and not of what it wrote down.
// overlay

__device__ void checkIn(KernelConcurrencyData* data, int kid) {
  const int bit = 1 << kid;
  const int mask = atomicOr(&data->mask, bit) | bit;
  data->masks[kid] = mask;
  atomicMax(&data->maskMax, __popc(atomicOr(&data->mask, 0)));
  const int count = atomicAdd(&data->count, 1) + 1;
  data->counts[kid] = count;
  atomicMax(&data->countMax, count);
}
