// expect: data_race
// The only edge between two nodes that write a word is removed.
#include <cuda_runtime.h>

__global__ void add(int* value, int added) { *value += added; }

int main() {
  int *value, one = 1;
  cudaMallocManaged(&value, sizeof(int));
  *value = 0;
  void* arguments[] = {&value, &one};
  cudaKernelNodeParams kernel = {(void*)add, 1, 1, 0, arguments, nullptr};
  cudaGraph_t graph;
  cudaGraphNode_t a, b, c;
  cudaGraphCreate(&graph, 0);
  cudaGraphAddKernelNode(&a, graph, nullptr, 0, &kernel);
  cudaGraphAddKernelNode(&b, graph, nullptr, 0, &kernel);
  cudaGraphAddKernelNode(&c, graph, &b, 1, &kernel);
  cudaGraphAddDependencies(graph, &a, &b, nullptr, 1);
  if (cudaGraphRemoveDependencies(graph, &a, &b, nullptr, 1) != cudaSuccess) return 1;
  cudaGraphExec_t first;
  cudaGraphInstantiate(&first, graph, 0);
  cudaGraphLaunch(first, nullptr);
  return cudaDeviceSynchronize() == cudaSuccess && *value == 3 ? 0 : 2;
}
