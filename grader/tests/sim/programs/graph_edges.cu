// expect: passed
// Nodes and edges are listed, added and removed; a copy has nodes of its own.
#include <cuda_runtime.h>

__global__ void add(int* value, int added) { *value += added; }

int main() {
  int *value, one = 1;
  cudaMallocManaged(&value, sizeof(int));
  *value = 0;
  void* arguments[] = {&value, &one};
  cudaKernelNodeParams kernel = {(void*)add, 1, 1, 0, arguments, nullptr};
  cudaGraph_t graph, copy;
  cudaGraphNode_t a, b, c, empty;
  cudaGraphCreate(&graph, 0);
  cudaGraphAddKernelNode(&a, graph, nullptr, 0, &kernel);
  cudaGraphAddKernelNode(&b, graph, nullptr, 0, &kernel);
  cudaGraphAddKernelNode(&c, graph, &b, 1, &kernel);
  cudaGraphAddEmptyNode(&empty, graph, nullptr, 0);
  // An edge is all that orders a and b.
  if (cudaGraphAddDependencies(graph, &a, &b, nullptr, 1) != cudaSuccess) return 1;
  if (cudaGraphAddDependencies(graph, &a, &b, nullptr, 1) == cudaSuccess) return 2;
  size_t count = 0;
  if (cudaGraphGetRootNodes(graph, nullptr, &count) != cudaSuccess || count != 2)
    return 3;
  cudaGraphDestroyNode(empty);
  cudaGraphNode_t root, from[4], to[4], before[4];
  cudaGraphGetRootNodes(graph, &root, &(count = 1));
  if (root != a) return 4;
  cudaGraphGetEdges(graph, from, to, nullptr, &(count = 4));
  if (count != 2 || from[0] != a || to[0] != b || from[1] != b || to[1] != c) return 5;
  cudaGraphNodeGetDependencies(c, before, nullptr, &(count = 4));
  if (count != 1 || before[0] != b || before[1] != nullptr) return 6;
  cudaGraphNodeGetDependentNodes(a, before, nullptr, &(count = 4));
  if (count != 1 || before[0] != b) return 7;
  cudaGraphNodeType type;
  if (cudaGraphNodeGetType(a, &type) != cudaSuccess || type != cudaGraphNodeTypeKernel)
    return 8;
  cudaGraphNode_t clone_of_a;
  cudaGraphClone(&copy, graph);
  if (cudaGraphNodeFindInClone(&clone_of_a, a, copy) != cudaSuccess || clone_of_a == a)
    return 9;
  // A change of the copy changes nothing else.
  int ten = 10;
  arguments[1] = &ten;
  if (cudaGraphKernelNodeSetParams(clone_of_a, &kernel) != cudaSuccess) return 10;
  cudaGraphExec_t first, second;
  cudaGraphInstantiate(&first, graph, 0);
  cudaGraphInstantiate(&second, copy, 0);
  cudaGraphLaunch(first, nullptr);
  cudaGraphLaunch(second, nullptr);
  cudaDeviceSynchronize();
  if (*value != 3 + 12) return 11;
  // Around in a circle, nothing can begin.
  cudaGraphAddDependencies(graph, &c, &a, nullptr, 1);
  if (cudaGraphInstantiate(&first, graph, 0) == cudaSuccess) return 12;
  cudaGetLastError();
  return 0;
}
