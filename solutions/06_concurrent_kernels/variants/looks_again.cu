// Reads the mask once more, atomically: it also sees kernels that came in between, and
// misses none that was there before and still is.
// overlay

__device__ void checkIn(KernelConcurrencyData* data, int kid) {
  const int bit = 1 << kid;
  atomicOr(&data->mask, bit);
  const int mask = atomicOr(&data->mask, 0);
  data->masks[kid] = mask;
  // ...
}
