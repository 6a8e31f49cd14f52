// expect: passed
// Within a block __threadfence_block orders a write before a later read of another word.
__global__ void cross(int* seen) {
  __shared__ volatile int word[2];
  word[threadIdx.x] = 0;
  __syncthreads();
  word[threadIdx.x] = 1;
  __threadfence_block();
  seen[threadIdx.x] = word[1 - threadIdx.x];
}

int main() {
  int *seen, result[2];
  cudaMalloc(&seen, sizeof result);
  cross<<<1, 2>>>(seen);
  cudaMemcpy(result, seen, sizeof result, cudaMemcpyDeviceToHost);
  return result[0] == 0 && result[1] == 0 ? 1 : 0;
}
