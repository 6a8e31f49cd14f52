// Calls of CUDA's runtime that host code makes around its kernels.
#include <cuda_profiler_api.h>
#include <nvtx3/nvToolsExt.h>

#include "cases.h"

__global__ void add(int* out) { out[blockIdx.x * blockDim.x + threadIdx.x] += 1; }

// Occupancy, profiler marks.
CASE(everyday_calls, passed) {
  int grid = 0, block = 0, blocks = 0, *out = zeros<int>(64);
  OK(cudaProfilerStart());
  nvtxRangePush("add");
  OK(cudaOccupancyMaxPotentialBlockSize(&grid, &block, add, 0, 0));
  OK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, add, 32, 0));
  add<<<2, 32>>>(out);
  OK(cudaGetLastError());
  OK(cudaDeviceSynchronize());
  nvtxRangePop();
  nvtxMark("done");
  OK(cudaProfilerStop());
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
