// expect: passed
// thread: ggml-org/llama.cpp#23690
// The dependent kernel waits first.
__global__ void produce(int* words) { words[threadIdx.x] = 3 * threadIdx.x; }
__global__ void consume(const int* words, int* out) {
  cudaGridDependencySynchronize();
  out[threadIdx.x] = words[31 - threadIdx.x];
}

int main() {
  cudaStream_t stream;
  int *words, *out, result[32];
  cudaStreamCreate(&stream);
  cudaMalloc(&words, sizeof result);
  cudaMalloc(&out, sizeof result);
  produce<<<1, 32, 0, stream>>>(words);
  cudaLaunchAttribute attribute;
  attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  attribute.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config = {};
  config.gridDim = 1;
  config.blockDim = 32;
  config.stream = stream;
  config.attrs = &attribute;
  config.numAttrs = 1;
  if (cudaLaunchKernelEx(&config, consume, (const int*)words, out) != cudaSuccess)
    return 2;
  cudaStreamSynchronize(stream);
  cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 32; ++i)
    if (result[i] != 3 * (31 - i)) return 1;
  return 0;
}
