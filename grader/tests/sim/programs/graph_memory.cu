// Memory that graphs allocate and free, by nodes or in a capture.
#include "cases.h"
#include "parts/graphs.h"

__global__ void fill(int* memory, int value) { memory[threadIdx.x] = value; }
__global__ void read(const int* memory, int* result) { *result = memory[0]; }
__global__ void sum(const int* memory, int* result) {
  int total = 0;
  for (int i = 0; i < 32; ++i) total += memory[i];
  *result = total;
}

constexpr size_t bytes = 32 * sizeof(int);

// A node that allocates, and its memory.
struct Allocation {
  explicit Allocation(cudaGraph_t graph) {
    cudaMemAllocNodeParams params = {};
    params.bytesize = bytes;
    params.poolProps.allocType = cudaMemAllocationTypePinned;
    params.poolProps.location.type = cudaMemLocationTypeDevice;
    cudaGraphAddMemAllocNode(&node, graph, nullptr, 0, &params);
    memory = static_cast<int*>(params.dptr);
  }

  cudaGraphNode_t node;
  int* memory;
};

// Edges order the use after the allocation, and the free after the use; or they do not.
int allocated_used_and_freed(bool used_after_allocation, bool freed_after_use) {
  const cudaGraph_t graph = new_graph();
  const Allocation allocates(graph);
  const Nodes none, allocation = {allocates.node};
  const auto uses = kernel_node(graph, used_after_allocation ? allocation : none, 32,
                                fill, allocates.memory, 1);
  cudaGraphNode_t frees;
  OK(cudaGraphAddMemFreeNode(&frees, graph, freed_after_use ? &uses : &allocates.node, 1,
                             allocates.memory));
  return run(graph);
}

// missing: no edges lead from one node to the other
// unsaid: node[
CASE(freed_beside_a_use, data_race) { return allocated_used_and_freed(true, false); }

CASE(used_before_it_is_allocated, data_race) {
  return allocated_used_and_freed(false, true);
}

// A launch allocates again what another stream may still read: nothing orders the two.
CASE(used_in_another_stream, data_race) {
  int *memory, *result = device<int>();
  const auto [stream, other] = Streams();
  const cudaEvent_t filled = new_event();
  cudaGraph_t graph;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  cudaMallocAsync(&memory, bytes, stream);
  fill<<<1, 32, 0, stream>>>(memory, 1);
  cudaStreamEndCapture(stream, &graph);
  const auto exec = instantiated(graph, cudaGraphInstantiateFlagAutoFreeOnLaunch);
  cudaGraphLaunch(exec, stream);
  cudaEventRecord(filled, stream);
  cudaStreamWaitEvent(other, filled);
  read<<<1, 1, 0, other>>>(memory, result);
  OK(cudaGraphLaunch(exec, stream));
  return finish();
}

// Memory is allocated and freed inside one graph, which is launched twice.
int inside_one_graph(cudaStream_t stream, int* result) {
  const cudaGraph_t graph = new_graph();
  const Allocation allocates(graph);
  int* memory = allocates.memory;
  auto last = kernel_node(graph, {allocates.node}, 32, fill, memory, 2);
  last = kernel_node(graph, {last}, 1, sum, memory, result);
  cudaGraphNode_t frees;
  OK(cudaGraphAddMemFreeNode(&frees, graph, &last, 1, memory));
  if (cudaGraphAddMemFreeNode(&frees, graph, &last, 1, memory) == cudaSuccess) return 3;
  const cudaGraphExec_t exec = instantiated(graph);
  for (int i = 0; i < 2; ++i) OK(cudaGraphLaunch(exec, stream));
  OK(cudaStreamSynchronize(stream));
  EXPECT(64, *result);
  if (cudaFree(memory) == cudaSuccess) return 7;  // A node frees it.
  return 0;
}

// A capture allocates memory, which is freed by the stream, by cudaFree, by another graph
// and by the next launch.
int by_a_capture(cudaStream_t stream, int* result) {
  int* captured;
  cudaGraph_t graph, other = new_graph();
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  cudaMallocAsync(&captured, bytes, stream);
  fill<<<1, 32, 0, stream>>>(captured, 3);
  OK(cudaStreamEndCapture(stream, &graph));
  cudaGraphExec_t exec = instantiated(graph);
  if (cudaFreeAsync(captured, stream) == cudaSuccess) return 12;  // Not allocated yet.
  for (int i = 0; i < 2; ++i) {
    OK(cudaGraphLaunch(exec, stream));
    sum<<<1, 1, 0, stream>>>(captured, result);
    OK(cudaFreeAsync(captured, stream));
  }
  OK(cudaStreamSynchronize(stream));
  if (*result != 96) return 15;
  OK(cudaGraphLaunch(exec, stream));
  EXPECT(cudaErrorInvalidValue, cudaGraphLaunch(exec, stream));  // Still in use.
  cudaStreamSynchronize(stream);
  OK(cudaFree(captured));

  cudaGraphNode_t frees;
  OK(cudaGraphAddMemFreeNode(&frees, other, nullptr, 0, captured));
  const cudaGraphExec_t freeing = instantiated(other);
  EXPECT(cudaErrorInvalidValue, cudaGraphLaunch(freeing, stream));  // Not in use.
  *result = 0;
  for (int i = 0; i < 2; ++i) {
    OK(cudaGraphLaunch(exec, stream));
    sum<<<1, 1, 0, stream>>>(captured, result);
    OK(cudaGraphLaunch(freeing, stream));
  }
  OK(cudaStreamSynchronize(stream));
  if (*result != 96) return 23;

  cudaGraphExecDestroy(exec);
  exec = instantiated(graph, cudaGraphInstantiateFlagAutoFreeOnLaunch);
  for (int i = 0; i < 2; ++i) OK(cudaGraphLaunch(exec, stream));
  cudaGetLastError();
  return cudaStreamSynchronize(stream) == cudaSuccess ? 0 : 26;
}

CASE(allocated_and_freed, passed) {
  int* result = managed<int>();
  const cudaStream_t stream = Streams().first;
  return inside_one_graph(stream, result) || by_a_capture(stream, result);
}
