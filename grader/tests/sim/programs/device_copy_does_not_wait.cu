// expect: data_race
// missing: does not wait for the default stream
// A copy within the device does not make the host wait.
__global__ void set(int* out, int value) { out[threadIdx.x] = value; }

int main() {
  int *a, *b;
  cudaStream_t stream;
  cudaMalloc(&a, 4 * sizeof(int));
  cudaMalloc(&b, 4 * sizeof(int));
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaMemset(a, 0, 4 * sizeof(int));
  cudaMemcpy(b, a, 4 * sizeof(int), cudaMemcpyDeviceToDevice);
  set<<<1, 4, 0, stream>>>(a, 1);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
