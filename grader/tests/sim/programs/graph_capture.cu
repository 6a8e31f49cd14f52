// Graphs that streams capture: launched, updated, and what a capture does not allow.
#include "cases.h"

__global__ void nothing() {}
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

// A graph that was instantiated gets other parameters: node by node, from another graph,
// in a child graph.  A launch in flight keeps what it had.
CASE(updated, passed) {
  Captured captured;
  auto& [value, stream, exec] = captured;
  const cudaGraph_t graph = captured.kernels(2, 1);
  OK(cudaGraphInstantiate(&exec, graph, 0));
  if (captured.added() != 2) return 1;

  cudaGraphNode_t nodes[2];
  size_t count = 2;
  cudaGraphGetNodes(graph, nodes, &count);
  int five = 5;
  void* arguments[] = {&value, &five};
  cudaKernelNodeParams kernel = {(void*)add, 1, 1, 0, arguments, nullptr};
  OK(cudaGraphExecKernelNodeSetParams(exec, nodes[1], &kernel));
  if (captured.added() != 6) return 3;
  cudaHostNodeParams host = {[](void*) {}, nullptr};
  if (cudaGraphExecHostNodeSetParams(exec, nodes[1], &host) == cudaSuccess) return 4;

  *value = 0;
  cudaGraphLaunch(exec, stream);  // In flight.
  OK(cudaGraphExecKernelNodeSetParams(exec, nodes[0], &kernel));
  cudaStreamSynchronize(stream);
  if (*value != 6 || captured.added() != 10) return 5;

  cudaGraphExecUpdateResultInfo info;
  OK(cudaGraphExecUpdate(exec, captured.kernels(2, 10), &info));
  if (info.result != cudaGraphExecUpdateSuccess || captured.added() != 20) return 8;
  cudaGraphExecUpdateResult result;
  cudaGraphNode_t at;
  EXPECT(cudaErrorGraphExecUpdateFailure,
         cudaGraphExecUpdate(exec, captured.kernels(3, 1), &at, &result));
  if (result != cudaGraphExecUpdateErrorTopologyChanged || captured.added() != 20)
    return 9;

  // The same in a child graph, by the node of the copy that the parent holds.
  cudaGraph_t parent, inside;
  cudaGraphNode_t child, memset_node, in_child[2];
  cudaGraphCreate(&parent, 0);
  const cudaMemsetParams zero = {value, 0, 0, sizeof(int), 1, 1};
  cudaGraphAddMemsetNode(&memset_node, parent, nullptr, 0, &zero);
  cudaGraphAddChildGraphNode(&child, parent, &memset_node, 1, graph);
  cudaGraphChildGraphNodeGetGraph(child, &inside);
  cudaGraphGetNodes(inside, in_child, &count);
  cudaGraphExecDestroy(exec);
  OK(cudaGraphInstantiate(&exec, parent, 0));
  if (captured.added() != 2) return 10;
  OK(cudaGraphExecKernelNodeSetParams(exec, in_child[0], &kernel));
  if (captured.added() != 6) return 12;
  OK(cudaGraphExecChildGraphNodeSetParams(exec, child, captured.kernels(2, 4)));
  if (captured.added() != 8) return 14;
  cudaGraphNodeParams other = {cudaGraphNodeTypeMemset};
  other.memset = {value, 0, 0x01010101, sizeof(int), 1, 1};
  OK(cudaGraphExecNodeSetParams(exec, memset_node, &other));
  if (captured.added() != 0x01010101 + 8) return 16;
  cudaGetLastError();
  return 0;
}
