// expect: wrong_result
// Puts the number of the kernel into the mask, not the bit with this number.
// overlay

__device__ void checkIn(KernelConcurrencyData* data, int kid) {
  const int bit = kid;
  const int mask = atomicOr(&data->mask, bit) | bit;
  data->masks[kid] = mask;
  atomicMax(&data->maskMax, __popc(mask));
  const int count = atomicAdd(&data->count, 1) + 1;
  data->counts[kid] = count;
  atomicMax(&data->countMax, count);
}

__device__ void checkOut(KernelConcurrencyData* data, int kid) {
  atomicAnd(&data->mask, ~kid);
  atomicSub(&data->count, 1);
}
