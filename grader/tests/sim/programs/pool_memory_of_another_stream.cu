// expect: data_race
// Memory from a pool is there in the order of the stream that it was asked in.
__global__ void fill(int* words) { words[threadIdx.x] = 3; }

int main() {
  cudaMemPool_t pool;
  cudaStream_t first, second;
  int* words;
  cudaStreamCreate(&first);
  cudaStreamCreate(&second);
  cudaDeviceGetDefaultMemPool(&pool, 0);
  cudaMallocFromPoolAsync(&words, 128, pool, first);
  fill<<<1, 32, 0, second>>>(words);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
