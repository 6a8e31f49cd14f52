// expect: wrong_result
// Each thread works on one value: with fewer threads than values, some are left out.
// overlay

__global__ void addKernel(unsigned* values, int n, int cycles, int kid,
                          KernelConcurrencyData* data) {
  const bool speaks = data != nullptr && blockIdx.x == 0 && threadIdx.x == 0;
  if (speaks) checkIn(data, kid);
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) values[i] = workOn(values[i], cycles);
  if (speaks) checkOut(data, kid);
}
