// expect: wrong_result
// Who finds itself alone takes itself for the first of all, and begins the maxima anew.
// overlay

__device__ void checkIn(KernelConcurrencyData* data, int kid) {
  // ...
  data->counts[kid] = count;
  if (count == 1)
    atomicExch(&data->countMax, 1);
  else
    atomicMax(&data->countMax, count);
}
