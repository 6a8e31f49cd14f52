// expect: passed
// What programs call around their kernels: error macros, occupancy, profiler marks.
#include <cuda_profiler_api.h>
#include <nvtx3/nvToolsExt.h>

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

__global__ void fill(int* out) { out[blockIdx.x * blockDim.x + threadIdx.x] = 1; }

int main() {
  int grid = 0, block = 0, blocks = 0, *out;
  CHECK_CUDA(cudaProfilerStart());
  nvtxRangePush("fill");
  checkCudaErrors(cudaOccupancyMaxPotentialBlockSize(&grid, &block, fill, 0, 0));
  checkCudaErrors(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, fill, 32, 0));
  checkCudaErrors(cudaMalloc(&out, 64 * sizeof(int)));
  fill<<<2, 32>>>(out);
  CHECK_CUDA(cudaGetLastError());
  CHECK_CUDA(cudaDeviceSynchronize());
  nvtxRangePop();
  nvtxMark("done");
  CHECK_CUDA(cudaProfilerStop());
  return grid > 0 && block > 0 && blocks > 0 ? 0 : 1;
}
