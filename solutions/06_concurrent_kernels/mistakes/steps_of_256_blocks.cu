// expect: wrong_result
// The stride covers at most 256 blocks: in larger grids some values are worked on twice.
// overlay

__global__ void addKernel(unsigned* values, int n, int cycles, int kid,
                          KernelConcurrencyData* data) {
  const bool speaks = data != nullptr && blockIdx.x == 0 && threadIdx.x == 0;
  if (speaks) checkIn(data, kid);

  const long long stride = 1ll * (gridDim.x < 256 ? gridDim.x : 256) * blockDim.x;
  for (long long i = 1ll * blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
    values[i] = workOn(values[i], cycles);

  if (speaks) checkOut(data, kid);
}
