// expect: passed
// What cuBLAS does comes behind the kernels before it in its stream, and behind an event;
// a number for the host makes the call wait; a graph can launch it.
#include <cublas_v2.h>

__global__ void set(float* x, float value) { x[threadIdx.x] = value; }

int main() {
  cudaStream_t one, two;
  cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&two, cudaStreamNonBlocking);
  cudaEvent_t isSet;
  cudaEventCreate(&isSet);
  cublasHandle_t handle;
  cublasCreate(&handle);
  float *x, *y;
  cudaMallocManaged(&x, 32 * sizeof(float));
  cudaMallocManaged(&y, 32 * sizeof(float));

  set<<<1, 32, 0, one>>>(x, 2);
  cublasSetStream(handle, one);
  float sum = 0;
  if (cublasSasum(handle, 32, x, 1, &sum) != CUBLAS_STATUS_SUCCESS || sum != 64) return 1;
  x[0] += 1;  // The sum has waited for the stream.

  set<<<1, 32, 0, one>>>(x, 3);
  cudaEventRecord(isSet, one);
  cudaStreamWaitEvent(two, isSet);
  cublasSetStream(handle, two);
  cublasScopy(handle, 32, x, 1, y, 1);
  cudaStreamSynchronize(two);
  if (y[7] != 3) return 2;

  cudaGraph_t graph;
  cudaGraphExec_t launchable;
  const float factor = 2;
  cudaStreamBeginCapture(two, cudaStreamCaptureModeGlobal);
  cublasSscal(handle, 32, &factor, y, 1);
  cudaStreamEndCapture(two, &graph);
  cudaGraphInstantiate(&launchable, graph, 0);
  for (int i = 0; i < 3; ++i) cudaGraphLaunch(launchable, two);
  cudaStreamSynchronize(two);
  return y[31] == 24 ? 0 : 3;
}
