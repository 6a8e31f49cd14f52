// A kernel is counted before its bit is set, and the count is taken back before the bit.
// overlay

__device__ void checkIn(KernelConcurrencyData* data, int kid) {
  const int count = atomicAdd(&data->count, 1) + 1;
  atomicMax(&data->countMax, count);
  const int mask = atomicOr(&data->mask, 1 << kid) | (1 << kid);
  atomicMax(&data->maskMax, __popc(mask));
  data->counts[kid] = count;
  data->masks[kid] = mask;
}

__device__ void checkOut(KernelConcurrencyData* data, int kid) {
  atomicSub(&data->count, 1);
  atomicAnd(&data->mask, ~(1 << kid));
}
