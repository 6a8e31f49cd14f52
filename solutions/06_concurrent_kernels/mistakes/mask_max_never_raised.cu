// expect: wrong_result
// As printed: maskMax is declared and reported, but nobody sets it.
// overlay

__device__ void checkIn(KernelConcurrencyData* data, int kid) {
  const int bit = 1 << kid;
  const int mask = atomicOr(&data->mask, bit) | bit;
  data->masks[kid] = mask;
  const int count = atomicAdd(&data->count, 1) + 1;
  data->counts[kid] = count;
  atomicMax(&data->countMax, count);
}
