// expect: wrong_result
// atomicAdd() returns the count of before: the kernel itself is not in it.
// overlay

__device__ void checkIn(KernelConcurrencyData* data, int kid) {
  // ...
  atomicMax(&data->maskMax, __popc(mask));
  const int count = atomicAdd(&data->count, 1);
  data->counts[kid] = count;
  atomicMax(&data->countMax, count);
}
