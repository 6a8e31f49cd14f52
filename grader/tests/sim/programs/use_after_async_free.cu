// expect: bad_access
// The memory is given back, in stream order, before the second kernel.
__global__ void set(int* out, int value) { out[threadIdx.x] = value; }

int main() {
  int* data;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaMallocAsync(&data, 4 * sizeof(int), stream);
  set<<<1, 4, 0, stream>>>(data, 6);
  cudaFreeAsync(data, stream);
  set<<<1, 4, 0, stream>>>(data, 7);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
