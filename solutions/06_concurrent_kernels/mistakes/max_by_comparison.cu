// expect: data_race
// says: The same goes for each other word
// Looks whether the maximum is lower, then writes: another kernel may be doing the same.
// overlay

__device__ void checkIn(KernelConcurrencyData* data, int kid) {
  // ...
  data->counts[kid] = count;
  if (data->countMax < count) data->countMax = count;
}
