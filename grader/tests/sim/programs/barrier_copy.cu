// An asynchronous copy is part of a barrier's phase: a wait for the phase sees its end.
#include <cooperative_groups.h>
#include <cuda/barrier>

#include "cases.h"

using Barrier = cuda::barrier<cuda::thread_scope_block>;

enum Way { right, begins_late, own_early, elsewhere, overwrites };

/// Thread 0 copies for all, and all arrive and wait.  Each way but the first is wrong.
__global__ void spread(int* in, int* out, Way way) {
  __shared__ Barrier barrier, other;
  __shared__ int tile[4];
  const unsigned me = threadIdx.x;
  const auto copy = [&] {
    if (me == 0)
      for (int i = 0; i < 4; ++i)
        cuda::memcpy_async(&tile[i], &in[i], sizeof(int), barrier);
  };
  if (me == 0) {
    init(&barrier, blockDim.x);
    init(&other, blockDim.x);
  }
  __syncthreads();
  if (way != begins_late) copy();
  auto token = barrier.arrive();
  if (way == begins_late) copy();
  if (way == overwrites) in[3 - me] = -1;
  if (way == elsewhere) other.arrive_and_wait();
  const bool early = way == elsewhere || (way == own_early && me == 0);
  if (early) out[me] = tile[me];
  barrier.wait(std::move(token));
  if (!early) out[me] = tile[me];
  if (way != overwrites) in[me] = -1;
}

int by_one_thread(Way way) {
  int* in = numbers(4);
  int* out = managed<int>(4);
  spread<<<1, 4>>>(in, out, way);
  return finish(out, 4, [](int i) { return i; });
}

// schedules: 20
CASE(by_one_thread, passed) { return by_one_thread(right); }

// The phase may be over before the copy begins: then the copy is part of the next one.
// missing: touches its bytes, a wait at shared barrier, for the phase that it belongs to,
CASE(begun_after_the_arrival, data_race) { return by_one_thread(begins_late); }

// Even the thread that copies must wait: its arrival is not the end of the copy.
CASE(read_by_its_thread, wrong_result) { return by_one_thread(own_early); }

// The threads wait at the one barrier, and the copy is for the other.
// missing: is in flight: a wait at shared barrier, for the phase that it belongs to, must
CASE(awaited_at_another_barrier, data_race) { return by_one_thread(elsewhere); }

CASE(source_overwritten, data_race) { return by_one_thread(overwrites); }

__global__ void reverse(const int* in, int* out) {
  __shared__ Barrier barrier;
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
  barrier.wait(barrier.arrive());
  out[me] = tile[7 - me] + whole[(me + 1) % 8] + odd[4] + odd[5];
  barrier.arrive_and_wait();

  cuda::memcpy_async(&tile[7 - me], &in[me], sizeof(int), barrier);
  barrier.arrive_and_wait();
  out[me] += tile[me];
}

// Each thread copies 4 bytes; the block copies 16 bytes at a time, and single bytes.
CASE(of_all_sizes, passed) {
  int* out = managed<int>(16);
  reverse<<<2, 8>>>(numbers(8), out);
  return finish(out, 16, [](int i) { return 2 * (7 - i % 8) + (i + 1) % 8 + 1; });
}
