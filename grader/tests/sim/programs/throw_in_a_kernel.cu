// expect: api_error
// told: device code uses throw, which CUDA provides for host code
// Nobody could catch what a kernel throws; nvcc does not compile it.
__global__ void check(const int* in) {
  if (in[threadIdx.x] != 1) throw 1;
}

int main() {
  int* in;
  cudaMalloc(&in, 4 * sizeof(int));
  cudaMemset(in, 0, 4 * sizeof(int));
  check<<<1, 4>>>(in);
  return cudaDeviceSynchronize();
}
