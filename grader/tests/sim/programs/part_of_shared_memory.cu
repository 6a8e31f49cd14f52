// expect: data_race
// told: shared sums[1][3]
// An element of an array, of all its dimensions.
__global__ void race(int* out) {
  __shared__ int sums[2][8];
  sums[threadIdx.x / 8][threadIdx.x % 8] = 1;
  if (threadIdx.x == 0) *out = sums[1][3];
}

int main() {
  int* out;
  cudaMalloc(&out, sizeof *out);
  race<<<1, 16>>>(out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
