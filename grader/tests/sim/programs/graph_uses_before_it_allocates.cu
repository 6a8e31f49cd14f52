// expect: data_race
// The kernel that uses the memory does not come after the node that allocates it.
#include <cuda_runtime.h>

__global__ void fill(int* memory) { memory[threadIdx.x] = 1; }

int main() {
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  cudaMemAllocNodeParams params = {};
  params.bytesize = 32 * sizeof(int);
  params.poolProps.allocType = cudaMemAllocationTypePinned;
  params.poolProps.location.type = cudaMemLocationTypeDevice;
  cudaGraphNode_t allocates, uses, frees;
  if (cudaGraphAddMemAllocNode(&allocates, graph, nullptr, 0, &params) != cudaSuccess)
    return 1;
  void* arguments[] = {&params.dptr};
  cudaKernelNodeParams kernel = {(void*)fill, 1, 32, 0, arguments, nullptr};
  cudaGraphAddKernelNode(&uses, graph, nullptr, 0, &kernel);
  if (cudaGraphAddMemFreeNode(&frees, graph, &uses, 1, params.dptr) != cudaSuccess)
    return 2;
  cudaGraphExec_t exec;
  if (cudaGraphInstantiate(&exec, graph, 0) != cudaSuccess) return 3;
  cudaGraphLaunch(exec, nullptr);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 4;
}
