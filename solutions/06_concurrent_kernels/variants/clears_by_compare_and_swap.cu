// The last block checks the kernel out with atomicCAS(), so that it knows exactly which
// mask it left.
// overlay

__device__ void leaveKernel(KernelConcurrencyData* data, int* blocks_out, int kid) {
  // ...
  blocks_out[kid] = 0;
  int seen = 1 << kid;
  for (int tried = 0; tried != seen;) {
    tried = seen;
    seen = atomicCAS(&data->mask, tried, tried & ~(1 << kid));
  }
  const int mask = data->masks[kid] | seen;
  data->masks[kid] = mask;
  // ...
}
