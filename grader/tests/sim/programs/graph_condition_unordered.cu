// expect: data_race
// told: the read and the write of handle
// unsaid: cudaStreamWaitEvent
// The conditional node does not come after the kernel that sets its condition.
#include <cuda_runtime.h>

__global__ void decide(cudaGraphConditionalHandle handle, const int* value) {
  cudaGraphSetConditional(handle, *value > 0);
}
__global__ void add(int* value) { ++*value; }

int main() {
  int* value;
  cudaMalloc(&value, sizeof(int));
  cudaMemset(value, 0, sizeof(int));
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  cudaGraphConditionalHandle handle;
  cudaGraphConditionalHandleCreate(&handle, graph, 0, cudaGraphCondAssignDefault);
  void* decides[] = {&handle, &value};
  cudaKernelNodeParams kernel = {(void*)decide, 1, 1, 0, decides, nullptr};
  cudaGraphNode_t first, second, inside;
  cudaGraphAddKernelNode(&first, graph, nullptr, 0, &kernel);
  cudaGraphNodeParams params = {cudaGraphNodeTypeConditional};
  params.conditional.handle = handle;
  params.conditional.type = cudaGraphCondTypeIf;
  params.conditional.size = 1;
  if (cudaGraphAddNode(&second, graph, nullptr, nullptr, 0, &params) != cudaSuccess)
    return 1;
  void* adds[] = {&value};
  kernel = {(void*)add, 1, 1, 0, adds, nullptr};
  cudaGraphAddKernelNode(&inside, params.conditional.phGraph_out[0], nullptr, 0, &kernel);
  cudaGraphExec_t exec;
  if (cudaGraphInstantiate(&exec, graph, 0) != cudaSuccess) return 2;
  cudaGraphLaunch(exec, nullptr);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 3;
}
