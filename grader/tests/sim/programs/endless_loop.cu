// expect: no_progress
// A loop that reads nothing.
__global__ void forever(int n) {
  unsigned int x = n;
  while (x != 0) x = x * 2 + 1;
}

int main() {
  forever<<<1, 1>>>(1);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
