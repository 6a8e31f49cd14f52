// expect: passed
// cudaGraphInstantiate with the node and the text of an error.
#include <cuda_runtime.h>

__global__ void count(int* counter) { ++*counter; }

int main() {
  int *counter, counted = 0;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaMalloc(&counter, sizeof counted);
  cudaMemset(counter, 0, sizeof counted);

  cudaGraph_t graph;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  count<<<1, 1, 0, stream>>>(counter);
  cudaStreamEndCapture(stream, &graph);
  cudaGraphExec_t executable;
  cudaGraphNode_t wrong;
  char text[64] = "?";
  if (cudaGraphInstantiate(&executable, graph, &wrong, text, sizeof text) != 0) return 1;
  cudaGraphLaunch(executable, stream);
  cudaGraphLaunch(executable, stream);
  cudaStreamSynchronize(stream);
  cudaMemcpy(&counted, counter, sizeof counted, cudaMemcpyDeviceToHost);
  return counted == 2 && text[0] == 0 ? 0 : 1;
}
