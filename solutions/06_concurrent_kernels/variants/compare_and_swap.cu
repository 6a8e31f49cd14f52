// Sets and clears the bit in a loop over atomicCAS().
// overlay

__device__ void checkIn(KernelConcurrencyData* data, int kid) {
  const int bit = 1 << kid;
  int seen = 0;
  for (int old = -1; old != seen;) {
    old = seen;
    seen = atomicCAS(&data->mask, old, old | bit);
  }
  const int mask = seen | bit;
  data->masks[kid] = mask;
  // ...
}

__device__ void checkOut(KernelConcurrencyData* data, int kid) {
  int seen = 1 << kid;
  for (int old = 0; old != seen;) {
    old = seen;
    seen = atomicCAS(&data->mask, old, old & ~(1 << kid));
  }
  atomicSub(&data->count, 1);
}
