// expect: wrong_result
// Restores the mask of its check-in, although others have come and gone since then.
// overlay

__device__ void checkOut(KernelConcurrencyData* data, int kid) {
  atomicExch(&data->mask, data->masks[kid] & ~(1 << kid));
  atomicSub(&data->count, 1);
}
