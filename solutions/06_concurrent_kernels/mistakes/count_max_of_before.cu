// expect: wrong_result
// Counts itself in counts[kid], but raises countMax to the previous count.
// overlay

__device__ void checkIn(KernelConcurrencyData* data, int kid) {
  // ...
  data->counts[kid] = count;
  atomicMax(&data->countMax, count - 1);
}
