// expect: passed
// __ldg of what an earlier kernel or a copy wrote is what it is for.
__global__ void fill(int* data) { data[threadIdx.x] = threadIdx.x; }
__global__ void twice(const int* data, int* out) {
  out[threadIdx.x] = 2 * __ldg(data + threadIdx.x);
}

int main() {
  int *data, *out, result[4];
  cudaMalloc(&data, sizeof result);
  cudaMalloc(&out, sizeof result);
  fill<<<1, 4>>>(data);
  twice<<<1, 4>>>(data, out);
  cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
  return result[3] == 6 ? 0 : 1;
}
