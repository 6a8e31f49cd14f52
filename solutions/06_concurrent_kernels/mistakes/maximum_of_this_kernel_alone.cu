// expect: wrong_result
// Who finds itself alone takes itself for the first of all, and begins the maxima anew.
// overlay

__device__ void checkIn(KernelConcurrencyData* data, int kid) {
  const int bit = 1 << kid;
  const int mask = atomicOr(&data->mask, bit) | bit;
  data->masks[kid] = mask;
  atomicMax(&data->maskMax, __popc(mask));

  const int count = atomicAdd(&data->count, 1) + 1;
  data->counts[kid] = count;
  if (count == 1)
    atomicExch(&data->countMax, 1);
  else
    atomicMax(&data->countMax, count);
}
