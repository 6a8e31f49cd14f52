// expect: bad_access
// missing: past the end of
// The last thread reads past the end of a shared array, where nothing is.
__global__ void shift(int* out) {
  __shared__ int words[5];
  words[threadIdx.x] = static_cast<int>(threadIdx.x);
  __syncthreads();
  out[threadIdx.x] = words[threadIdx.x + 1];
}

int main() {
  int* out;
  cudaMalloc(&out, 5 * sizeof(int));
  shift<<<1, 5>>>(out);
  return cudaDeviceSynchronize();
}
