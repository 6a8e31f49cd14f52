// expect: data_race
// Lanes exchange through shared memory without __syncwarp, as if they ran in lock step.
__global__ void reverse(int* out) {
  __shared__ int words[32];
  words[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = words[31 - threadIdx.x];
}

int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  reverse<<<1, 32>>>(out);
  return cudaDeviceSynchronize();
}
