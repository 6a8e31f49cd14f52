// expect: passed
// thread: kokkos/kokkos#2681
// A __threadfence() on both sides of the ticket.
__global__ void scan(const int* in, int* sums, unsigned* ticket) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    int sum = 0;
    for (int i = 0; i < 8; ++i) sum += in[blockIdx.x * 8 + i];
    sums[blockIdx.x] = sum;
    __threadfence();
    last = atomicAdd(ticket, 1) == gridDim.x - 1;
    __threadfence();
  }
  __syncthreads();
  if (last && threadIdx.x == 0)
    for (int block = 1; block < gridDim.x; ++block) sums[block] += sums[block - 1];
}

int main() {
  const int blocks = 4;
  int host[blocks * 8], *in, *sums, result[blocks];
  unsigned* ticket;
  for (int& word : host) word = 1;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&sums, sizeof result);
  cudaMalloc(&ticket, sizeof(unsigned));
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemset(ticket, 0, sizeof(unsigned));
  scan<<<blocks, 32>>>(in, sums, ticket);
  cudaMemcpy(result, sums, sizeof result, cudaMemcpyDeviceToHost);
  for (int block = 0; block < blocks; ++block)
    if (result[block] != 8 * (block + 1)) return 1;
  return 0;
}
