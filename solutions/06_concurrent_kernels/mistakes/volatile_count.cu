// expect: stale_value, wrong_result
// Volatile is not atomic: of two that add at the same time one is lost.
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
