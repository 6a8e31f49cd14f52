// expect: passed
// Event nodes order a graph with a stream: one is added, one captured.
#include <cuda_runtime.h>

__global__ void set(int* value, int written) { *value = written; }
__global__ void copy(const int* from, int* to) { *to = *from; }

int main() {
  int *value, *copied, seven = 7;
  cudaMalloc(&value, sizeof(int));
  cudaMallocManaged(&copied, sizeof(int));
  cudaStream_t stream, other;
  cudaEvent_t written, read;
  cudaStreamCreate(&stream);
  cudaStreamCreate(&other);
  cudaEventCreate(&written);
  cudaEventCreate(&read);
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  void* arguments[] = {&value, &seven};
  cudaKernelNodeParams kernel = {(void*)set, 1, 1, 0, arguments, nullptr};
  cudaGraphNode_t waits, sets, records;
  cudaGraphAddEventWaitNode(&waits, graph, nullptr, 0, read);
  cudaGraphAddKernelNode(&sets, graph, &waits, 1, &kernel);
  if (cudaGraphAddEventRecordNode(&records, graph, &sets, 1, written) != cudaSuccess)
    return 1;
  cudaGraphExec_t exec, reading;
  if (cudaGraphInstantiate(&exec, graph, 0) != cudaSuccess) return 2;

  if (cudaEventRecordWithFlags(read, other, cudaEventRecordExternal) == cudaSuccess)
    return 3;
  cudaStreamBeginCapture(other, cudaStreamCaptureModeGlobal);
  cudaStreamWaitEvent(other, written, cudaEventWaitExternal);
  copy<<<1, 1, 0, other>>>(value, copied);
  cudaEventRecordWithFlags(read, other, cudaEventRecordExternal);
  if (cudaStreamEndCapture(other, &graph) != cudaSuccess) return 4;
  if (cudaGraphInstantiate(&reading, graph, 0) != cudaSuccess) return 5;
  for (int i = 0; i < 2; ++i) {
    cudaGraphLaunch(exec, stream);
    cudaGraphLaunch(reading, other);
  }
  cudaGetLastError();
  return cudaDeviceSynchronize() == cudaSuccess && *copied == 7 ? 0 : 6;
}
