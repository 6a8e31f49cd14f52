// Barriers made by hand from a counter or flags, between blocks and between devices.
#include "cases.h"

__device__ unsigned count;
__device__ int parts[4];

__device__ void meet(unsigned goal) {
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(&count, 1u);
    while (int(*(volatile unsigned*)&count - goal) < 0) {
    }
    __threadfence();
  }
  __syncthreads();
}

__global__ void read_the_next(int* wrong) {
  if (threadIdx.x == 0) parts[blockIdx.x] = blockIdx.x + 1;
  meet(gridDim.x);
  const int next = (blockIdx.x + 1) % gridDim.x;
  if (parts[next] != next + 1) atomicAdd_system(wrong, 1);
}

// Each device has its own counter: both use theirs at once and do not disturb each other.
CASE(state_on_each_device, passed) {
  int* wrong = pinned<int>();
  *wrong = 0;
  for (int device = 0; device < 2; ++device) {
    cudaSetDevice(device);
    read_the_next<<<4, 2>>>(wrong);
  }
  for (int device = 0; device < 2; ++device) {
    cudaSetDevice(device);
    if (finish() != 0) return 2;
  }
  return *wrong;
}

__device__ int arrived, data[2], sum;

__global__ void meet_too_early() {
  if (blockIdx.x == 1 && threadIdx.x == 0) data[1] = 5;
  __syncthreads();
  __threadfence();
  atomicAdd(&arrived, 1);
  while (atomicAdd(&arrived, 0) < 2) {
  }
  __threadfence();
  __syncthreads();
  if (blockIdx.x == 0 && threadIdx.x == 0) sum = data[1];
}

// Each thread counts up: the steps show which one made the count that let a block go on.
// told: atomicAdd arrived, 0 -> 1
// told: atomicAdd arrived, 1 -> 2
CASE(every_thread_arrives, data_race) { return run(meet_too_early, 2, 2); }

__global__ void two_rounds(int* slots, int* sums) {
  const int me = blockIdx.x * blockDim.x + threadIdx.x;
  const int all = gridDim.x * blockDim.x;
  for (int round = 0; round < 2; ++round) {
    slots[round * all + me] = me;
    meet(gridDim.x);
    for (int i = 0; i < all; ++i) sums[me] += slots[round * all + i];
  }
}

// The goal is the same in both rounds: in the second no block waits.
// missing: the last signal that one block saw
CASE(round_not_awaited, data_race) {
  return run(two_rounds, 2, 2, device<int>(8), zeros<int>(4));
}

constexpr int kDevices = 2, kBlocks = 2, kThreads = 4, kCount = kBlocks * kThreads;

struct Peers {
  unsigned (*flags[kDevices])[kDevices];
  float* data[kDevices];
};

__device__ void store_flag(unsigned* flag, unsigned value, bool releases) {
  if (releases)
    asm volatile("st.release.sys.global.u32 [%1], %0;" ::"r"(value), "l"(flag)
                 : "memory");
  else
    asm volatile("st.volatile.global.u32 [%1], %0;" ::"r"(value), "l"(flag) : "memory");
}

__device__ unsigned load_flag(unsigned* flag) {
  unsigned value;
  asm volatile("ld.acquire.sys.global.u32 %0, [%1];"
               : "=r"(value)
               : "l"(flag)
               : "memory");
  return value;
}

__global__ void all_reduce(Peers peers, float* out, int rank, bool releases) {
  const int block = blockIdx.x, thread = threadIdx.x, i = block * kThreads + thread;
  peers.data[rank][i] = i + rank;
  __syncthreads();
  if (thread < kDevices) {
    store_flag(&peers.flags[thread][block][rank], 1, releases);
    while (load_flag(&peers.flags[rank][block][thread]) != 1) {
    }
  }
  __syncthreads();
  out[i] = peers.data[0][i] + peers.data[1][i];
}

/// Each block signals its partner on the other device.
int between_devices(bool releases) {
  Peers peers;
  float* out[kDevices];
  for (int each = 0; each < kDevices; ++each) {
    cudaSetDevice(each);
    cudaDeviceEnablePeerAccess(1 - each, 0);
    peers.flags[each] = zeros<unsigned[kDevices]>(kBlocks);
    peers.data[each] = device<float>(kCount);
    out[each] = managed<float>(kCount);
    cudaDeviceSynchronize();
  }
  for (int each = 0; each < kDevices; ++each) {
    cudaSetDevice(each);
    all_reduce<<<kBlocks, kThreads>>>(peers, out[each], each, releases);
  }
  for (int each = 0; each < kDevices; ++each) {
    cudaSetDevice(each);
    if (finish(out[each], kCount, [](int i) { return 2 * i + 1; }) != 0) return 1;
  }
  return 0;
}

// A custom all-reduce signals with st.release.sys, and waits with ld.acquire.sys.
CASE(of_an_all_reduce, passed) { return between_devices(true); }

// The signal is a st.volatile, which releases nothing.
CASE(of_an_all_reduce_volatile, data_race) { return between_devices(false); }
