// The last thread of the last block acts for the kernel, and the last thread of each
// block for its block.
// overlay

__global__ void addKernel(unsigned* values, int n, int cycles, int kid,
                          KernelConcurrencyData* data) {
  const bool speaks =
      data != nullptr && blockIdx.x == gridDim.x - 1 && threadIdx.x == blockDim.x - 1;
  if (speaks) checkIn(data, kid);
  const int stride = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
    values[i] = workOn(values[i], cycles);
  if (speaks) checkOut(data, kid);
}

__device__ void enterKernel(KernelConcurrencyData* data, int kid) {
  if (threadIdx.x == blockDim.x - 1) {
    const int bit = 1 << kid;
    // ...
  }
  __syncthreads();
}

__device__ void leaveKernel(KernelConcurrencyData* data, int* blocks_out, int kid) {
  __syncthreads();
  if (threadIdx.x != blockDim.x - 1) return;
  __threadfence();
  if (atomicAdd(&blocks_out[kid], 1) != int(gridDim.x) - 1) return;
  // ...
}
