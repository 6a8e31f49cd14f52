// expect: wrong_result
// Without ~, the AND clears all bits but its own.
// overlay

__device__ void checkOut(KernelConcurrencyData* data, int kid) {
  atomicAnd(&data->mask, 1 << kid);
  atomicSub(&data->count, 1);
}
