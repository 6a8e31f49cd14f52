// expect: compile_error
// told: a block has 48 KiB of __shared__ variables
// More than a block can have without cudaFuncSetAttribute, which is for dynamic memory.
__global__ void reverse(float* out) {
  __shared__ float tile[13000];
  tile[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
}

int main() {
  float* out;
  cudaMallocManaged(&out, 32 * sizeof(float));
  reverse<<<1, 32>>>(out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
