// expect: passed
// What comes from lanes that are not there is not used; past the end of its segment a
// lane gets its own.
__global__ void sums(int* out, int n) {
  int value = static_cast<int>(threadIdx.x);
  for (int d = 1; d < 32; d *= 2) {
    const int other = __shfl_down_sync(0xffffffffu, value, d);
    if (static_cast<int>(threadIdx.x) + d < n) value += other;
  }
  const int own = __shfl_down_sync(0xffffffffu, static_cast<int>(threadIdx.x), 5, 4);
  if (threadIdx.x == 0) out[0] = value;
  if (own != static_cast<int>(threadIdx.x)) out[0] = -1;
}

int main() {
  int *out, result = 0;
  cudaMalloc(&out, sizeof result);
  sums<<<1, 20>>>(out, 20);
  cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
  cudaFree(out);
  return result == 190 ? 0 : 1;
}
