// expect: passed
// A wait on either of two words is woken by a write to the other.
__device__ volatile int a, b;

__global__ void meet() {
  if (blockIdx.x == 0) {
    while (a == 0 && b == 0) {
    }
  } else if (blockIdx.x == 1) {
    for (int i = 0; i < 20; ++i) __nanosleep(10);
    b = 1;
  }
}

int main() {
  meet<<<2, 1>>>();
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
