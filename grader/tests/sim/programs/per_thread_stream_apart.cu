// expect: data_race
// missing: No event orders
// Two streams that are not the default one do not wait for each other.
__global__ void set(int* out, int value) { out[threadIdx.x] = value; }

int main() {
  int* a;
  cudaStream_t stream;
  cudaMalloc(&a, 4 * sizeof(int));
  cudaStreamCreate(&stream);
  set<<<1, 4, 0, stream>>>(a, 1);
  set<<<1, 4, 0, cudaStreamPerThread>>>(a, 5);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
