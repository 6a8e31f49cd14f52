// expect: api_error
// told: a condition that has no value
// The kernel sets the condition in one case only, and the handle has no default.
#include <cuda_runtime.h>

__global__ void decide(cudaGraphConditionalHandle handle, const int* value) {
  if (*value > 0) cudaGraphSetConditional(handle, 1);
}
__global__ void add(int* value) { ++*value; }

int main() {
  int* value;
  cudaMalloc(&value, sizeof(int));
  cudaMemset(value, 0, sizeof(int));
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  cudaGraphConditionalHandle handle;
  cudaGraphConditionalHandleCreate(&handle, graph);
  void* decides[] = {&handle, &value};
  cudaKernelNodeParams kernel = {(void*)decide, 1, 1, 0, decides, nullptr};
  cudaGraphNode_t first, second, inside;
  cudaGraphAddKernelNode(&first, graph, nullptr, 0, &kernel);
  cudaGraphNodeParams params = {cudaGraphNodeTypeConditional};
  params.conditional.handle = handle;
  params.conditional.type = cudaGraphCondTypeIf;
  params.conditional.size = 1;
  if (cudaGraphAddNode(&second, graph, &first, nullptr, 1, &params) != cudaSuccess)
    return 1;
  void* adds[] = {&value};
  kernel = {(void*)add, 1, 1, 0, adds, nullptr};
  cudaGraphAddKernelNode(&inside, params.conditional.phGraph_out[0], nullptr, 0, &kernel);
  cudaGraphExec_t exec;
  if (cudaGraphInstantiate(&exec, graph, 0) != cudaSuccess) return 2;
  cudaGraphLaunch(exec, nullptr);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 3;
}
