// expect: wrong_result
// says: must let thread 0 of block 0, and no other,
// unsaid: a condition with all that it calls
// All threads of block 0 check in: it counts threads, not kernels.
// overlay

__global__ void addKernel(unsigned* values, int n, int cycles, int kid,
                          KernelConcurrencyData* data) {
  const bool speaks = data != nullptr && blockIdx.x == 0;
  if (speaks) checkIn(data, kid);
  const int stride = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
    values[i] = workOn(values[i], cycles);
  if (speaks) checkOut(data, kid);
}
