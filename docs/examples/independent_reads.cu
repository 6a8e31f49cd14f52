// expect: stale_value
// Two blocks write a word each; two others read both words, in opposite orders.
__device__ volatile int x, y;

// [kernel]
__global__ void watch(int* saw) {
  if (blockIdx.x == 0) {
    x = 1;
  } else if (blockIdx.x == 1) {
    y = 1;
  } else if (blockIdx.x == 2) {
    saw[0] = x;
    saw[1] = y;
  } else {
    saw[2] = y;
    saw[3] = x;
  }
}
// [kernel]

int main() {
  int* saw;
  int host[4] = {};
  cudaMalloc(&saw, sizeof host);
  watch<<<4, 1>>>(saw);
  cudaMemcpy(host, saw, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(saw);
  const bool x_came_first = host[0] == 1 && host[1] == 0;  // As block 2 saw it.
  const bool y_came_first = host[2] == 1 && host[3] == 0;  // As block 3 saw it.
  return x_came_first && y_came_first;
}
