// expect: wrong_result
// atomicAdd() returns the previous count, without the kernel itself.
// overlay

__device__ void checkIn(KernelConcurrencyData* data, int kid) {
  // ...
  atomicMax(&data->maskMax, __popc(mask));
  const int count = atomicAdd(&data->count, 1);
  data->counts[kid] = count;
  atomicMax(&data->countMax, count);
}
