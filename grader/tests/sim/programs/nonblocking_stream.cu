// expect: data_race
// missing: does not wait for the default stream
__global__ void set(int* out, int value) { out[threadIdx.x] = value; }
__global__ void add(int* out, int value) { out[threadIdx.x] += value; }

int main() {
  int* a;
  cudaStream_t apart;
  cudaMalloc(&a, 4 * sizeof(int));
  cudaStreamCreateWithFlags(&apart, cudaStreamNonBlocking);
  set<<<1, 4>>>(a, 1);
  add<<<1, 4, 0, apart>>>(a, 2);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
