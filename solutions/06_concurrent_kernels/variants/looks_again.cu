// Reads the mask once more, atomically: it sees also who came in between, and misses
// nobody who was there before and still is.
// overlay

__device__ void checkIn(KernelConcurrencyData* data, int kid) {
  const int bit = 1 << kid;
  atomicOr(&data->mask, bit);
  const int mask = atomicOr(&data->mask, 0);
  data->masks[kid] = mask;
  atomicMax(&data->maskMax, __popc(mask));
  const int count = atomicAdd(&data->count, 1) + 1;
  data->counts[kid] = count;
  atomicMax(&data->countMax, count);
}
