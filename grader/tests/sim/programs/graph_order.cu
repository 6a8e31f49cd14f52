// Edges order the nodes of a graph, and event nodes order it with other work.
#include "cases.h"
#include "parts/graphs.h"

__global__ void add(int* value, int added) { *value += added; }

// Three nodes in a row that write a word.
struct InARow {
  InARow() {
    *value = 0;
    cudaGraphAddKernelNode(&a, graph, nullptr, 0, &kernel);
    cudaGraphAddKernelNode(&b, graph, nullptr, 0, &kernel);
    cudaGraphAddKernelNode(&c, graph, &b, 1, &kernel);
    cudaGraphAddDependencies(graph, &a, &b, nullptr, 1);
  }

  int *value = managed<int>(), added = 1;
  void* arguments[2] = {&value, &added};
  cudaKernelNodeParams kernel = {(void*)add, 1, 1, 0, arguments, nullptr};
  cudaGraph_t graph = new_graph();
  cudaGraphNode_t a, b, c;
};

CASE(edge_removed, data_race) {
  const InARow row;
  OK(cudaGraphRemoveDependencies(row.graph, &row.a, &row.b, nullptr, 1));
  return run(row.graph);
}

// Nodes and edges are listed, added and removed; a copy has nodes of its own.
CASE(edges_listed, passed) {
  InARow row;
  const cudaGraphNode_t a = row.a, b = row.b, c = row.c;
  cudaGraphNode_t empty, root, from[4], to[4], others[4];
  cudaGraphAddEmptyNode(&empty, row.graph, nullptr, 0);
  if (cudaGraphAddDependencies(row.graph, &a, &b, nullptr, 1) == cudaSuccess) return 2;
  size_t count = 0;
  OK(cudaGraphGetRootNodes(row.graph, nullptr, &count));
  if (count != 2) return 3;
  cudaGraphDestroyNode(empty);
  cudaGraphGetRootNodes(row.graph, &root, &(count = 1));
  if (root != a) return 4;
  cudaGraphGetEdges(row.graph, from, to, nullptr, &(count = 4));
  if (count != 2 || from[0] != a || to[0] != b || from[1] != b || to[1] != c) return 5;
  cudaGraphNodeGetDependencies(c, others, nullptr, &(count = 4));
  if (count != 1 || others[0] != b || others[1] != nullptr) return 6;
  cudaGraphNodeGetDependentNodes(a, others, nullptr, &(count = 4));
  if (count != 1 || others[0] != b) return 7;
  cudaGraphNodeType type;
  OK(cudaGraphNodeGetType(a, &type));
  if (type != cudaGraphNodeTypeKernel) return 8;

  // A change of the copy changes nothing else.
  cudaGraph_t copy;
  cudaGraphNode_t clone_of_a;
  cudaGraphClone(&copy, row.graph);
  OK(cudaGraphNodeFindInClone(&clone_of_a, a, copy));
  if (clone_of_a == a) return 9;
  row.added = 10;
  OK(cudaGraphKernelNodeSetParams(clone_of_a, &row.kernel));
  if (run(row.graph) || run(copy) || *row.value != 3 + 12) return 11;
  // Around in a circle, nothing can begin.
  cudaGraphExec_t exec;
  cudaGraphAddDependencies(row.graph, &c, &a, nullptr, 1);
  if (cudaGraphInstantiate(&exec, row.graph, 0) == cudaSuccess) return 12;
  cudaGetLastError();
  return 0;
}

__global__ void fill(int* values, int value) { values[threadIdx.x] = value; }
__global__ void sum(const int* values, int* result) {
  for (int i = 0; i < 64; ++i) *result += values[i];
}

// A node that forgets to name one of the two nodes before it.
// told: Both belong to the graph that is launched in line $launch
// unsaid: cudaStreamWaitEvent
CASE(edge_forgotten, data_race) {
  int *values = device<int>(65), *result = values + 64;
  const cudaGraph_t graph = new_graph();
  const cudaMemsetParams zero = {result, 0, 0, sizeof(int), 1, 1};
  cudaGraphNode_t zeroes;
  cudaGraphAddMemsetNode(&zeroes, graph, nullptr, 0, &zero);
  const auto left = kernel_node(graph, {}, 32, fill, values, 1);
  kernel_node(graph, {}, 32, fill, values + 32, 2);
  kernel_node(graph, {left, zeroes}, 1, sum, values, result);
  cudaGraphLaunch(instantiated(graph), nullptr);  // $launch
  return finish();
}

__global__ void set(int* value, int written) { *value = written; }
__global__ void copy(const int* from, int* to) { *to = *from; }

// Event nodes order a graph that writes with one that reads; one node of each is added,
// the others are captured.
int read_after_an_event(bool awaited) {
  int *value = device<int>(), *copied = managed<int>();
  const auto [stream, other] = Streams();
  const cudaEvent_t written = new_event(), read = new_event();
  cudaGraph_t graph = new_graph();
  cudaGraphNode_t waits, records;
  cudaGraphAddEventWaitNode(&waits, graph, nullptr, 0, read);
  const auto sets = kernel_node(graph, {waits}, 1, set, value, 7);
  OK(cudaGraphAddEventRecordNode(&records, graph, &sets, 1, written));
  const cudaGraphExec_t exec = instantiated(graph);

  if (!cudaEventRecordWithFlags(read, other, cudaEventRecordExternal)) return 3;
  cudaStreamBeginCapture(other, cudaStreamCaptureModeGlobal);
  if (awaited) cudaStreamWaitEvent(other, written, cudaEventWaitExternal);
  copy<<<1, 1, 0, other>>>(value, copied);
  cudaEventRecordWithFlags(read, other, cudaEventRecordExternal);
  OK(cudaStreamEndCapture(other, &graph));
  const cudaGraphExec_t reading = instantiated(graph);
  for (int i = 0; i < 2; ++i) {
    cudaGraphLaunch(exec, stream);
    cudaGraphLaunch(reading, other);
  }
  cudaGetLastError();
  return finish() == 0 && *copied == 7 ? 0 : 6;
}

CASE(event_awaited, passed) { return read_after_an_event(true); }

// unsaid: no edges
CASE(event_not_awaited, data_race) { return read_after_an_event(false); }
