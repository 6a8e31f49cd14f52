// expect: wrong_result
// The second kernel toggles with the mask that it saw, including other kernels' bits.
// overlay

__device__ void checkOut(KernelConcurrencyData* data, int kid) {
  atomicXor(&data->mask, data->masks[kid]);
  atomicSub(&data->count, 1);
}
