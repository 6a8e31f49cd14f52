// expect: wrong_result
// The last block checks out, and may do so before the first has checked in.
// overlay

__global__ void addKernel(unsigned* values, int n, int cycles, int kid,
                          KernelConcurrencyData* data) {
  if (data && blockIdx.x == 0 && threadIdx.x == 0) checkIn(data, kid);
  const int stride = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
    values[i] = workOn(values[i], cycles);
  if (data && blockIdx.x == gridDim.x - 1 && threadIdx.x == blockDim.x - 1)
    checkOut(data, kid);
}
