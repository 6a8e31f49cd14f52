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

// Edges order the nodes; a copy has nodes of its own.
CASE(copied_and_in_a_circle, passed) {
  InARow row;
  if (cudaGraphAddDependencies(row.graph, &row.a, &row.b, nullptr, 1) == cudaSuccess)
    return 2;
  // A change of the copy changes nothing else.
  cudaGraph_t copy;
  cudaGraphNode_t nodes[3];
  size_t count = 3;
  cudaGraphClone(&copy, row.graph);
  OK(cudaGraphGetNodes(copy, nodes, &count));
  if (count != 3 || nodes[0] == row.a) return 3;
  row.added = 10;
  OK(cudaGraphKernelNodeSetParams(nodes[0], &row.kernel));
  if (run(row.graph) || run(copy) || *row.value != 3 + 12) return 11;
  // Around in a circle, nothing can begin.
  cudaGraphExec_t exec;
  cudaGraphAddDependencies(row.graph, &row.c, &row.a, nullptr, 1);
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
