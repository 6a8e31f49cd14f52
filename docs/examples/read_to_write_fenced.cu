// expect: passed
// The same with a fence between the write and the read of block 2, too.
__device__ volatile int x, y;

// [kernel]
__global__ void chain(int* saw) {
  if (blockIdx.x == 0) {
    x = 1;
  } else if (blockIdx.x == 1) {
    saw[0] = x;
    __threadfence();
    saw[1] = y;
  } else {
    y = 1;
    __threadfence();
    saw[2] = x;
  }
}
// [kernel]

int main() {
  int* saw;
  int host[3] = {};
  cudaMalloc(&saw, sizeof host);
  chain<<<3, 1>>>(saw);
  cudaMemcpy(host, saw, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(saw);
  return host[0] == 1 && host[1] == 0 && host[2] == 0;
}
