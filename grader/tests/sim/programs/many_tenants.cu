// expect: passed
// schedules: 20
// Thousands of small blocks follow each other on the same places; all read one flag and
// draw from one counter, and the last resets it.
__device__ volatile int flag;
__device__ unsigned int drawn;

__global__ void draw(int* sum, int* lasts) {
  if (flag == 0) atomicAdd(sum, 1);
  __threadfence();
  if (atomicAdd(&drawn, 1u) == gridDim.x - 1) {
    __threadfence();
    drawn = 0;
    atomicAdd(lasts, 1);
  }
}

int main() {
  int *sum, *lasts, host[2];
  cudaMalloc(&sum, sizeof(int));
  cudaMalloc(&lasts, sizeof(int));
  cudaMemset(sum, 0, sizeof(int));
  cudaMemset(lasts, 0, sizeof(int));
  for (int i = 0; i < 2; ++i) draw<<<3000, 1>>>(sum, lasts);
  cudaMemcpy(&host[0], sum, sizeof(int), cudaMemcpyDeviceToHost);
  cudaMemcpy(&host[1], lasts, sizeof(int), cudaMemcpyDeviceToHost);
  return host[0] == 6000 && host[1] == 2 ? 0 : 1;
}
