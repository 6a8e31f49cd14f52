// expect: api_error
// thread: sgl-project/sglang#9620
// Each half of a warp reduces with the mask of the lower half, so that the lanes of the
// upper half call with a mask that does not name them.
__device__ float half_max(float value) {
  const unsigned mask = 0xffff;
  for (int step = 8; step > 0; step /= 2)
    value = fmaxf(value, __shfl_xor_sync(mask, value, step));
  return value;
}

__global__ void scales(const float* in, float* out) {
  const float scale = half_max(in[threadIdx.x]);
  if (threadIdx.x % 16 == 0) out[threadIdx.x / 16] = scale;
}

int main() {
  float host[32], *in, *out, result[2] = {};
  for (int i = 0; i < 32; ++i) host[i] = i;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof result);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  scales<<<1, 32>>>(in, out);
  cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
  return result[0] == 15 && result[1] == 31 ? 0 : 1;
}
