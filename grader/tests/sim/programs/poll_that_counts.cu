// expect: passed
// A poll that counts its rounds is never the same twice, and still gives way to others.
__device__ int flag;

__global__ void meet(int* rounds) {
  if (blockIdx.x == 1) {
    atomicExch(&flag, 1);
    return;
  }
  int round = 0;
  while (atomicAdd(&flag, 0) == 0) ++round;
  *rounds = round;
}

int main() {
  int* rounds;
  cudaMalloc(&rounds, sizeof(int));
  meet<<<2, 1>>>(rounds);
  return cudaDeviceSynchronize();
}
