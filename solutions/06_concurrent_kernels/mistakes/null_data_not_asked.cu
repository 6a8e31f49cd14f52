// expect: bad_access
// Writes through `data` without checking that it is not null.
// overlay

__global__ void addKernel(unsigned* values, int n, int cycles, int kid,
                          KernelConcurrencyData* data) {
  const bool speaks = blockIdx.x == 0 && threadIdx.x == 0;
  if (speaks) checkIn(data, kid);
  const int stride = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
    values[i] = workOn(values[i], cycles);
  if (speaks) checkOut(data, kid);
}
