// expect: data_race
// missing: synchronizes the lanes of the warp, but orders no memory accesses
// __shfl_sync between a shared write and another lane's read: it orders no memory.
__global__ void k(int* out) {
  __shared__ int s[32];
  s[threadIdx.x] = threadIdx.x;
  int v = __shfl_down_sync(0xffffffffu, int(threadIdx.x), 1);
  out[threadIdx.x] = s[31 - threadIdx.x] + 0 * v;
}
int main() {
  int* d;
  cudaMalloc(&d, 128);
  k<<<1, 32>>>(d);
  int e = cudaDeviceSynchronize();
  cudaFree(d);
  return e;
}
