// expect: deadlock
// Two words that flip a bit each: a block that is fast flips the other word again before
// a slow one has looked at it, for which nothing has changed.

#include <cuda_runtime.h>

#include <cuda/atomic>

// Two words, each for every second block: a sum that flips its highest bit each barrier.
__device__ unsigned words[2];
constexpr unsigned kFlip = 1u << 31;

__device__ void gpuSync(unsigned*, unsigned) {
  using Word = cuda::atomic_ref<unsigned, cuda::thread_scope_device>;
  const unsigned blocks = gridDim.x * gridDim.y * gridDim.z;
  const unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  __syncthreads();
  if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0) {
    const unsigned before = Word(words[block % 2]).load(cuda::memory_order_relaxed);
    const unsigned later = (blocks - 1 - block) / 2;
    Word(words[block % 2])
        .fetch_add(block < 2 ? kFlip - later : 1, cuda::memory_order_release);
    if (blocks == 1) Word(words[1]).fetch_add(kFlip, cuda::memory_order_relaxed);
    for (int i = 0; i < 2; ++i)
      while (((Word(words[i]).load(cuda::memory_order_acquire) ^ before) & kFlip) == 0) {
      }
  }
  __syncthreads();
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
    gpuSync(mutex, goal);
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
