// expect: data_race
// The check-in is atomic, but the check-out is two plain read-modify-writes.
// overlay

__device__ void checkOut(KernelConcurrencyData* data, int kid) {
  data->mask &= ~(1 << kid);
  --data->count;
}
