// expect: wrong_result
// The last kernel to leave should leave 0 behind, but here the first does as well.
// overlay

__device__ void checkOut(KernelConcurrencyData* data, int kid) {
  atomicAnd(&data->mask, ~(1 << kid));
  atomicExch(&data->count, 0);
}
