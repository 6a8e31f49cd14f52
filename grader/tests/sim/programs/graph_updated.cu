// expect: passed
// A graph that was instantiated gets other parameters: node by node, from another graph,
// in a child graph; nodes are switched off.  A launch in flight keeps what it had.
#include <cuda_runtime.h>

__global__ void add(int* value, int added) { *value += added; }

static cudaGraphExec_t exec;
static cudaStream_t stream;
static int* value;

/// What a launch adds.
static int added() {
  *value = 0;
  if (cudaGraphLaunch(exec, stream) != cudaSuccess) return -1;
  if (cudaStreamSynchronize(stream) != cudaSuccess) return -2;
  return *value;
}

static cudaGraph_t captured(int kernels, int each) {
  cudaGraph_t graph;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  for (int i = 0; i < kernels; ++i) add<<<1, 1, 0, stream>>>(value, each);
  cudaStreamEndCapture(stream, &graph);
  return graph;
}

int main() {
  cudaMallocManaged(&value, sizeof(int));
  cudaStreamCreate(&stream);
  cudaGraph_t graph = captured(2, 1);
  if (cudaGraphInstantiate(&exec, graph, 0) != cudaSuccess || added() != 2) return 1;

  cudaGraphNode_t nodes[2];
  size_t count = 2;
  cudaGraphGetNodes(graph, nodes, &count);
  int five = 5;
  void* arguments[] = {&value, &five};
  cudaKernelNodeParams kernel = {(void*)add, 1, 1, 0, arguments, nullptr};
  if (cudaGraphExecKernelNodeSetParams(exec, nodes[1], &kernel) != cudaSuccess) return 2;
  if (added() != 6) return 3;
  cudaHostNodeParams host = {[](void*) {}, nullptr};
  if (cudaGraphExecHostNodeSetParams(exec, nodes[1], &host) == cudaSuccess) return 4;

  *value = 0;
  cudaGraphLaunch(exec, stream);  // In flight.
  cudaGraphNodeSetEnabled(exec, nodes[0], 0);
  cudaStreamSynchronize(stream);
  if (*value != 6 || added() != 5) return 5;
  unsigned enabled = 1;
  if (cudaGraphNodeGetEnabled(exec, nodes[0], &enabled) != cudaSuccess || enabled)
    return 6;
  cudaGraphNodeSetEnabled(exec, nodes[0], 1);

  cudaGraphExecUpdateResultInfo info;
  if (cudaGraphExecUpdate(exec, captured(2, 10), &info) != cudaSuccess) return 7;
  if (info.result != cudaGraphExecUpdateSuccess || added() != 20) return 8;
  cudaGraphExecUpdateResult result;
  cudaGraphNode_t at;
  if (cudaGraphExecUpdate(exec, captured(3, 1), &at, &result) !=
          cudaErrorGraphExecUpdateFailure ||
      result != cudaGraphExecUpdateErrorTopologyChanged || added() != 20)
    return 9;

  // The same in a child graph, by the node of the copy that the parent holds.
  cudaGraph_t parent, inside;
  cudaGraphNode_t child, memset_node, in_child[2];
  cudaGraphCreate(&parent, 0);
  cudaMemsetParams zero = {value, 0, 0, sizeof(int), 1, 1};
  cudaGraphAddMemsetNode(&memset_node, parent, nullptr, 0, &zero);
  cudaGraphAddChildGraphNode(&child, parent, &memset_node, 1, graph);
  cudaGraphChildGraphNodeGetGraph(child, &inside);
  cudaGraphGetNodes(inside, in_child, &count);
  cudaGraphExecDestroy(exec);
  if (cudaGraphInstantiate(&exec, parent, 0) != cudaSuccess || added() != 2) return 10;
  if (cudaGraphExecKernelNodeSetParams(exec, in_child[0], &kernel) != cudaSuccess)
    return 11;
  if (added() != 6) return 12;
  if (cudaGraphExecChildGraphNodeSetParams(exec, child, captured(2, 4)) != cudaSuccess)
    return 13;
  if (added() != 8) return 14;
  zero.value = 0x01010101;
  cudaGraphNodeParams other = {cudaGraphNodeTypeMemset};
  other.memset = {value, 0, 0x01010101, sizeof(int), 1, 1};
  if (cudaGraphExecNodeSetParams(exec, memset_node, &other) != cudaSuccess) return 15;
  if (added() != 0x01010101 + 8) return 16;
  cudaGetLastError();
  return 0;
}
