// expect: wrong_result, no_progress, data_race
// A grid has three dimensions; here *start moves by those of two.

#include <cuda_runtime.h>

__device__ void gpuSync(unsigned* mutex, unsigned goal) {
  __syncthreads();

  if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0) {
    __threadfence();
    atomicAdd(mutex, 1u);

    const volatile unsigned* arrived = mutex;
    while (int(*arrived - goal) < 0) {
    }
    __threadfence();
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
  *blocks = 0;
  if (block.x > 1024 || block.y > 1024 || block.z > 64) return cudaSuccess;

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
  if (error == cudaSuccess) *start += grid.x * grid.y * unsigned(rounds);
  return error;
}
