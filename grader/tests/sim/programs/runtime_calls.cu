// Calls of CUDA's runtime that host code makes around its kernels.
#include <cuda_profiler_api.h>
#include <nvtx3/nvToolsExt.h>

#include "cases.h"

#define CHECK_CUDA(call)                                                             \
  do {                                                                               \
    const cudaError_t error = (call);                                                \
    if (error != cudaSuccess) {                                                      \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(error)); \
      exit(EXIT_FAILURE);                                                            \
    }                                                                                \
  } while (0)

template <typename T>
void check(T result, const char* call, const char* file, int line) {
  if (result == cudaSuccess) return;
  fprintf(stderr, "%s:%d: %s: %s\n", file, line, call, cudaGetErrorName(result));
  cudaDeviceReset();
  exit(EXIT_FAILURE);
}
#define checkCudaErrors(call) check((call), #call, __FILE__, __LINE__)

__global__ void add(int* out) { out[blockIdx.x * blockDim.x + threadIdx.x] += 1; }

// Error macros, occupancy, profiler marks.
CASE(everyday_calls, passed) {
  int grid = 0, block = 0, blocks = 0, *out = zeros<int>(64);
  CHECK_CUDA(cudaProfilerStart());
  nvtxRangePush("add");
  checkCudaErrors(cudaOccupancyMaxPotentialBlockSize(&grid, &block, add, 0, 0));
  checkCudaErrors(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, add, 32, 0));
  add<<<2, 32>>>(out);
  CHECK_CUDA(cudaGetLastError());
  CHECK_CUDA(cudaDeviceSynchronize());
  nvtxRangePop();
  nvtxMark("done");
  CHECK_CUDA(cudaProfilerStop());
  return grid > 0 && block > 0 && blocks > 0 ? 0 : 1;
}

// Hints on where managed memory should be are checked and change nothing.
CASE(hints, passed) {
  int *values = managed<int>(32), on_the_stack = 0;
  const size_t size = 32 * sizeof *values;
  const cudaMemLocation first = {cudaMemLocationTypeDevice, 0},
                        host = {cudaMemLocationTypeHost, 0},
                        nowhere = {cudaMemLocationTypeDevice, 99};
  for (int i = 0; i < 32; ++i) values[i] = i;
  if (cudaMemAdvise(values, size, cudaMemAdviseSetPreferredLocation, first) ||
      cudaMemPrefetchAsync(values, size, first, 0))
    return 1;
  add<<<1, 32>>>(values);
  if (cudaMemPrefetchAsync(values, size, host, 0) || cudaDeviceSynchronize()) return 2;
  for (int i = 0; i < 32; ++i)
    if (values[i] != i + 1) return 3;
  return cudaMemPrefetchAsync(&on_the_stack, 4, first, 0) != cudaErrorInvalidValue ||
         cudaMemPrefetchAsync(values, size, nowhere, 0) != cudaErrorInvalidDevice;
}

extern __shared__ int words[];

__global__ void use(int last) { words[last] = 1; }
// More than 48 KiB of dynamic shared memory must be asked for before the launch.
CASE(dynamic_shared_limit, passed) {
  constexpr int kBytes = 60 * 1024;
  use<<<1, 1, kBytes>>>(kBytes / 4 - 1);
  if (cudaGetLastError() == cudaSuccess) return 1;
  if (cudaFuncSetAttribute(use, cudaFuncAttributeMaxDynamicSharedMemorySize, kBytes))
    return 2;
  use<<<1, 1, kBytes>>>(kBytes / 4 - 1);
  return finish();
}

cudaPitchedPtr pitched(const cudaExtent& extent) {
  cudaPitchedPtr memory;
  cudaMalloc3D(&memory, extent);
  return memory;
}

__global__ void count_wrong(cudaPitchedPtr memory, int* wrong) {
  const char* row = static_cast<char*>(memory.ptr) +
                    (blockIdx.y * memory.ysize + blockIdx.x) * memory.pitch;
  const bool inside = blockIdx.x >= 1 && blockIdx.x < 3 && blockIdx.y == 1;
  const int wanted = inside && threadIdx.x >= 4 && threadIdx.x < 8 ? 7 : 0;
  if (row[threadIdx.x] != wanted) atomicAdd(wrong, 1);
}
// A box in the middle of pitched memory is filled, copied to the host and back.
CASE(three_dimensions, passed) {
  const cudaExtent all = make_cudaExtent(16, 4, 3);
  const cudaPitchedPtr memory = pitched(all);
  int* wrong = zeros<int>();
  char boxed[] = {7, 7, 7, 7, 7, 7, 7, 7}, back[8] = {};
  cudaMemset3D(memory, 0, all);
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr(boxed, 4, 4, 2);
  copy.dstPtr = memory;
  copy.dstPos = make_cudaPos(4, 1, 1);
  copy.extent = make_cudaExtent(4, 2, 1);
  copy.kind = cudaMemcpyHostToDevice;
  if (cudaMemcpy3D(&copy) != cudaSuccess) return 1;
  if (run(count_wrong, dim3(4, 3), 16, memory, wrong) || !holds(wrong, {0})) return 2;
  copy.srcPtr = memory;
  copy.srcPos = make_cudaPos(4, 1, 1);
  copy.dstPtr = make_cudaPitchedPtr(back, 4, 4, 2);
  copy.dstPos = make_cudaPos(0, 0, 0);
  copy.kind = cudaMemcpyDeviceToHost;
  if (cudaMemcpy3D(&copy) != cudaSuccess) return 3;
  if (memcmp(back, boxed, sizeof back) != 0) return 4;
  return cudaFree(memory.ptr) == cudaSuccess ? 0 : 5;
}

__global__ void fill_rows(cudaPitchedPtr memory) {
  static_cast<char*>(memory.ptr)[blockIdx.x * memory.pitch + threadIdx.x] = 1;
}
// A copy in a stream of its own does not wait for the kernel.
CASE(three_dimensions_unordered, data_race) {
  const cudaExtent all = make_cudaExtent(32, 4, 1);
  const cudaPitchedPtr memory = pitched(all);
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  fill_rows<<<4, 32>>>(memory);
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = memory;
  copy.dstPtr = make_cudaPitchedPtr(pinned<char>(32 * 4), 32, 32, 4);
  copy.extent = all;
  copy.kind = cudaMemcpyDeviceToHost;
  cudaMemcpy3DAsync(&copy, stream);
  return finish();
}
