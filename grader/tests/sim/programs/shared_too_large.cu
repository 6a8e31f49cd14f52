// expect: compile_error
// told: a block has 48 KiB of __shared__ variables
// More than a block can have without cudaFuncSetAttribute, which is for dynamic memory.
__global__ void reverse(const float* in, float* out) {
  __shared__ float tile[13000];
  const unsigned i = threadIdx.x;
  tile[i] = in[i];
  __syncthreads();
  out[i] = tile[blockDim.x - 1 - i];
}

int main() {
  float *in, *out;
  cudaMallocManaged(&in, 32 * sizeof(float));
  cudaMallocManaged(&out, 32 * sizeof(float));
  reverse<<<1, 32>>>(in, out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
