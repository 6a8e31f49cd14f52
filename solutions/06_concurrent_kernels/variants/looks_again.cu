// Reads the mask once more, atomically: it sees also who came in between, and misses
// nobody who was there before and still is.
// overlay

__device__ void checkIn(KernelConcurrencyData* data, int kid) {
  const int bit = 1 << kid;
  atomicOr(&data->mask, bit);
  const int mask = atomicOr(&data->mask, 0);
  data->masks[kid] = mask;
  // ...
}
