// expect: wrong_result, stale_value
// Maxima under a spin lock that gives up after 1,000 attempts.
// overlay

__device__ int g_lock;

__device__ void checkIn(KernelConcurrencyData* data, int kid) {
  // ...
  data->masks[kid] = mask;
  for (int attempt = 0; attempt < 1000; ++attempt)
    if (atomicCAS(&g_lock, 0, 1) == 0) break;
  __threadfence();
  volatile int* most = &data->maskMax;
  if (*most < __popc(mask)) *most = __popc(mask);
  __threadfence();
  atomicExch(&g_lock, 0);
  const int count = atomicAdd(&data->count, 1) + 1;
  // ...
}
