// expect: data_race
// As streams_in_order, but nothing makes the second stream wait.
__global__ void set(int* out, int value) { out[threadIdx.x] = value; }
__global__ void add(int* out, const int* in) { out[threadIdx.x] += in[threadIdx.x]; }

int main() {
  int *a, *b;
  cudaStream_t first, second;
  cudaMalloc(&a, 4 * sizeof(int));
  cudaMalloc(&b, 4 * sizeof(int));
  cudaStreamCreate(&first);
  cudaStreamCreate(&second);
  set<<<1, 4, 0, first>>>(a, 1);
  set<<<1, 4, 0, second>>>(b, 2);
  add<<<1, 4, 0, second>>>(b, a);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
