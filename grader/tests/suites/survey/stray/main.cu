// Races; its Makefile lists no sources.
__global__ void count(int* p) { ++*p; }

int main() {
  int* p;
  cudaMalloc(&p, sizeof *p);
  cudaMemset(p, 0, sizeof *p);
  count<<<2, 1>>>(p);
  return cudaDeviceSynchronize() != cudaSuccess;
}
