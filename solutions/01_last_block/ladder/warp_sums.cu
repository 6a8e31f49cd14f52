// Wide loads, and less to do behind them: a warp adds up by shuffles, the block has one
// barrier where blockFold() has ten, thread 0 takes the ticket that releases and
// acquires, and no other thread fences.  Should buy time where n is small, and the way
// from the last element to the sum is most of it.  Measured on an H200, as parts of the
// time of CUB's DeviceReduce: 0.57 with 2^15 elements, 0.66 with 2^20, 1.00 with
// 100,000,000 and with 2^30. With 1024, which CUB sums in one block, it is 1.22.

#include <cuda/atomic>

#include "guard.cuh"
#include "order.cuh"
#include "wide_sum.cuh"

// The sum over the block, in thread 0.  A block may call it again behind a barrier.
__device__ unsigned blockSum(unsigned mine) {
  __shared__ unsigned of_warp[kThreadsMax / 32];
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const unsigned lanes =
      min(32u, blockDim.x - 32 * warp);  // The last warp may have fewer.
  const unsigned mask = lanes == 32 ? 0xffffffffu : (1u << lanes) - 1;
  for (unsigned span = 16; span > 0; span /= 2) {
    const unsigned other = __shfl_down_sync(mask, mine, span);
    if (lane + span < lanes) mine += other;
  }
  if (lane == 0) of_warp[warp] = mine;
  __syncthreads();  // Orders the writes of all warps before thread 0's reads.
  if (threadIdx.x == 0)
    for (unsigned i = 1; 32 * i < blockDim.x; ++i) mine += of_warp[i];
  return mine;
}

__global__ void sumPartials(const int* in, int n, int* partial) {
  const size_t rank = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  const unsigned sum = blockSum(wideSum(in, n, rank, size_t(gridDim.x) * blockDim.x));
  if (threadIdx.x == 0) partial[blockIdx.x] = int(sum);
}

__global__ void sumFinal(const int* partial, int blocks, int* out) {
  const unsigned sum = blockSum(wideSum(partial, blocks, threadIdx.x, blockDim.x));
  if (threadIdx.x == 0) *out = int(sum);
}

__global__ void sumSinglePass(const int* in, int n, int* partial, int* counter,
                              int* out) {
  const size_t rank = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  const unsigned sum = blockSum(wideSum(in, n, rank, size_t(gridDim.x) * blockDim.x));

  bool is_last = false;
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = int(sum);
    cuda::atomic_ref<int, cuda::thread_scope_device> tickets(*counter);
    // Release: the partial sum, then the ticket.  Acquire: all tickets, then the reads of
    // the partial sums.  Thread 0 has written the one and goes on with the other.
    is_last = tickets.fetch_add(1, cuda::memory_order_acq_rel) == int(gridDim.x) - 1;
    if (is_last) tickets.store(0, cuda::memory_order_relaxed);
  }
  // Hands on what thread 0 has learned, and orders its reads of the warps' sums before
  // the writes of the next call.
  if (!__syncthreads_or(is_last)) return;

  const unsigned total = blockSum(wideSum(partial, gridDim.x, threadIdx.x, blockDim.x));
  if (threadIdx.x == 0) *out = int(total);
}
