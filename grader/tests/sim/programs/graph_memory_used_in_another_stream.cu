// expect: data_race
// A launch allocates again what another stream may still read: nothing orders the two.
#include <cuda_runtime.h>

__global__ void fill(int* memory) { memory[threadIdx.x] = 1; }
__global__ void read(const int* memory, int* result) { *result = memory[0]; }

int main() {
  int *memory, *result;
  cudaMalloc(&result, sizeof(int));
  cudaStream_t stream, other;
  cudaEvent_t filled;
  cudaStreamCreate(&stream);
  cudaStreamCreate(&other);
  cudaEventCreate(&filled);
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  cudaMallocAsync(&memory, 32 * sizeof(int), stream);
  fill<<<1, 32, 0, stream>>>(memory);
  cudaStreamEndCapture(stream, &graph);
  if (cudaGraphInstantiate(&exec, graph, cudaGraphInstantiateFlagAutoFreeOnLaunch) !=
      cudaSuccess)
    return 1;
  cudaGraphLaunch(exec, stream);
  cudaEventRecord(filled, stream);
  cudaStreamWaitEvent(other, filled);
  read<<<1, 1, 0, other>>>(memory, result);
  if (cudaGraphLaunch(exec, stream) != cudaSuccess) return 2;
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 3;
}
