// expect: passed
// A copy from pageable memory has read it when the call returns, and a copy to it has
// written it.
__global__ void twice(int* data) { data[threadIdx.x] *= 2; }

int main() {
  int host[4] = {1, 2, 3, 4};
  int* data;
  cudaStream_t stream;
  cudaMalloc(&data, sizeof host);
  cudaStreamCreate(&stream);
  cudaMemcpyAsync(data, host, sizeof host, cudaMemcpyHostToDevice, stream);
  for (int& value : host) value = 0;
  twice<<<1, 4, 0, stream>>>(data);
  cudaMemcpyAsync(host, data, sizeof host, cudaMemcpyDefault, stream);
  return host[0] == 2 && host[3] == 8 ? 0 : 1;
}
