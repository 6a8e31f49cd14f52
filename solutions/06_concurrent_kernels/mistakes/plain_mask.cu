// expect: data_race
// unsaid: cudaEventRecord
// Reads, ORs and writes: between the read and the write another kernel may come.
// overlay

__device__ void checkIn(KernelConcurrencyData* data, int kid) {
  const int bit = 1 << kid;
  data->mask |= bit;
  const int mask = data->mask;
  data->masks[kid] = mask;
  // ...
}
