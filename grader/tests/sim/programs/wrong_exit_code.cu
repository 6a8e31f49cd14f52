// expect: wrong_result
// Right in one order of the blocks and wrong in another: the exit code tells.
__global__ void race_to(int* first) { atomicCAS(first, -1, (int)blockIdx.x); }

int main() {
  int *first, start = -1, winner = 0;
  cudaMalloc(&first, sizeof(int));
  cudaMemcpy(first, &start, sizeof start, cudaMemcpyHostToDevice);
  race_to<<<4, 1>>>(first);
  cudaMemcpy(&winner, first, sizeof winner, cudaMemcpyDeviceToHost);
  return winner == 0 ? 0 : 1;
}
