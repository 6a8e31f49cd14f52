// expect: bad_access
// missing: past the end of
// A kernel reads past the end of a device variable.
__device__ int table[4];

__global__ void look(int* out, int n) { out[0] = table[n]; }

int main() {
  int* out;
  cudaMalloc(&out, sizeof(int));
  look<<<1, 1>>>(out, 4);
  return cudaDeviceSynchronize();
}
