// expect: wrong_result
// Keeps the number of cycles in a byte: 256 cycles become none.
// overlay

__global__ void addKernel(unsigned* values, int n, int cycles, int kid,
                          KernelConcurrencyData* data) {
  // ...
  for (long long i = 1ll * blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
    values[i] = workOn(values[i], static_cast<unsigned char>(cycles));

  if (speaks) checkOut(data, kid);
}
