// expect: passed
// Two reads of one word never go back in time, fences or not.
__device__ volatile int word;

__global__ void watch(int* wrong) {
  if (blockIdx.x == 0) {
    for (int i = 1; i <= 3; ++i) word = i;
  } else {
    const int first = word;
    const int second = word;
    if (second < first) atomicAdd(wrong, 1);
  }
}

int main() {
  int *wrong, result = 0;
  cudaMalloc(&wrong, sizeof(int));
  cudaMemset(wrong, 0, sizeof(int));
  watch<<<3, 1>>>(wrong);
  cudaMemcpy(&result, wrong, sizeof result, cudaMemcpyDeviceToHost);
  return result;
}
