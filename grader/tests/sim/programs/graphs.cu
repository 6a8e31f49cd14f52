// Graphs: their nodes and edges, captured streams, and the memory that graphs allocate.
#include "cases.h"

using Nodes = std::initializer_list<cudaGraphNode_t>;

inline cudaGraph_t new_graph() {
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  return graph;
}

/// Adds a kernel of one block behind these nodes.
template <class... T, class... Given>
cudaGraphNode_t kernel_node(cudaGraph_t graph, Nodes after, unsigned threads,
                            void (*kernel)(T...), Given... given) {
  cudaGraphNode_t node = nullptr;
  [&](T... arguments) {
    void* pointers[] = {&arguments...};
    const cudaKernelNodeParams params = {(void*)kernel, 1, threads, 0, pointers, nullptr};
    cudaGraphAddKernelNode(&node, graph, after.begin(), after.size(), &params);
  }(given...);
  return node;
}

/// A graph that can be launched.
inline cudaGraphExec_t instantiated(cudaGraph_t graph, unsigned long long flags = 0) {
  cudaGraphExec_t exec = nullptr;
  cudaGraphInstantiate(&exec, graph, flags);
  return exec;
}

inline int run(cudaGraph_t graph) {
  OK(cudaGraphLaunch(instantiated(graph), nullptr));
  return finish();
}

__global__ void add(int* values, int value) { values[threadIdx.x] += value; }

// A graph captured from two streams, launched twice: the copy waits for both kernels.
CASE(two_streams, passed) {
  int *left = zeros<int>(64), *right = left + 32, *copied = pinned<int>(64);
  const auto [stream, other] = Streams();
  const cudaEvent_t fork = new_event(), join = new_event();
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaDeviceSynchronize();

  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  cudaEventRecord(fork, stream);
  cudaStreamWaitEvent(other, fork);
  add<<<1, 32, 0, stream>>>(left, 1);
  add<<<1, 32, 0, other>>>(right, 2);
  cudaEventRecord(join, other);
  cudaStreamWaitEvent(stream, join);
  cudaMemcpyAsync(copied, left, 64 * sizeof(int), cudaMemcpyDeviceToHost, stream);
  OK(cudaStreamEndCapture(stream, &graph));

  size_t nodes = 0;
  cudaGraphGetNodes(graph, nullptr, &nodes);
  if (nodes != 3) return 2;
  OK(cudaGraphInstantiate(&exec, graph, 0));
  for (int i = 0; i < 2; ++i) OK(cudaGraphLaunch(exec, stream));
  OK(cudaStreamSynchronize(stream));
  for (int i = 0; i < 64; ++i)
    if (copied[i] != (i < 32 ? 2 : 4)) return 5;
  return cudaGraphExecDestroy(exec) || cudaGraphDestroy(graph);
}

// Calls that a capture does not allow return CUDA's errors.
CASE(misused, passed) {
  const auto [stream, other] = Streams();
  const cudaEvent_t event = new_event();
  cudaGraph_t graph;
  EXPECT(cudaErrorStreamCaptureUnsupported,
         cudaStreamBeginCapture(0, cudaStreamCaptureModeGlobal));

  // The host waits for a stream that captures.
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed);
  EXPECT(cudaErrorStreamCaptureUnsupported, cudaStreamSynchronize(stream));
  cudaStreamCaptureStatus status;
  cudaStreamIsCapturing(stream, &status);
  if (status != cudaStreamCaptureStatusInvalidated) return 3;
  EXPECT(cudaErrorStreamCaptureInvalidated, cudaStreamEndCapture(stream, &graph));

  // A stream that took part is not joined.
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed);
  cudaEventRecord(event, stream);
  cudaStreamWaitEvent(other, event);
  nothing<<<1, 1, 0, other>>>();
  EXPECT(cudaErrorStreamCaptureUnjoined, cudaStreamEndCapture(stream, &graph));
  cudaGetLastError();
  return 0;
}

struct Captured {
  Captured() { cudaStreamCreate(&stream); }

  cudaGraph_t kernels(int count, int each) const {
    cudaGraph_t graph;
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    for (int i = 0; i < count; ++i) add<<<1, 1, 0, stream>>>(value, each);
    cudaStreamEndCapture(stream, &graph);
    return graph;
  }

  /// The sum that a launch adds.
  int added() const {
    *value = 0;
    if (cudaGraphLaunch(exec, stream) != cudaSuccess) return -1;
    return cudaStreamSynchronize(stream) == cudaSuccess ? *value : -2;
  }

  int* value = managed<int>();
  cudaStream_t stream;
  cudaGraphExec_t exec;
};

// cudaGraphInstantiate with the node and the text of an error.
CASE(instantiated_as_in_cuda_11, passed) {
  Captured captured;
  cudaGraphNode_t wrong;
  char text[64] = "?";
  OK(cudaGraphInstantiate(&captured.exec, captured.kernels(1, 1), &wrong, text,
                          sizeof text));
  return captured.added() == 1 && captured.added() == 1 && text[0] == 0 ? 0 : 1;
}

// An instance gets the parameters of another graph; a launch in flight keeps its own.
CASE(updated, passed) {
  Captured captured;
  auto& [value, stream, exec] = captured;
  OK(cudaGraphInstantiate(&exec, captured.kernels(2, 1), 0));
  if (captured.added() != 2) return 1;
  *value = 0;
  cudaGraphLaunch(exec, stream);  // In flight.
  cudaGraphExecUpdateResultInfo info;
  OK(cudaGraphExecUpdate(exec, captured.kernels(2, 10), &info));
  cudaStreamSynchronize(stream);
  if (info.result != cudaGraphExecUpdateSuccess || *value != 2) return 3;
  if (captured.added() != 20) return 8;
  cudaGraphExecUpdateResult result;
  cudaGraphNode_t at;
  EXPECT(cudaErrorGraphExecUpdateFailure,
         cudaGraphExecUpdate(exec, captured.kernels(3, 1), &at, &result));
  if (result != cudaGraphExecUpdateErrorTopologyChanged || captured.added() != 20)
    return 9;
  cudaGetLastError();
  return 0;
}

// Three nodes that write a word, one after the other.
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

// Edges order the nodes.
CASE(in_a_circle, passed) {
  InARow row;
  if (cudaGraphAddDependencies(row.graph, &row.a, &row.b, nullptr, 1) == cudaSuccess)
    return 2;
  if (run(row.graph) || *row.value != 3) return 11;
  // If the edges form a cycle, no node can begin.
  cudaGraphExec_t exec;
  cudaGraphAddDependencies(row.graph, &row.c, &row.a, nullptr, 1);
  if (cudaGraphInstantiate(&exec, row.graph, 0) == cudaSuccess) return 12;
  cudaGetLastError();
  return 0;
}

__global__ void sum(const int* values, int count, int* result) {
  for (int i = 0; i < count; ++i) *result += values[i];
}

// A node lacks an edge from one of the three nodes that must come before it.
// told: Both belong to the graph that is launched in line $launch
// unsaid: cudaStreamWaitEvent
CASE(edge_forgotten, data_race) {
  int *values = device<int>(65), *result = values + 64;
  const cudaGraph_t graph = new_graph();
  const cudaMemsetParams zero = {result, 0, 0, sizeof(int), 1, 1};
  cudaGraphNode_t zeroes;
  cudaGraphAddMemsetNode(&zeroes, graph, nullptr, 0, &zero);
  const auto left = kernel_node(graph, {}, 32, set, values, 1);
  kernel_node(graph, {}, 32, set, values + 32, 2);
  kernel_node(graph, {left, zeroes}, 1, sum, values, 64, result);
  cudaGraphLaunch(instantiated(graph), nullptr);  // $launch
  return finish();
}

// Event nodes, added and captured, order a graph that writes with one that reads.
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

constexpr size_t bytes = 32 * sizeof(int);

// A capture frees memory while a forked stream uses it or, if `joined`, after that.
int used_in_a_fork(bool joined) {
  int* memory;
  const auto [stream, other] = Streams();
  const cudaEvent_t fork = new_event(), join = new_event();
  cudaGraph_t graph;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  cudaMallocAsync(&memory, bytes, stream);
  cudaEventRecord(fork, stream);
  cudaStreamWaitEvent(other, fork);
  set<<<1, 32, 0, other>>>(memory, 1);
  cudaEventRecord(join, other);
  if (joined) cudaStreamWaitEvent(stream, join);
  cudaFreeAsync(memory, stream);
  cudaStreamWaitEvent(stream, join);
  OK(cudaStreamEndCapture(stream, &graph));
  return run(graph);
}

// missing: no edges lead from one node to the other
// unsaid: node[
CASE(freed_beside_a_use, data_race) { return used_in_a_fork(false); }

CASE(freed_behind_a_use, passed) { return used_in_a_fork(true); }

// A launch allocates again what another stream may still read: nothing orders the two.
CASE(used_in_another_stream, data_race) {
  int *memory, *result = device<int>();
  const auto [stream, other] = Streams();
  const cudaEvent_t filled = new_event();
  cudaGraph_t graph;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  cudaMallocAsync(&memory, bytes, stream);
  set<<<1, 32, 0, stream>>>(memory, 1);
  cudaStreamEndCapture(stream, &graph);
  const auto exec = instantiated(graph, cudaGraphInstantiateFlagAutoFreeOnLaunch);
  cudaGraphLaunch(exec, stream);
  cudaEventRecord(filled, stream);
  cudaStreamWaitEvent(other, filled);
  copy<<<1, 1, 0, other>>>(memory, result);
  OK(cudaGraphLaunch(exec, stream));
  return finish();
}

// What a capture allocates is freed by the stream, by cudaFree and by the next launch.
CASE(allocated_and_freed, passed) {
  int *captured, *result = numbers(1);
  const cudaStream_t stream = Streams().first;
  cudaGraph_t graph;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  cudaMallocAsync(&captured, bytes, stream);
  set<<<1, 32, 0, stream>>>(captured, 3);
  OK(cudaStreamEndCapture(stream, &graph));
  cudaGraphExec_t exec = instantiated(graph);
  if (cudaFreeAsync(captured, stream) == cudaSuccess) return 12;  // Not allocated yet.
  for (int i = 0; i < 2; ++i) {
    OK(cudaGraphLaunch(exec, stream));
    sum<<<1, 1, 0, stream>>>(captured, 32, result);
    OK(cudaFreeAsync(captured, stream));
  }
  OK(cudaStreamSynchronize(stream));
  if (*result != 192) return 15;
  OK(cudaGraphLaunch(exec, stream));
  EXPECT(cudaErrorInvalidValue, cudaGraphLaunch(exec, stream));  // Still in use.
  cudaStreamSynchronize(stream);
  OK(cudaFree(captured));

  cudaGraphExecDestroy(exec);
  exec = instantiated(graph, cudaGraphInstantiateFlagAutoFreeOnLaunch);
  for (int i = 0; i < 2; ++i) OK(cudaGraphLaunch(exec, stream));
  cudaGetLastError();
  return cudaStreamSynchronize(stream) == cudaSuccess ? 0 : 26;
}
