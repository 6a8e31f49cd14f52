// expect: passed
// A copy is part of the barrier's phase: pieces of 4 and of 16 bytes, by each thread and
// by the block together; what cannot be asynchronous is copied at once.
#include <cooperative_groups.h>
#include <cuda/barrier>

__global__ void reverse(const int* in, int* out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
  __shared__ int tile[8];
  __shared__ __align__(16) int whole[8];
  __shared__ char odd[8];
  const auto block = cooperative_groups::this_thread_block();
  const unsigned me = threadIdx.x;
  out += 8 * blockIdx.x;
  if (me == 0) init(&barrier, blockDim.x);
  block.sync();

  cuda::memcpy_async(&tile[me], &in[me], sizeof(int), barrier);
  cuda::memcpy_async(block, whole, in, cuda::aligned_size_t<16>(sizeof whole), barrier);
  cuda::memcpy_async(block, odd, reinterpret_cast<const char*>(in), sizeof odd, barrier);
  auto token = barrier.arrive();
  barrier.wait(std::move(token));
  out[me] = tile[7 - me] + whole[(me + 1) % 8] + odd[4] + odd[5];
  barrier.arrive_and_wait();

  // Everybody has read.
  cuda::memcpy_async(&tile[7 - me], &in[me], sizeof(int), barrier);
  barrier.arrive_and_wait();
  out[me] += tile[me];
}

int main() {
  int *in, *out, host[8], result[16];
  for (int i = 0; i < 8; ++i) host[i] = i;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof result);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  reverse<<<2, 8>>>(in, out);
  cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 16; ++i)
    if (result[i] != 2 * (7 - i % 8) + (i + 1) % 8 + 1) return 1;
  return 0;
}
