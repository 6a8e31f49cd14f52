// expect: passed
// schedules: 20
// Thousands of small blocks follow each other on the same places; all read one flag and
// draw from one counter, and the last resets it.
__device__ volatile int flag;
__device__ unsigned int drawn;

__global__ void draw(int* sums) {
  if (flag == 0) atomicAdd(&sums[0], 1);
  __threadfence();
  if (atomicAdd(&drawn, 1u) == gridDim.x - 1) {
    __threadfence();
    drawn = 0;
    atomicAdd(&sums[1], 1);
  }
}

int main() {
  int *sums, host[2];
  cudaMalloc(&sums, sizeof host);
  cudaMemset(sums, 0, sizeof host);
  for (int i = 0; i < 2; ++i) draw<<<3000, 1>>>(sums);
  cudaMemcpy(host, sums, sizeof host, cudaMemcpyDeviceToHost);
  return host[0] == 6000 && host[1] == 2 ? 0 : 1;
}
