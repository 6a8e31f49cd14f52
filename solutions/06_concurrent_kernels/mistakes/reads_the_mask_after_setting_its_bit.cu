// expect: wrong_result
// says: only the one that comes later sees the other
// Sets the bit in one step and reads the mask in another: two kernels can see each other.
// overlay

__device__ void checkIn(KernelConcurrencyData* data, int kid) {
  atomicOr(&data->mask, 1 << kid);
  const int mask = *static_cast<volatile int*>(&data->mask);
  data->masks[kid] = mask;
  // ...
}
