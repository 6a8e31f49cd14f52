// expect: data_race
// told: no edges lead from
// unsaid: allocates[
// The node that frees the memory comes after its allocation, but not after the kernel.
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
  cudaGraphAddKernelNode(&uses, graph, &allocates, 1, &kernel);
  if (cudaGraphAddMemFreeNode(&frees, graph, &allocates, 1, params.dptr) != cudaSuccess)
    return 2;
  cudaGraphExec_t exec;
  if (cudaGraphInstantiate(&exec, graph, 0) != cudaSuccess) return 3;
  cudaGraphLaunch(exec, nullptr);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 4;
}
