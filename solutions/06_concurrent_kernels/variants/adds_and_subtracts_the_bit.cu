// The bit is not there yet, so adding it sets it, and subtracting takes it away.
// overlay

__device__ void checkIn(KernelConcurrencyData* data, int kid) {
  const int bit = 1 << kid;
  const int mask = atomicAdd(&data->mask, bit) + bit;
  data->masks[kid] = mask;
  // ...
}

__device__ void checkOut(KernelConcurrencyData* data, int kid) {
  atomicSub(&data->mask, 1 << kid);
  atomicSub(&data->count, 1);
}
