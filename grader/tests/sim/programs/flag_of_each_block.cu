// expect: passed
// Blocks that follow one another use one flag in shared memory each: a thread that looks
// at its block's flag sees no value that the block before has left there.
constexpr int kBlocks = 64;

__global__ void pass_on(int* out) {
  __shared__ volatile int flag;
  __shared__ int data;
  if (threadIdx.x == 0) const_cast<int&>(flag) = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    data = blockIdx.x + 1;
    __threadfence_block();
    flag = 1;
    flag = 2;
  } else {
    while (flag == 0) {
    }
    __threadfence_block();
    out[blockIdx.x] = data;
  }
}

int main() {
  int *out, got[kBlocks];
  cudaMalloc(&out, sizeof got);
  pass_on<<<kBlocks, 2>>>(out);
  cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost);
  cudaFree(out);
  for (int i = 0; i < kBlocks; ++i)
    if (got[i] != i + 1) return 1;
  return 0;
}
