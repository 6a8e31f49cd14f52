// Blocks that wait for each other need a place on the device, all at the same time.
#include <cooperative_groups.h>

#include "cases.h"

/// A barrier of all blocks, by a counter.
__global__ void meet(unsigned* arrived, int rounds) {
  for (int round = 1; round <= rounds; ++round) {
    __syncthreads();
    if (threadIdx.x == 0) {
      __threadfence();
      atomicAdd(arrived, 1u);
      while (*(volatile unsigned*)arrived < gridDim.x * round) {
      }
      __threadfence();
    }
    __syncthreads();
  }
}

template <class Kernel>
int places(Kernel kernel, int threads) {
  int per_sm = 0, sms = 0;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_sm, kernel, threads, 0);
  cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
  return sms * per_sm;
}

// A cooperative launch of exactly the blocks that fit runs; one more is refused.
CASE(just_fits, passed) {
  unsigned* arrived = zeros<unsigned>();
  int rounds = 3;
  void* arguments[] = {&arrived, &rounds};
  const int fits = places(meet, 32);
  OK(cudaLaunchCooperativeKernel(meet, dim3(fits), dim3(32), arguments));
  OK(cudaDeviceSynchronize());
  EXPECT(cudaErrorCooperativeLaunchTooLarge,
         cudaLaunchCooperativeKernel(meet, dim3(fits + 1), dim3(32), arguments));
  EXPECT(cudaErrorCooperativeLaunchTooLarge, cudaGetLastError());
  return 0;
}

// Each of two grids fills the device, so half of each may run, and wait for the rest.
CASE(two_plain_grids, deadlock) {
  unsigned* arrived = zeros<unsigned>(2);
  cudaDeviceSynchronize();
  const auto [first, second] = Streams(cudaStreamNonBlocking);
  meet<<<places(meet, 2), 2, 0, first>>>(arrived, 1);
  meet<<<places(meet, 2), 2, 0, second>>>(arrived + 1, 1);
  return finish();
}

template <bool all_threads>
__global__ void meet_in_groups(int* count) {
  atomicAdd(count, 1);
  if (all_threads || threadIdx.x == 0) cooperative_groups::this_grid().sync();
  if (all_threads && *count != static_cast<int>(gridDim.x)) atomicExch(count, -1);
}

// Each grid needs most of the device, so one waits until the other has ended.  A barrier
// of the grid orders everything before it.
CASE(two_cooperative_grids, passed) {
  int *counts = zeros<int>(2), *other = counts + 1, host[2];
  const int blocks = places(meet_in_groups<true>, 1) - 1;
  const auto [first, second] = Streams();
  void *arguments[] = {&counts}, *of_other[] = {&other};
  cudaLaunchCooperativeKernel(meet_in_groups<true>, blocks, 1, arguments, 0, first);
  cudaLaunchCooperativeKernel(meet_in_groups<true>, blocks, 1, of_other, 0, second);
  return fetch(host, counts) && host[0] == blocks && host[1] == blocks ? 0 : 1;
}

// missing: 4 of the grid's 8 threads have ended
CASE(barrier_that_some_never_reach, deadlock) {
  int* count = zeros<int>();
  void* arguments[] = {&count};
  OK(cudaLaunchCooperativeKernel(meet_in_groups<false>, dim3(4), dim3(2), arguments));
  return finish();
}

// A grid that the device cannot hold at once never ran, which explains the wrong result.
// told: cudaErrorCooperativeLaunchTooLarge
CASE(unchecked_launch_and_its_result, api_error) {
  int* count = managed<int>();
  void* arguments[] = {&count};
  cudaLaunchCooperativeKernel(meet_in_groups<true>, dim3(1000), dim3(32), arguments);
  cudaDeviceSynchronize();
  return *count != 0 ? 0 : 1;
}

// Block 0 waits for block 1, but its shared memory leaves block 1 no place.
// command: --sms 1
// missing: 1 of 2 blocks cannot start: a waiting block occupies the only place of the device
CASE(only_place_of_the_device, deadlock) {
  constexpr int most = 200 << 10;
  cudaFuncSetAttribute(meet, cudaFuncAttributeMaxDynamicSharedMemorySize, most);
  meet<<<2, 1, most>>>(zeros<unsigned>(), 1);
  return finish();
}

__global__ void wait_for_each_other(int* mine, int* other) {
  atomicExch(mine, 1);
  while (atomicAdd(other, 0) == 0) {
  }
}

int two_kernels(int blocks, bool in_the_default_stream = false) {
  int* flags = zeros<int>(2);
  auto [first, second] = Streams();
  if (in_the_default_stream) second = nullptr;
  wait_for_each_other<<<blocks, 1, 0, first>>>(flags, flags + 1);
  wait_for_each_other<<<1, 1, 0, second>>>(flags + 1, flags);
  return finish();
}

// In two streams, both kernels are on the device at once.
CASE(kernels_at_the_same_time, passed) { return two_kernels(1); }

// The second kernel is in the default stream, which waits for the first kernel's stream.
CASE(kernels_one_after_the_other, deadlock) { return two_kernels(1, true); }

CASE(no_place_for_the_second_kernel, deadlock) {
  return two_kernels(places(wait_for_each_other, 1));
}
