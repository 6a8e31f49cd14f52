// expect: deadlock
// Groups of blocks: the last of a group empties its count behind the fence, and so
// nothing keeps that store from landing after the arrivals at the next barrier.

#include <cuda_runtime.h>

#include <cuda/atomic>

constexpr unsigned kGroupBlocks = 2;
constexpr unsigned kGroupsMax = 1 << 10;

// Each word fills a line of the L2 cache: who looks is not in the way of who arrives.
struct Group {
  alignas(128) unsigned arrived;  // Blocks; 0 between barriers.
  alignas(128) unsigned told;     // How often it was told to go on.
};
__device__ Group group_words[kGroupsMax];

using Word = cuda::atomic_ref<unsigned, cuda::thread_scope_device>;

// How a grid falls into groups: neighbours, which start at the same time, go to different
// ones.
struct Groups {
  unsigned blocks, count;

  __device__ explicit Groups(unsigned all)
      : blocks(all), count(min((all + kGroupBlocks - 1) / kGroupBlocks, kGroupsMax)) {}
  __device__ unsigned size(unsigned group) const {
    return (blocks - group + count - 1) / count;
  }
};

__device__ void fence() {
  cuda::atomic_thread_fence(cuda::memory_order_acq_rel, cuda::thread_scope_device);
}

// The block arrives.  Returns whether it was the last of all, and has acquired what all
// did.
__device__ bool arrive(Word all, unsigned goal, Word arrived, unsigned size) {
  // Release: the block's writes, then its arrival.  Pairs with A.
  if (arrived.fetch_add(1, cuda::memory_order_release) != size - 1) return false;
  // A.  Acquire: the arrivals of the group.  Release: those, then the one for all of it.
  // Pairs with B.
  fence();
  // Nobody arrives here for the next barrier before this one is over.
  arrived.store(0, cuda::memory_order_relaxed);
  if (all.fetch_add(size, cuda::memory_order_relaxed) + size != goal) return false;
  // B.  Acquire: all arrivals.  Release: those, then what the block tells.  Pairs with C.
  fence();
  return true;
}

__device__ void gpuSync(unsigned* mutex, unsigned goal) {
  __syncthreads();  // Orders the writes of all the block's threads before the arrival.

  if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0) {
    const Groups groups(gridDim.x * gridDim.y * gridDim.z);
    const unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    const unsigned group = block % groups.count;
    const Word told(group_words[group].told);
    // Nobody is told before this block has arrived.
    const unsigned before = told.load(cuda::memory_order_relaxed);
    if (arrive(Word(*mutex), goal, Word(group_words[group].arrived),
               groups.size(group))) {
      for (unsigned i = 0; i < groups.count; ++i)
        Word(group_words[i].told).fetch_add(1, cuda::memory_order_relaxed);
    } else {
      // C.  Acquire: what the last block had acquired, then what this one reads next.
      while (told.load(cuda::memory_order_acquire) == before) {
      }
    }
  }

  __syncthreads();  // The block waits for thread 0, which has acquired for all.
}

__global__ void phases(unsigned* a, unsigned* b, int n, int rounds, unsigned* mutex,
                       unsigned start) {
  const unsigned blocks = gridDim.x * gridDim.y * gridDim.z;
  const unsigned threads = blockDim.x * blockDim.y * blockDim.z;
  const unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  const unsigned thread =
      (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  const unsigned count = n, stride = blocks * threads;

  unsigned *from = a, *to = b;
  unsigned goal = start;
  for (int round = 0; round < rounds; ++round) {
    const unsigned reach = 1u << round;
    for (unsigned i = block * threads + thread; i < count; i += stride)
      to[i] = from[i] + (i < reach ? 0 : from[i - reach]);

    goal += blocks;
    gpuSync(mutex, goal);  // This round's writes, then the next round's reads and writes.

    unsigned* const written = to;
    to = from;
    from = written;
  }
}

cudaError_t residentBlocks(dim3 block, int* blocks) {
  int device = 0, multiprocessors = 0, each = 0;
  cudaError_t error = cudaGetDevice(&device);
  if (error != cudaSuccess) return error;
  error =
      cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device);
  if (error != cudaSuccess) return error;
  const int threads = int(block.x * block.y * block.z);
  error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, phases, threads, 0);
  *blocks = each * multiprocessors;
  return error;
}

cudaError_t launchPhases(dim3 grid, dim3 block, unsigned* a, unsigned* b, int n,
                         int rounds, unsigned* mutex, unsigned* start,
                         cudaStream_t stream) {
  void* arguments[] = {&a, &b, &n, &rounds, &mutex, start};
  const cudaError_t error = cudaLaunchCooperativeKernel(
      reinterpret_cast<const void*>(phases), grid, block, arguments, 0, stream);
  if (error == cudaSuccess) *start += grid.x * grid.y * grid.z * unsigned(rounds);
  return error;
}
