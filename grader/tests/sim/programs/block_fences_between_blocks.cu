// expect: stale_value
// __threadfence_block does not order anything for another block.
__device__ volatile int word[2];

__global__ void cross(int* seen) {
  word[blockIdx.x] = 1;
  __threadfence_block();
  seen[blockIdx.x] = word[1 - blockIdx.x];
}

int main() {
  int *seen, result[2];
  cudaMalloc(&seen, sizeof result);
  cross<<<2, 1>>>(seen);
  cudaMemcpy(result, seen, sizeof result, cudaMemcpyDeviceToHost);
  return result[0] == 0 && result[1] == 0 ? 1 : 0;
}
