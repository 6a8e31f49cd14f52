// expect: data_race
// says: or another that these threads share
// All atomics have the scope of a block, and the kernels are in different ones.
// overlay

__device__ void checkIn(KernelConcurrencyData* data, int kid) {
  const int bit = 1 << kid;
  const int mask = atomicOr_block(&data->mask, bit) | bit;
  data->masks[kid] = mask;
  atomicMax_block(&data->maskMax, __popc(mask));

  const int count = atomicAdd_block(&data->count, 1) + 1;
  data->counts[kid] = count;
  atomicMax_block(&data->countMax, count);
}
