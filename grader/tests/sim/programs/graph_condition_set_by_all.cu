// expect: data_race
// Each thread of a kernel sets the condition, to what it finds: the last one wins.
#include <cuda_runtime.h>

__global__ void count_down(cudaGraphConditionalHandle handle, int* left) {
  if (threadIdx.x == 0) --*left;
  __syncthreads();
  cudaGraphSetConditional(handle, threadIdx.x < *left);
}

int main() {
  int* left;
  cudaMallocManaged(&left, sizeof(int));
  *left = 2;
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
  void* arguments[] = {&handle, &left};
  cudaKernelNodeParams kernel = {(void*)count_down, 1, 32, 0, arguments, nullptr};
  cudaGraphAddKernelNode(&inside, params.conditional.phGraph_out[0], nullptr, 0, &kernel);
  cudaGraphExec_t exec;
  if (cudaGraphInstantiate(&exec, graph, 0) != cudaSuccess) return 2;
  cudaGraphLaunch(exec, nullptr);
  return cudaDeviceSynchronize() == cudaSuccess && *left == 0 ? 0 : 3;
}
