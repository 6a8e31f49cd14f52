// expect: wrong_result
// Each value is worked on as many times as a byte says: 256 cycles are none.
// overlay

__global__ void addKernel(unsigned* values, int n, int cycles, int kid,
                          KernelConcurrencyData* data) {
  // ...
  for (long long i = 1ll * blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
    values[i] = workOn(values[i], static_cast<unsigned char>(cycles));

  if (speaks) checkOut(data, kid);
}
