// What two devices share, and the scopes that order them.
#include "cases.h"

// Two devices take turns on memory of the first.
template <bool system_flag, bool system_fence>
__global__ void play(int me, int* turn, int* ball) {
  const auto fence = [] { system_fence ? __threadfence_system() : __threadfence(); };
  for (int mine = me; mine < 4; mine += 2) {
    while ((system_flag ? atomicAdd_system(turn, 0) : atomicAdd(turn, 0)) != mine) {
    }
    fence();
    *ball += 1;
    fence();
    system_flag ? atomicExch_system(turn, mine + 1) : atomicExch(turn, mine + 1);
  }
}

template <bool system_flag, bool system_fence>
int ping_pong() {
  int *turn = zeros<int>(), *ball = zeros<int>(), hits[1];
  cudaDeviceSynchronize();
  play<system_flag, system_fence><<<1, 1>>>(0, turn, ball);
  cudaSetDevice(1);
  cudaDeviceEnablePeerAccess(0, 0);
  play<system_flag, system_fence><<<1, 1>>>(1, turn, ball);
  cudaDeviceSynchronize();
  cudaSetDevice(0);
  return fetch(hits, ball) && hits[0] == 4 ? 0 : 1;
}

CASE(ping_pong, passed) { return ping_pong<true, true>(); }

// missing: use __threadfence_system
CASE(fence_of_device_scope, data_race) { return ping_pong<true, false>(); }

// missing: the other thread is in block 0 on device
// missing: use atomicAdd_system, and this scope wherever this word is used, or another
CASE(flag_of_device_scope, data_race) { return ping_pong<false, true>(); }

__global__ void meet(int* arrived, int goal) {
  atomicAdd_system(arrived, 1);
  while (atomicAdd_system(arrived, 0) < goal) {
  }
}

// A grid of as many blocks as a device has places runs on each at the same time.
CASE(places_of_each, passed) {
  int *arrived = pinned<int>(), places = 0, sms = 0;
  *arrived = 0;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&places, meet, 1, 0);
  cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
  const int blocks = places * sms;
  for (int device = 0; device < 2; ++device) {
    cudaSetDevice(device);
    meet<<<blocks, 1>>>(arrived, 2 * blocks);
  }
  cudaDeviceSynchronize();
  cudaSetDevice(0);
  cudaDeviceSynchronize();
  return *arrived == 2 * blocks ? 0 : 1;
}

__managed__ int mailbox;
__global__ void put(int value) { mailbox = value; }

// A managed variable is one for all devices, so two of them can race on it.
// missing: mailbox
CASE(managed_variable, data_race) {
  put<<<1, 1>>>(1);
  cudaSetDevice(1);
  put<<<1, 1>>>(2);
  return finish();
}

__global__ void fill(int* data) { data[threadIdx.x] = threadIdx.x; }

// cudaDeviceSynchronize() waits for the current device, not for the one with the kernel.
CASE(synchronized_the_other, data_race) {
  int* data = pinned<int>(4);
  fill<<<1, 4>>>(data);
  cudaSetDevice(1);
  cudaDeviceSynchronize();
  return data[3] < 0;
}

__device__ int total;
__global__ void sum(int by) { total += by; }  // $sum

// Lines and names are right in the second device's copy of the code, too.
// missing: "line":$sum
// missing: total of device 1
// missing: by device 1
CASE(race_on_the_second, data_race) {
  cudaSetDevice(1);
  sum<<<2, 1>>>(1);
  return finish();
}

// Access has a direction: device 0 may use the memory of 1, but not the other way round.
// missing: call cudaDeviceEnablePeerAccess(0, 0) while device 1 is current
CASE(peer_access_not_enabled, bad_access) {
  int* mine = device<int>();
  cudaDeviceEnablePeerAccess(1, 0);
  cudaSetDevice(1);
  int* other = device<int>();
  cudaSetDevice(0);
  fill<<<1, 1>>>(other);
  cudaDeviceSynchronize();
  cudaSetDevice(1);
  fill<<<1, 1>>>(mine);
  return finish();
}

// Device 1 may not follow a pointer to a variable of device 0.
// missing: memory of device 0 by a kernel on device 1, which has no access to it
// missing: total
CASE(variable_of_a_peer, bad_access) {
  void* address = nullptr;
  cudaGetSymbolAddress(&address, total);
  cudaSetDevice(1);
  fill<<<1, 1>>>(static_cast<int*>(address));
  return finish();
}

int* from_the_pool() {
  int* source;
  cudaMallocAsync(&source, 128, nullptr);
  cudaMemsetAsync(source, 1, 128, nullptr);
  cudaDeviceSynchronize();
  return source;
}

// Peer access does not open a memory pool to the other device.
// missing: cudaMemPoolSetAccess
CASE(pool_of_the_other, bad_access) {
  const int* source = from_the_pool();
  cudaSetDevice(1);
  cudaDeviceEnablePeerAccess(0, 0);
  copy<<<1, 32>>>(source, device<int>(32));
  return finish();
}

CASE(pool_opened_to_the_other, passed) {
  const int* source = from_the_pool();
  cudaMemPool_t pool;
  cudaDeviceGetDefaultMemPool(&pool, 0);
  cudaMemAccessDesc access = {};
  access.location = {cudaMemLocationTypeDevice, 1};
  access.flags = cudaMemAccessFlagsProtReadWrite;
  OK(cudaMemPoolSetAccess(pool, &access, 1));
  cudaSetDevice(1);
  int *copied = device<int>(32), result[32] = {};
  copy<<<1, 32>>>(source, copied);
  return fetch(result, copied) && result[31] == 0x01010101 ? 0 : 1;
}

template <bool system>
__global__ void cross(volatile int* mine, volatile int* other, int* seen) {
  *mine = 1;
  system ? __threadfence_system() : __threadfence();
  *seen = *other;
}

// Each device writes a word and then reads the other's: one of them must read 1.
template <bool system>
int one_sees_the_other() {
  int *words = pinned<int>(2), *seen = pinned<int>(2);
  words[0] = words[1] = 0;
  for (int on = 0; on < 2; ++on) {
    cudaSetDevice(on);
    cross<system><<<1, 1>>>(words + on, words + 1 - on, seen + on);
  }
  for (int on = 0; on < 2; ++on) {
    cudaSetDevice(on);
    cudaDeviceSynchronize();
  }
  return seen[0] == 0 && seen[1] == 0;
}

// A fence of device scope is in no order with the other device's.
CASE(crossing_writes, stale_value) { return one_sees_the_other<false>(); }

CASE(crossing_writes_with_system_fences, passed) { return one_sees_the_other<true>(); }
