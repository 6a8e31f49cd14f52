// expect: data_race
// told: Both belong to the graph that is launched in line 33
// unsaid: cudaStreamWaitEvent
// A node that forgets to name one of the two nodes before it.
#include <cuda_runtime.h>

__global__ void fill(int* values, int value) { values[threadIdx.x] = value; }
__global__ void sum(const int* values, int* result) {
  for (int i = 0; i < 64; ++i) *result += values[i];
}

int main() {
  int *values, *right, *result, one = 1, two = 2;
  cudaMalloc(&values, 65 * sizeof(int));
  right = values + 32;
  result = values + 64;
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaGraphNode_t before[3], last;
  cudaGraphCreate(&graph, 0);
  void* left_arguments[] = {&values, &one};
  void* right_arguments[] = {&right, &two};
  void* sum_arguments[] = {&values, &result};
  cudaKernelNodeParams kernel = {(void*)fill, 1, 32, 0, left_arguments, nullptr};
  cudaMemsetParams zero = {result, 0, 0, sizeof(int), 1, 1};
  cudaGraphAddKernelNode(&before[0], graph, nullptr, 0, &kernel);
  cudaGraphAddMemsetNode(&before[1], graph, nullptr, 0, &zero);
  kernel.kernelParams = right_arguments;
  cudaGraphAddKernelNode(&before[2], graph, nullptr, 0, &kernel);
  kernel = {(void*)sum, 1, 1, 0, sum_arguments, nullptr};
  cudaGraphAddKernelNode(&last, graph, before, 2, &kernel);
  if (cudaGraphInstantiate(&exec, graph, 0) != cudaSuccess) return 1;
  cudaGraphLaunch(exec, nullptr);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 2;
}
