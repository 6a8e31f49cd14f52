// expect: wrong_result
// atomicAdd() returns the count of before: the kernel itself is not in it.
// overlay

__device__ void checkIn(KernelConcurrencyData* data, int kid) {
  const int bit = 1 << kid;
  const int mask = atomicOr(&data->mask, bit) | bit;
  data->masks[kid] = mask;
  atomicMax(&data->maskMax, __popc(mask));
  const int count = atomicAdd(&data->count, 1);
  data->counts[kid] = count;
  atomicMax(&data->countMax, count);
}
