// expect: wrong_result
// says: atomicExch mask
// A kernel that leaves clears the bits of all that are still there.
// overlay

__device__ void checkOut(KernelConcurrencyData* data, int kid) {
  atomicExch(&data->mask, 0);
  atomicSub(&data->count, 1);
}
