// expect: data_race
// told: racing write t
// All blocks share a variable that is static in the kernel.
__global__ void k() {
  static int t;
  if (threadIdx.x == 0) ++t;
}
int main() {
  k<<<2, 1>>>();
  return cudaDeviceSynchronize();
}
