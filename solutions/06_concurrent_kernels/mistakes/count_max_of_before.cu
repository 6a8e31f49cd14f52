// expect: wrong_result
// Counts itself in counts[kid], and raises countMax with the count of before.
// overlay

__device__ void checkIn(KernelConcurrencyData* data, int kid) {
  // ...
  data->counts[kid] = count;
  atomicMax(&data->countMax, count - 1);
}
