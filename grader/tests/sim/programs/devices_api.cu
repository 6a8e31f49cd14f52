// expect: passed
// What the runtime says of devices, and the errors of what it refuses.  The exit code is
// the line of the first call that answers otherwise.
#include <cuda_runtime.h>

__global__ void touch(int* data) { *data = 1; }

#define EXPECT(error, call) \
  if ((call) != (error)) return __LINE__
#define OK(call) EXPECT(cudaSuccess, call)

int devices() {
  int count = 0, current = -1;
  OK(cudaGetDeviceCount(&count));
  if (count != 2) return __LINE__;
  OK(cudaGetDevice(&current));
  if (current != 0) return __LINE__;
  EXPECT(cudaErrorInvalidDevice, cudaSetDevice(2));
  EXPECT(cudaErrorInvalidDevice, cudaSetDevice(-1));
  OK(cudaGetDevice(&current));
  if (current != 0) return __LINE__;
  cudaDeviceProp properties;
  OK(cudaGetDeviceProperties(&properties, 1));
  EXPECT(cudaErrorInvalidDevice, cudaGetDeviceProperties(&properties, 2));
  int sms = 0;
  OK(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 1));
  if (sms != properties.multiProcessorCount) return __LINE__;
  EXPECT(cudaErrorInvalidDevice,
         cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 2));
  return 0;
}

int peers() {
  int can = -1;
  OK(cudaDeviceCanAccessPeer(&can, 0, 1));
  if (can != 1) return __LINE__;
  OK(cudaDeviceCanAccessPeer(&can, 1, 1));
  if (can != 0) return __LINE__;
  EXPECT(cudaErrorInvalidDevice, cudaDeviceCanAccessPeer(&can, 0, 2));
  EXPECT(cudaErrorPeerAccessUnsupported, cudaDeviceEnablePeerAccess(0, 0));  // Itself.
  EXPECT(cudaErrorInvalidDevice, cudaDeviceEnablePeerAccess(2, 0));
  EXPECT(cudaErrorInvalidValue, cudaDeviceEnablePeerAccess(1, 1));
  EXPECT(cudaErrorPeerAccessNotEnabled, cudaDeviceDisablePeerAccess(1));
  OK(cudaDeviceEnablePeerAccess(1, 0));
  EXPECT(cudaErrorPeerAccessAlreadyEnabled, cudaDeviceEnablePeerAccess(1, 0));
  OK(cudaDeviceDisablePeerAccess(1));
  EXPECT(cudaErrorPeerAccessNotEnabled, cudaDeviceDisablePeerAccess(1));
  return 0;
}

int memory(int* first, int* second) {
  cudaPointerAttributes attributes;
  OK(cudaPointerGetAttributes(&attributes, second));
  if (attributes.device != 1 || attributes.type != cudaMemoryTypeDevice) return __LINE__;
  OK(cudaPointerGetAttributes(&attributes, first));
  if (attributes.device != 0) return __LINE__;
  size_t free_of_first = 0, free_of_second = 0, total = 0;
  OK(cudaSetDevice(0));
  OK(cudaMemGetInfo(&free_of_first, &total));
  OK(cudaSetDevice(1));
  void* more = nullptr;
  OK(cudaMalloc(&more, 1 << 20));
  OK(cudaMemGetInfo(&free_of_second, &total));
  if (free_of_second >= free_of_first) return __LINE__;
  OK(cudaFree(more));
  EXPECT(cudaErrorInvalidDevice, cudaMemcpyPeer(second, 2, first, 0, 4));
  EXPECT(cudaErrorInvalidValue, cudaMemcpyPeer(second, 0, first, 1, 4));  // Swapped.
  OK(cudaMemcpyPeer(second, 1, first, 0, 4));
  return 0;
}

int streams(int* first, int* second) {
  cudaStream_t of_first, of_second;
  cudaEvent_t event, timed_of_first, timed_of_second;
  OK(cudaSetDevice(0));
  OK(cudaStreamCreate(&of_first));
  OK(cudaEventCreate(&timed_of_first));
  OK(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
  OK(cudaSetDevice(1));
  OK(cudaStreamCreate(&of_second));
  OK(cudaEventCreate(&timed_of_second));
  int device = -1;
  OK(cudaStreamGetDevice(of_first, &device));
  if (device != 0) return __LINE__;
  OK(cudaStreamGetDevice(nullptr, &device));
  if (device != 1) return __LINE__;
  // A launch runs where its stream is, as copies do; an event stays on its device.
  cudaGetLastError();
  touch<<<1, 1, 0, of_first>>>(first);
  OK(cudaGetLastError());
  EXPECT(cudaErrorInvalidValue, cudaMemsetAsync(first, 0, 4, of_second));
  EXPECT(cudaErrorInvalidValue, cudaGetLastError());
  OK(cudaMemsetAsync(first, 0, 4, of_first));
  OK(cudaMemcpyAsync(second, first, 4, cudaMemcpyDefault, of_first));
  EXPECT(cudaErrorInvalidResourceHandle, cudaEventRecord(event, of_second));
  EXPECT(cudaErrorInvalidResourceHandle, cudaGetLastError());
  OK(cudaEventRecord(event, of_first));
  OK(cudaStreamWaitEvent(of_second, event, 0));
  touch<<<1, 1, 0, of_second>>>(second);
  OK(cudaGetLastError());
  OK(cudaEventSynchronize(event));
  OK(cudaEventQuery(event));
  OK(cudaEventRecord(timed_of_first, of_first));
  OK(cudaEventRecord(timed_of_second, of_second));
  OK(cudaStreamSynchronize(of_first));
  OK(cudaStreamSynchronize(of_second));
  float ms = 0;
  EXPECT(cudaErrorInvalidResourceHandle,
         cudaEventElapsedTime(&ms, timed_of_first, timed_of_second));
  return 0;
}

int main() {
  if (const int line = devices()) return line;
  if (const int line = peers()) return line;
  int *first, *second;
  OK(cudaMalloc(&first, sizeof(int)));
  OK(cudaMemset(first, 0, sizeof(int)));
  OK(cudaSetDevice(1));
  OK(cudaMalloc(&second, sizeof(int)));
  if (const int line = memory(first, second)) return line;
  return streams(first, second);
}
