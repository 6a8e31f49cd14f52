// expect: wrong_result
// A kernel that finds itself alone takes itself for the first of all, and starts the
// maxima anew.
// overlay

__device__ void checkIn(KernelConcurrencyData* data, int kid) {
  // ...
  data->counts[kid] = count;
  if (count == 1)
    atomicExch(&data->countMax, 1);
  else
    atomicMax(&data->countMax, count);
}
