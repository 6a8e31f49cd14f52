// expect: wrong_result
// Sets the bit with atomicCAS(), but tries at most twice.
// overlay

__device__ void checkIn(KernelConcurrencyData* data, int kid) {
  const int bit = 1 << kid;
  int seen = 0;
  for (int attempt = 0; attempt < 2; ++attempt) {
    const int found = atomicCAS(&data->mask, seen, seen | bit);
    if (found == seen) break;
    seen = found;
  }
  const int mask = seen | bit;
  data->masks[kid] = mask;
  // ...
}
