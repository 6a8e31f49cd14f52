// expect: passed
// Memory that graphs allocate and free: inside one graph, by a capture, freed by a
// stream, by cudaFree and by another graph.
#include <cuda_runtime.h>

__global__ void fill(int* memory, int value) { memory[threadIdx.x] = value; }
__global__ void sum(const int* memory, int* result) {
  int total = 0;
  for (int i = 0; i < 32; ++i) total += memory[i];
  *result = total;
}

static cudaMemAllocNodeParams allocation(size_t bytes) {
  cudaMemAllocNodeParams params = {};
  params.bytesize = bytes;
  params.poolProps.allocType = cudaMemAllocationTypePinned;
  params.poolProps.location.id = 0;
  params.poolProps.location.type = cudaMemLocationTypeDevice;
  return params;
}

static cudaGraphNode_t kernel_after(cudaGraph_t graph, cudaGraphNode_t after,
                                    void* kernel, unsigned threads, void** arguments) {
  cudaKernelNodeParams params = {kernel, 1, threads, 0, arguments, nullptr};
  cudaGraphNode_t node;
  cudaGraphAddKernelNode(&node, graph, &after, after ? 1 : 0, &params);
  return node;
}

int main() {
  const size_t bytes = 32 * sizeof(int);
  int *result, two = 2;
  cudaMallocManaged(&result, sizeof(int));
  cudaStream_t stream;
  cudaStreamCreate(&stream);

  // Allocated, used and freed by one graph, which is launched twice.
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  cudaMemAllocNodeParams params = allocation(bytes);
  cudaGraphNode_t allocates, frees;
  if (cudaGraphAddMemAllocNode(&allocates, graph, nullptr, 0, &params) != cudaSuccess)
    return 1;
  void* memory = params.dptr;
  void* fills[] = {&memory, &two};
  void* sums[] = {&memory, &result};
  cudaGraphNode_t last = kernel_after(graph, allocates, (void*)fill, 32, fills);
  last = kernel_after(graph, last, (void*)sum, 1, sums);
  if (cudaGraphAddMemFreeNode(&frees, graph, &last, 1, memory) != cudaSuccess) return 2;
  if (cudaGraphAddMemFreeNode(&frees, graph, &last, 1, memory) == cudaSuccess) return 3;
  cudaGraphExec_t exec;
  if (cudaGraphInstantiate(&exec, graph, 0) != cudaSuccess) return 4;
  for (int i = 0; i < 2; ++i)
    if (cudaGraphLaunch(exec, stream) != cudaSuccess) return 5;
  if (cudaStreamSynchronize(stream) != cudaSuccess || *result != 64) return 6;
  if (cudaFree(memory) == cudaSuccess) return 7;  // A node frees it.
  size_t used = 1, reserved = 0;
  cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrUsedMemCurrent, &used);
  cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrReservedMemCurrent, &reserved);
  if (used != 0 || reserved != bytes) return 8;
  cudaDeviceGraphMemTrim(0);
  cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrReservedMemCurrent, &reserved);
  if (reserved != 0) return 9;

  // Captured; the stream frees it after each launch.
  int* captured;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  cudaMallocAsync(&captured, bytes, stream);
  fill<<<1, 32, 0, stream>>>(captured, 3);
  if (cudaStreamEndCapture(stream, &graph) != cudaSuccess) return 10;
  if (cudaGraphInstantiate(&exec, graph, 0) != cudaSuccess) return 11;
  if (cudaFreeAsync(captured, stream) == cudaSuccess) return 12;  // Not allocated yet.
  for (int i = 0; i < 2; ++i) {
    if (cudaGraphLaunch(exec, stream) != cudaSuccess) return 13;
    sum<<<1, 1, 0, stream>>>(captured, result);
    if (cudaFreeAsync(captured, stream) != cudaSuccess) return 14;
  }
  if (cudaStreamSynchronize(stream) != cudaSuccess || *result != 96) return 15;
  if (cudaGraphLaunch(exec, stream) != cudaSuccess) return 16;
  if (cudaGraphLaunch(exec, stream) != cudaErrorInvalidValue) return 17;  // Still in use.
  cudaStreamSynchronize(stream);
  if (cudaFree(captured) != cudaSuccess) return 18;

  // Another graph frees it.
  cudaGraph_t other;
  cudaGraphExec_t freeing;
  cudaGraphCreate(&other, 0);
  if (cudaGraphAddMemFreeNode(&frees, other, nullptr, 0, captured) != cudaSuccess)
    return 19;
  cudaGraphInstantiate(&freeing, other, 0);
  if (cudaGraphLaunch(freeing, stream) != cudaErrorInvalidValue)
    return 20;  // Not in use.
  for (int i = 0; i < 2; ++i) {
    if (cudaGraphLaunch(exec, stream) != cudaSuccess) return 21;
    sum<<<1, 1, 0, stream>>>(captured, result);
    if (cudaGraphLaunch(freeing, stream) != cudaSuccess) return 22;
  }
  if (cudaStreamSynchronize(stream) != cudaSuccess || *result != 96) return 23;

  // Each launch frees what the last one has left.
  cudaGraphExecDestroy(exec);
  if (cudaGraphInstantiate(&exec, graph, cudaGraphInstantiateFlagAutoFreeOnLaunch) !=
      cudaSuccess)
    return 24;
  for (int i = 0; i < 2; ++i)
    if (cudaGraphLaunch(exec, stream) != cudaSuccess) return 25;
  cudaGetLastError();
  return cudaStreamSynchronize(stream) == cudaSuccess ? 0 : 26;
}
