// expect: advice uninitialized_read
// missing: Thread 0 of block 0 writes it only afterwards, in line 10: a write must come first
// unsaid: Let one thread write it
// The sum is taken before the word is set.
__global__ void sum(int* out) {
  __shared__ int step;
  int all = 0;
  if (threadIdx.x == 0) {
    all += step & 0;
    step = 3;
  }
  __syncthreads();
  if (threadIdx.x == 1) *out = all + step;
}

int main() {
  int* out;
  cudaMalloc(&out, sizeof(int));
  sum<<<1, 2>>>(out);
  return cudaDeviceSynchronize() != cudaSuccess;
}
