// expect: bad_access
// missing: past the end of
// A kernel reads constant memory past the end of its array.
__constant__ int table[4];

__global__ void look(int* out, int n) { out[0] = table[n]; }

int main() {
  int* out;
  cudaMalloc(&out, sizeof(int));
  look<<<1, 1>>>(out, 4);
  return cudaDeviceSynchronize();
}
