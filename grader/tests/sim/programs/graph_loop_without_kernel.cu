// expect: api_error
// told: the body of this graph's while node launched no kernel
// The body of a while node only fills memory: nothing in it can end the loop.
#include <cuda_runtime.h>

int main() {
  int* value;
  cudaMalloc(&value, sizeof(int));
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  cudaGraphConditionalHandle handle;
  cudaGraphConditionalHandleCreate(&handle, graph, 1, cudaGraphCondAssignDefault);
  cudaGraphNodeParams params = {cudaGraphNodeTypeConditional};
  params.conditional.handle = handle;
  params.conditional.type = cudaGraphCondTypeWhile;
  params.conditional.size = 1;
  cudaGraphNode_t loop, inside;
  if (cudaGraphAddNode(&loop, graph, nullptr, nullptr, 0, &params) != cudaSuccess)
    return 1;
  cudaMemsetParams zero = {value, 0, 0, sizeof(int), 1, 1};
  cudaGraphAddMemsetNode(&inside, params.conditional.phGraph_out[0], nullptr, 0, &zero);
  cudaGraphExec_t exec;
  if (cudaGraphInstantiate(&exec, graph, 0) != cudaSuccess) return 2;
  cudaGraphLaunch(exec, nullptr);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 3;
}
