// expect: wrong_result
// Each value is worked on as many times as a byte says: 256 cycles are none.
// overlay

__global__ void addKernel(unsigned* values, int n, int cycles, int kid,
                          KernelConcurrencyData* data) {
  const bool speaks = data != nullptr && blockIdx.x == 0 && threadIdx.x == 0;
  if (speaks) checkIn(data, kid);

  const long long stride = 1ll * gridDim.x * blockDim.x;
  for (long long i = 1ll * blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
    values[i] = workOn(values[i], static_cast<unsigned char>(cycles));

  if (speaks) checkOut(data, kid);
}
