// expect: data_race
// Managed memory is read while the kernel that writes it may still run.
__global__ void fill(int* out) { *out = 1; }

int main() {
  int* out;
  cudaMallocManaged(&out, sizeof(int));
  *out = 0;
  fill<<<1, 1>>>(out);
  const int seen = *out;
  cudaDeviceSynchronize();
  return seen > 1;
}
