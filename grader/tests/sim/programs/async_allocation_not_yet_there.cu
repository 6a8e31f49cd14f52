// expect: data_race
// missing: No event orders the launch in line 11, in the stream second
__global__ void set(int* out, int value) { out[threadIdx.x] = value; }

int main() {
  int* data;
  cudaStream_t first, second;
  cudaStreamCreate(&first);
  cudaStreamCreate(&second);
  cudaMallocAsync(&data, 4 * sizeof(int), first);
  set<<<1, 4, 0, second>>>(data, 6);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
