// expect: data_race
// missing: cudaStreamSynchronize(stream) must come between line 13 and line 14
__global__ void use(int* out, const int* in) { out[threadIdx.x] = in[threadIdx.x]; }

int main() {
  int *host, *in, *out;
  cudaStream_t stream;
  cudaMallocHost(&host, 4 * sizeof(int));
  cudaMalloc(&in, 4 * sizeof(int));
  cudaMalloc(&out, 4 * sizeof(int));
  cudaStreamCreate(&stream);
  for (int i = 0; i < 4; ++i) host[i] = i;
  cudaMemcpyAsync(in, host, 4 * sizeof(int), cudaMemcpyHostToDevice, stream);
  host[0] = 100;
  use<<<1, 4, 0, stream>>>(out, in);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
