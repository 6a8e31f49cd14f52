// expect: wrong_result
// Counts itself first and reads the count later: others may have come in between, and
// countMax is theirs.
// overlay

__device__ void checkIn(KernelConcurrencyData* data, int kid) {
  // ...
  data->counts[kid] = count;
  atomicMax(&data->countMax, atomicAdd(&data->count, 0));
}
