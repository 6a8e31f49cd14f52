// A program that a pattern finds, without a bug in its name.

__device__ int total;

__global__ void count() { atomicAdd(&total, 1); }

int main() {
  count<<<2, 1>>>();
  return cudaDeviceSynchronize();
}
