// expect: data_race
// told: no edges lead from
// unsaid: cudaStreamWaitEvent
// A kernel and the body of a conditional node write the same word, and no edge orders
// them.
#include <cuda_runtime.h>

__global__ void set(int* value, int written) { *value = written; }

int main() {
  int *value, one = 1, two = 2;
  cudaMalloc(&value, sizeof(int));
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  cudaGraphConditionalHandle handle;
  cudaGraphConditionalHandleCreate(&handle, graph, 1, cudaGraphCondAssignDefault);
  void* outside[] = {&value, &one};
  void* inside[] = {&value, &two};
  cudaKernelNodeParams kernel = {(void*)set, 1, 1, 0, outside, nullptr};
  cudaGraphNode_t beside, condition, body;
  cudaGraphAddKernelNode(&beside, graph, nullptr, 0, &kernel);
  cudaGraphNodeParams params = {cudaGraphNodeTypeConditional};
  params.conditional.handle = handle;
  params.conditional.type = cudaGraphCondTypeIf;
  params.conditional.size = 1;
  if (cudaGraphAddNode(&condition, graph, nullptr, nullptr, 0, &params) != cudaSuccess)
    return 1;
  kernel.kernelParams = inside;
  cudaGraphAddKernelNode(&body, params.conditional.phGraph_out[0], nullptr, 0, &kernel);
  cudaGraphExec_t exec;
  if (cudaGraphInstantiate(&exec, graph, 0) != cudaSuccess) return 2;
  cudaGraphLaunch(exec, nullptr);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 3;
}
