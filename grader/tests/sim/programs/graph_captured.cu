// expect: passed
// A graph captured from two streams, launched twice: the copy waits for both kernels.
#include <cuda_runtime.h>

__global__ void add(int* values, int value) { values[threadIdx.x] += value; }

int main() {
  int *left, *right, *copied;
  cudaStream_t stream, other;
  cudaEvent_t fork, join;
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaMalloc(&left, 64 * sizeof(int));
  right = left + 32;
  cudaMallocHost(&copied, 64 * sizeof(int));
  cudaMemset(left, 0, 64 * sizeof(int));
  cudaStreamCreate(&stream);
  cudaStreamCreate(&other);
  cudaEventCreate(&fork);
  cudaEventCreate(&join);
  cudaDeviceSynchronize();

  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  cudaEventRecord(fork, stream);
  cudaStreamWaitEvent(other, fork);
  add<<<1, 32, 0, stream>>>(left, 1);
  add<<<1, 32, 0, other>>>(right, 2);
  cudaEventRecord(join, other);
  cudaStreamWaitEvent(stream, join);
  cudaMemcpyAsync(copied, left, 64 * sizeof(int), cudaMemcpyDeviceToHost, stream);
  if (cudaStreamEndCapture(stream, &graph) != cudaSuccess) return 1;

  size_t nodes = 0;
  cudaGraphGetNodes(graph, nullptr, &nodes);
  if (nodes != 3 || cudaGraphInstantiate(&exec, graph, 0) != cudaSuccess) return 2;
  for (int i = 0; i < 2; ++i)
    if (cudaGraphLaunch(exec, stream) != cudaSuccess) return 3;
  if (cudaStreamSynchronize(stream) != cudaSuccess) return 4;
  for (int i = 0; i < 64; ++i)
    if (copied[i] != (i < 32 ? 2 : 4)) return 5;
  return cudaGraphExecDestroy(exec) || cudaGraphDestroy(graph) ? 6 : 0;
}
