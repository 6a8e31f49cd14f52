// Mask and count share a word of 64 bits, so they never differ.
// overlay

// The mask in the low half, the count in the high one.
__device__ unsigned long long g_active;

__device__ void checkIn(KernelConcurrencyData* data, int kid) {
  const int bit = 1 << kid;
  const unsigned long long one = (1ull << 32) | bit;
  const unsigned long long active = atomicAdd(&g_active, one) + one;
  const int mask = int(active);
  data->masks[kid] = mask;
  atomicMax(&data->maskMax, __popc(mask));
  const int count = int(active >> 32);
  data->counts[kid] = count;
  atomicMax(&data->countMax, count);
}

__device__ void checkOut(KernelConcurrencyData* data, int kid) {
  atomicAdd(&g_active, 0ull - ((1ull << 32) | (1u << kid)));
}
