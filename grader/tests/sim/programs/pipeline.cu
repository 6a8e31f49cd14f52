// The stages of a cuda::pipeline are acquired, filled, awaited, read, and then released.
#include <cooperative_groups.h>
#include <cuda/pipeline>

#include "cases.h"

/// Eight threads sum up four tiles, each thread in reverse.
int sum_up(void (*kernel)(const int* in, int* out, int tiles)) {
  int* out = managed<int>(8);
  kernel<<<1, 8>>>(numbers(32), out, 4);
  return finish(out, 8, [](int i) { return 48 + 4 * (7 - i); });
}

enum Way { right, no_acquire, no_wait, released_first };

/// Every thread fills a stage and reads what the others have filled.
template <Way way>
__global__ void of_block(const int* in, int* out, int tiles) {
  __shared__ int stage[2][8];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  const auto block = cooperative_groups::this_thread_block();
  const unsigned me = threadIdx.x;
  auto pipe = cuda::make_pipeline(block, &state);
  const auto fetch_tile = [&](int tile) {
    if (tile >= tiles) return;
    if (way != no_acquire) pipe.producer_acquire();
    cuda::memcpy_async(block, stage[tile % 2], &in[tile * 8], 8 * sizeof(int), pipe);
    pipe.producer_commit();
  };
  int sum = 0;
  fetch_tile(0);
  for (int tile = 0; tile < tiles; ++tile) {
    fetch_tile(tile + 1);
    if (way != no_wait) pipe.consumer_wait();
    if (way == released_first) pipe.consumer_release();
    sum += stage[tile % 2][7 - me];
    if (way != released_first) pipe.consumer_release();
  }
  out[me] = sum;
}

CASE(of_a_block, passed) { return sum_up(of_block<right>); }

// missing: is in flight: a consumer_wait(), for the stage that it belongs to, must come
CASE(without_consumer_wait, data_race) { return sum_up(of_block<no_wait>); }

// A stage is filled again before all threads have given it back.
CASE(without_producer_acquire, data_race) { return sum_up(of_block<no_acquire>); }

// A thread gives the stage back first, and reads it while others fill it again.
CASE(released_before_it_is_read, data_race) { return sum_up(of_block<released_first>); }

/// A thread copies two tiles ahead and waits for the oldest; the block reads it together.
__global__ void of_thread(const int* in, int* out, int tiles) {
  __shared__ int stage[3][8];
  const unsigned me = threadIdx.x;
  const auto one = cuda::aligned_size_t<alignof(int)>(sizeof(int));
  cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();
  const auto fetch_tile = [&](int tile) {
    pipe.producer_acquire();
    if (tile < tiles)
      cuda::memcpy_async(&stage[tile % 3][me], &in[tile * 8 + me], one, pipe);
    pipe.producer_commit();
  };
  int sum = 0;
  fetch_tile(0);
  fetch_tile(1);
  for (int tile = 0; tile < tiles; ++tile) {
    pipe.consumer_wait();
    __syncthreads();
    sum += stage[tile % 3][7 - me];
    fetch_tile(tile + 2);  // All have read this stage before the barrier.
    pipe.consumer_release();
  }
  cuda::pipeline_consumer_wait_prior<0>(pipe);
  out[me] = sum;
}

CASE(of_a_thread, passed) { return sum_up(of_thread); }

__global__ void with_roles(const int* in, int* out, int tiles, bool by_role) {
  __shared__ int stage[3][4];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 3> state;
  const auto block = cooperative_groups::this_thread_block();
  const unsigned me = threadIdx.x % 4;
  const bool produces = threadIdx.x < 4;
  const auto role =
      produces ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer;
  auto pipe = by_role ? cuda::make_pipeline(block, &state, role)
                      : cuda::make_pipeline(block, &state, 4);
  int sum = 0;
  for (int tile = 0; tile < tiles; ++tile) {
    if (produces) {
      pipe.producer_acquire();
      cuda::memcpy_async(&stage[tile % 3][me], &in[tile * 4 + me], sizeof(int), pipe);
      pipe.producer_commit();
    } else {
      pipe.consumer_wait();
      sum += stage[tile % 3][3 - me];
      pipe.consumer_release();
    }
  }
  if (!produces) out[me] = sum;
}

// Half of the threads fill three stages, half read them; a role or a number says which.
CASE(with_roles, passed) {
  int* out = managed<int>(4);
  for (const bool by_role : {true, false}) {
    with_roles<<<1, 8>>>(numbers(20), out, 5, by_role);
    if (finish(out, 4, [](int i) { return 40 + 5 * (3 - i); }) != 0) return 1;
  }
  return 0;
}
