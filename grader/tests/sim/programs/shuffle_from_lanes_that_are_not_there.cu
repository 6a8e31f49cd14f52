// expect: wrong_result
// Full mask in a block of 48: lanes that are not there are read. (min and max of what
// nobody wrote)
__global__ void k(const int* in, int* o) {
  int v = in[threadIdx.x];
  for (int d = 16; d; d /= 2) v = max(v, __shfl_down_sync(0xffffffffu, v, d));
  if (threadIdx.x % 32 == 0) o[threadIdx.x / 32] = v;
}
int main() {
  int h[48], *d;
  for (int i = 0; i < 48; ++i) h[i] = i;
  cudaMalloc(&d, 200);
  cudaMemcpy(d, h, 192, cudaMemcpyHostToDevice);
  k<<<1, 48>>>(d, d + 48);
  cudaMemcpy(h, d + 48, 8, cudaMemcpyDeviceToHost);
  cudaFree(d);
  return h[0] == 31 && h[1] == 47 ? 0 : 1;
}
