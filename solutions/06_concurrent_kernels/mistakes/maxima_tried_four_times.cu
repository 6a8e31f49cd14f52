// expect: wrong_result
// A maximum is raised by compare-exchange, and after four lost races it is left as it is.
// overlay

__device__ void raise(int* maximum, int value) {
  int seen = *static_cast<volatile int*>(maximum);
  for (int attempt = 0; attempt < 4 && seen < value; ++attempt) {
    const int before = atomicCAS(maximum, seen, value);
    if (before == seen) return;
    seen = before;
  }
}

__device__ void checkIn(KernelConcurrencyData* data, int kid) {
  // ...
  data->masks[kid] = mask;
  raise(&data->maskMax, __popc(mask));
  const int count = atomicAdd(&data->count, 1) + 1;
  data->counts[kid] = count;
  raise(&data->countMax, count);
}
