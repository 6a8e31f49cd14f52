// expect: passed
// What a capture does not allow returns CUDA's errors.
#include <cuda_runtime.h>

__global__ void nothing() {}

int main() {
  cudaStream_t stream, other;
  cudaEvent_t event;
  cudaGraph_t graph;
  cudaStreamCreate(&stream);
  cudaStreamCreate(&other);
  cudaEventCreate(&event);
  if (cudaStreamBeginCapture(0, cudaStreamCaptureModeGlobal) !=
      cudaErrorStreamCaptureUnsupported)
    return 1;

  // The host waits for a stream that captures.
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed);
  if (cudaStreamSynchronize(stream) != cudaErrorStreamCaptureUnsupported) return 2;
  cudaStreamCaptureStatus status;
  cudaStreamIsCapturing(stream, &status);
  if (status != cudaStreamCaptureStatusInvalidated) return 3;
  if (cudaStreamEndCapture(stream, &graph) != cudaErrorStreamCaptureInvalidated) return 4;

  // A stream that took part is not joined.
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed);
  cudaEventRecord(event, stream);
  cudaStreamWaitEvent(other, event);
  nothing<<<1, 1, 0, other>>>();
  if (cudaStreamEndCapture(stream, &graph) != cudaErrorStreamCaptureUnjoined) return 5;
  cudaGetLastError();
  return 0;
}
