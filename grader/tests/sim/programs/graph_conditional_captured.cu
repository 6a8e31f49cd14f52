// expect: passed
// A while node put into a capture, whose body another stream captures.
#include <cuda_runtime.h>

__global__ void check(cudaGraphConditionalHandle handle, int* left) {
  if (*left > 0) --*left;
  cudaGraphSetConditional(handle, *left);
}
__global__ void done(const int* left, int* seen) { *seen = *left + 1; }

int main() {
  int* values;
  cudaMallocManaged(&values, 2 * sizeof(int));
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaGraph_t graph;
  cudaStreamCaptureStatus status;
  const cudaGraphNode_t* nodes;
  size_t count;
  if (cudaStreamGetCaptureInfo(stream, &status) != cudaSuccess ||
      status != cudaStreamCaptureStatusNone)
    return 1;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  cudaStreamGetCaptureInfo(stream, &status, nullptr, &graph, &nodes, nullptr, &count);
  if (status != cudaStreamCaptureStatusActive || count != 0) return 2;
  cudaGraphConditionalHandle handle;
  if (cudaGraphConditionalHandleCreate(&handle, graph) != cudaSuccess) return 3;
  check<<<1, 1, 0, stream>>>(handle, values);
  cudaStreamGetCaptureInfo(stream, &status, nullptr, &graph, &nodes, nullptr, &count);
  if (count != 1) return 4;

  cudaGraphNode_t loop;
  cudaGraphNodeParams params = {cudaGraphNodeTypeConditional};
  params.conditional.handle = handle;
  params.conditional.type = cudaGraphCondTypeWhile;
  params.conditional.size = 1;
  if (cudaGraphAddNode(&loop, graph, nodes, nullptr, count, &params) != cudaSuccess)
    return 5;
  if (cudaStreamUpdateCaptureDependencies(
          stream, &loop, nullptr, 1, cudaStreamSetCaptureDependencies) != cudaSuccess)
    return 6;
  done<<<1, 1, 0, stream>>>(values, values + 1);
  if (cudaStreamEndCapture(stream, &graph) != cudaSuccess) return 7;

  const cudaGraph_t body = params.conditional.phGraph_out[0];
  if (cudaStreamBeginCaptureToGraph(stream, body, nullptr, nullptr, 0,
                                    cudaStreamCaptureModeGlobal) != cudaSuccess)
    return 8;
  check<<<1, 1, 0, stream>>>(handle, values);
  if (cudaStreamEndCapture(stream, nullptr) != cudaSuccess) return 9;

  // The body of a conditional node cannot have a host function.
  cudaStreamBeginCaptureToGraph(stream, body, nullptr, nullptr, 0,
                                cudaStreamCaptureModeGlobal);
  cudaLaunchHostFunc(stream, [](void*) {}, nullptr);
  if (cudaStreamEndCapture(stream, nullptr) != cudaErrorStreamCaptureInvalidated)
    return 10;
  cudaGetLastError();

  cudaGraphExec_t exec;
  if (cudaGraphInstantiateWithFlags(&exec, graph, 0) != cudaSuccess) return 11;
  for (int start = 0; start < 5; start += 4) {
    values[0] = start;
    values[1] = 0;
    cudaGraphLaunch(exec, stream);
    cudaStreamSynchronize(stream);
    if (values[0] != 0 || values[1] != 1) return 12;
  }
  return 0;
}
