// expect: wrong_result
// says: which is 1 <<
// Puts the number of the kernel into the mask, not the bit with this number.
// overlay

__device__ void checkIn(KernelConcurrencyData* data, int kid) {
  const int bit = kid;
  const int mask = atomicOr(&data->mask, bit) | bit;
  // ...
}

__device__ void checkOut(KernelConcurrencyData* data, int kid) {
  atomicAnd(&data->mask, ~kid);
  atomicSub(&data->count, 1);
}
