// expect: advice uninitialized_read
// missing: Thread 0 of block 0 writes shared part[0], in line 9: if the read was meant for that
// unsaid: Let one thread write it
// Each thread writes its element and reads the next one: behind the last there is none.
constexpr int kThreads = 2;

__global__ void sum(int* out) {
  __shared__ int part[kThreads + 1];
  part[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = part[threadIdx.x + 1] != 0;
}

int main() {
  int* out;
  cudaMalloc(&out, kThreads * sizeof(int));
  sum<<<1, kThreads>>>(out);
  return cudaDeviceSynchronize() != cudaSuccess;
}
