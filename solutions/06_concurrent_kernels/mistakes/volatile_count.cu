// expect: stale_value, wrong_result
// volatile is not atomic: of two additions at the same time, one is lost.
// overlay

__device__ void checkIn(KernelConcurrencyData* data, int kid) {
  // ...
  atomicMax(&data->maskMax, __popc(mask));
  volatile int* active = &data->count;
  *active = *active + 1;
  const int count = *active;
  data->counts[kid] = count;
  atomicMax(&data->countMax, count);
}
