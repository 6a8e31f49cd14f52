// expect: bad_access
// The exponent lands behind the array.
__global__ void split(const float* in, float* mantissa, int* exponent) {
  const int i = threadIdx.x;
  mantissa[i] = frexpf(in[i], &exponent[2 * i]);
}

int main() {
  float *in, *mantissa;
  int* exponent;
  cudaMalloc(&in, 4 * sizeof(float));
  cudaMemset(in, 0, 4 * sizeof(float));
  cudaMalloc(&mantissa, 4 * sizeof(float));
  cudaMalloc(&exponent, 4 * sizeof(int));
  split<<<1, 4>>>(in, mantissa, exponent);
  return cudaDeviceSynchronize();
}
