// expect: data_race
// The way in is atomic; the way out is two plain read-modify-writes.
// overlay

__device__ void checkOut(KernelConcurrencyData* data, int kid) {
  data->mask &= ~(1 << kid);
  --data->count;
}
