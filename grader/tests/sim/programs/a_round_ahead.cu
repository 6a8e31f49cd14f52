// expect: data_race
// missing: between the read in line 11 and the next round's write in line 9
// missing: both come after the __syncthreads() in line 10, and the writing thread is a
// One thread asks for all.  The next time it asks, a slow neighbour still reads.
__global__ void rounds(int* sums) {
  __shared__ int asked;
  int sum = 0;
  for (int round = 0; round < 3; ++round) {
    if (threadIdx.x == 0) asked = round;
    __syncthreads();
    sum += asked;
  }
  sums[threadIdx.x] = sum;
}

int main() {
  int* sums;
  cudaMalloc(&sums, 2 * sizeof(int));
  rounds<<<1, 2>>>(sums);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
