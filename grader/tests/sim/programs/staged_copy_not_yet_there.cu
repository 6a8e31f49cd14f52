// expect: data_race
// missing: returns when pageable memory has been staged
// Even cudaMemcpy may return before the last of pageable memory has reached the device.
__global__ void twice(int* data) { data[threadIdx.x] *= 2; }

int main() {
  int host[4] = {1, 2, 3, 4};
  int* data;
  cudaStream_t stream;
  cudaMalloc(&data, sizeof host);
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
  twice<<<1, 4, 0, stream>>>(data);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
