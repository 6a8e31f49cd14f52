// expect: passed
// What the calls return when they are used wrongly. Of launches, copies, frees and events
// this is what CUDA 13 returned on an H200.
#include <cstdint>
#include <cstdio>

__global__ void nothing() {}

__device__ int variable;

int failures = 0;

void expect(const char* what, cudaError_t got, cudaError_t wanted) {
  const cudaError_t noted = cudaPeekAtLastError();
  if (got != wanted || noted != wanted || cudaGetLastError() != wanted ||
      cudaGetLastError() != cudaSuccess) {
    std::printf("%s: %s, noted %s\n", what, cudaGetErrorName(got),
                cudaGetErrorName(noted));
    ++failures;
  }
}

#define EXPECT(call, error) expect(#call, call, error)

cudaError_t launched(dim3 grid, dim3 block, std::size_t shared) {
  nothing<<<grid, block, shared>>>();
  return cudaPeekAtLastError();
}

int main() {
  int host[4] = {}, number = 0;
  unsigned flags = 0;
  int *device, *other;
  void* memory;
  cudaStream_t stream, gone;
  cudaEvent_t event, destroyed;
  cudaMalloc(&device, sizeof host);
  cudaMalloc(&other, sizeof host);
  cudaStreamCreate(&stream);
  cudaStreamCreate(&gone);
  cudaStreamDestroy(gone);
  cudaEventCreate(&event);
  cudaEventCreate(&destroyed);
  cudaEventDestroy(destroyed);

  // Memory.
  EXPECT(cudaMalloc(&memory, static_cast<std::size_t>(-1)), cudaErrorMemoryAllocation);
  EXPECT(cudaMalloc(static_cast<void**>(nullptr), 4), cudaErrorInvalidValue);
  EXPECT(cudaMallocManaged(&memory, 0), cudaSuccess);
  EXPECT(cudaMallocManaged(&memory, 4, 99), cudaErrorInvalidValue);
  EXPECT(cudaHostAlloc(&memory, 4, 0x80), cudaErrorInvalidValue);
  EXPECT(cudaFree(host), cudaErrorInvalidValue);
  EXPECT(cudaFree(device + 1), cudaErrorInvalidValue);
  EXPECT(cudaFreeHost(device), cudaErrorInvalidValue);
  EXPECT(cudaFree(other), cudaSuccess);
  EXPECT(cudaFree(other), cudaErrorInvalidValue);
  EXPECT(cudaFree(nullptr), cudaSuccess);

  // Copies.
  const auto neither = static_cast<cudaMemcpyKind>(17);
  EXPECT(cudaMemcpy(device, host, 4, neither), cudaErrorInvalidMemcpyDirection);
  EXPECT(cudaMemcpy(host, device, 4, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  EXPECT(cudaMemcpy(&variable, host, 4, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  EXPECT(cudaMemset(&variable, 0, 4), cudaErrorInvalidValue);
  EXPECT(cudaMemcpy(nullptr, host, 4, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  EXPECT(cudaMemcpy(device, nullptr, 4, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  EXPECT(cudaMemcpyAsync(device, host, 4, cudaMemcpyHostToDevice, gone),
         cudaErrorInvalidResourceHandle);
  EXPECT(cudaMemset(host, 0, 4), cudaErrorInvalidValue);

  // Streams and events.
  EXPECT(cudaStreamCreateWithFlags(&gone, 8), cudaErrorInvalidValue);
  EXPECT(cudaStreamCreate(nullptr), cudaErrorInvalidValue);
  EXPECT(cudaStreamDestroy(gone), cudaErrorInvalidResourceHandle);
  EXPECT(cudaStreamDestroy(cudaStreamPerThread), cudaErrorInvalidResourceHandle);
  EXPECT(cudaStreamSynchronize(gone), cudaErrorInvalidResourceHandle);
  EXPECT(cudaStreamQuery(gone), cudaErrorInvalidResourceHandle);
  EXPECT(cudaStreamGetFlags(stream, nullptr), cudaErrorInvalidValue);
  EXPECT(cudaStreamWaitEvent(stream, destroyed), cudaErrorInvalidResourceHandle);
  EXPECT(cudaStreamWaitEvent(stream, event, 4), cudaErrorInvalidValue);
  EXPECT(cudaLaunchHostFunc(stream, nullptr, nullptr), cudaErrorInvalidValue);
  EXPECT(cudaEventCreateWithFlags(&destroyed, cudaEventInterprocess),
         cudaErrorInvalidValue);
  EXPECT(cudaEventRecord(nullptr), cudaErrorInvalidResourceHandle);
  EXPECT(cudaEventQuery(event), cudaSuccess);
  EXPECT(cudaEventSynchronize(event), cudaSuccess);

  // What is asked for is clamped to what there is.
  int least = -1, greatest = -1;
  EXPECT(cudaDeviceGetStreamPriorityRange(&least, &greatest), cudaSuccess);
  EXPECT(cudaStreamCreateWithPriority(&gone, cudaStreamNonBlocking, greatest - 9),
         cudaSuccess);
  EXPECT(cudaStreamGetPriority(gone, &number), cudaSuccess);
  EXPECT(cudaStreamGetFlags(gone, &flags), cudaSuccess);
  if (number != greatest || greatest >= least || flags != cudaStreamNonBlocking)
    ++failures;

  // Launches.
  EXPECT(launched(1, 1025, 0), cudaErrorInvalidValue);
  EXPECT(launched(0, 1, 0), cudaErrorInvalidValue);
  EXPECT(launched(1, dim3(1, 1, 65), 0), cudaErrorInvalidValue);
  EXPECT(launched(dim3(1, 65536), 1, 0), cudaErrorInvalidValue);
  EXPECT(launched(1, 1, 49 * 1024), cudaErrorInvalidValue);
  EXPECT(launched(1, 32, 0), cudaSuccess);
  EXPECT(cudaLaunchKernel(static_cast<const void*>(host), 1, 1, nullptr, 0, nullptr),
         cudaErrorInvalidResourceHandle);

  EXPECT(cudaSetDevice(64), cudaErrorInvalidDevice);
  EXPECT(cudaDeviceSynchronize(), cudaSuccess);
  return failures;
}
