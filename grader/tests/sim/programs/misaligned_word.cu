// expect: bad_access
// told: this address is 4 bytes past one
// Dynamic shared memory is carved up without a thought for what a double asks for.
extern __shared__ unsigned char raw[];
__global__ void k() {
  int* const counts = reinterpret_cast<int*>(raw);
  double* const sums = reinterpret_cast<double*>(counts + 3);
  if (threadIdx.x < 3) counts[threadIdx.x] = 0;
  sums[threadIdx.x] = 0;
}
int main() {
  k<<<1, 4, 3 * sizeof(int) + 4 * sizeof(double)>>>();
  return cudaDeviceSynchronize();
}
