// expect: wrong_result
// says: each must add itself and see the others in one step
// Reads the count and then adds itself, each with an atomic: two kernels that come at
// once both count one.
// overlay

__device__ void checkIn(KernelConcurrencyData* data, int kid) {
  // ...
  atomicMax(&data->maskMax, __popc(mask));
  const int count = atomicAdd(&data->count, 0) + 1;
  atomicAdd(&data->count, 1);
  data->counts[kid] = count;
  atomicMax(&data->countMax, count);
}
