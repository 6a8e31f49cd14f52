// Memory that captured graphs allocate and free.
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

// A capture frees the memory beside its use in a forked stream, or behind it.
int used_in_a_fork(bool joined) {
  int* memory;
  const auto [stream, other] = Streams();
  const cudaEvent_t fork = new_event(), join = new_event();
  cudaGraph_t graph;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  cudaMallocAsync(&memory, bytes, stream);
  cudaEventRecord(fork, stream);
  cudaStreamWaitEvent(other, fork);
  fill<<<1, 32, 0, other>>>(memory, 1);
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

// A capture allocates memory, which is freed by the stream, by cudaFree and by the next
// launch.
CASE(allocated_and_freed, passed) {
  int *captured, *result = managed<int>();
  const cudaStream_t stream = Streams().first;
  cudaGraph_t graph;
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

  cudaGraphExecDestroy(exec);
  exec = instantiated(graph, cudaGraphInstantiateFlagAutoFreeOnLaunch);
  for (int i = 0; i < 2; ++i) OK(cudaGraphLaunch(exec, stream));
  cudaGetLastError();
  return cudaStreamSynchronize(stream) == cudaSuccess ? 0 : 26;
}
