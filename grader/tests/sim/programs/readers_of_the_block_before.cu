// expect: passed
// All threads of an even block read one word of shared memory; in an odd one, only a warp
// uses it, and that warp's operations order its accesses.  The readers of the block
// before do not count.
__global__ void use(int* out) {
  __shared__ int word, bytes;
  char* const parts = reinterpret_cast<char*>(&bytes);
  if (blockIdx.x % 2 == 0) {
    if (threadIdx.x == 0) word = bytes = 1;
    __syncthreads();
    if (threadIdx.x < 4) parts[threadIdx.x] = 2;
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = word + parts[threadIdx.x % 4];
  } else if (threadIdx.x < 32) {
    if (threadIdx.x == 0) word = bytes = 3;
    __syncwarp();
    out[blockIdx.x * 64 + threadIdx.x] = word + parts[threadIdx.x % 4];
    __syncwarp();
    if (threadIdx.x == 0) word = parts[1] = 4;
  }
}

int main() {
  int* out;
  cudaMalloc(&out, 64 * 64 * sizeof(int));
  use<<<64, 64>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
