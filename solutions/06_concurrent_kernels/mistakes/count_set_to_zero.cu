// expect: wrong_result
// The last one to go should leave 0 behind, but so does the first.
// overlay

__device__ void checkOut(KernelConcurrencyData* data, int kid) {
  atomicAnd(&data->mask, ~(1 << kid));
  atomicExch(&data->count, 0);
}
