// Each block works on a run of neighbouring values, from the last to the first.
// overlay

__global__ void addKernel(unsigned* values, int n, int cycles, int kid,
                          KernelConcurrencyData* data) {
  const bool speaks = data != nullptr && blockIdx.x == 0 && threadIdx.x == 0;
  if (speaks) checkIn(data, kid);

  const int each = (n + int(gridDim.x) - 1) / int(gridDim.x);
  const int begin = int(blockIdx.x) * each;
  const int end = min(n, begin + each);
  for (int i = end - 1 - int(threadIdx.x); i >= begin; i -= int(blockDim.x))
    values[i] = workOn(values[i], cycles);

  if (speaks) checkOut(data, kid);
}
