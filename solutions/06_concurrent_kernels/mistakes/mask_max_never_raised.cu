// expect: wrong_result
// As printed: maskMax is declared and reported, but never set.
// overlay

__device__ void checkIn(KernelConcurrencyData* data, int kid) {
  // ...
  data->masks[kid] = mask;
  const int count = atomicAdd(&data->count, 1) + 1;
  // ...
}
