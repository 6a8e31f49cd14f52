// expect: api_error
// The printf of device code has no %n, which would write unseen.
__global__ void count(int* out) { printf("%d abc%hhn\n", 1, (signed char*)out); }

int main() {
  int* out;
  cudaMalloc(&out, sizeof(int));
  count<<<1, 1>>>(out);
  return cudaDeviceSynchronize();
}
