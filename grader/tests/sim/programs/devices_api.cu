// The runtime tells about devices, refuses wrong uses of them, and resets one.
#include "cases.h"

constexpr cudaError_t invalid_device = cudaErrorInvalidDevice,
                      invalid_value = cudaErrorInvalidValue,
                      invalid_handle = cudaErrorInvalidResourceHandle;

__global__ void write(int* data, int value) { *data = value; }

int devices() {
  int count = 0, current = -1;
  OK(cudaGetDeviceCount(&count));
  EXPECT(2, count);
  OK(cudaGetDevice(&current));
  EXPECT(0, current);
  EXPECT(invalid_device, cudaSetDevice(2));
  EXPECT(invalid_device, cudaSetDevice(-1));
  OK(cudaGetDevice(&current));
  EXPECT(0, current);
  cudaDeviceProp properties;
  OK(cudaGetDeviceProperties(&properties, 1));
  EXPECT(invalid_device, cudaGetDeviceProperties(&properties, 2));
  int sms = 0;
  OK(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 1));
  EXPECT(properties.multiProcessorCount, sms);
  EXPECT(invalid_device, cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 2));
  return 0;
}

int peers() {
  int can = -1;
  OK(cudaDeviceCanAccessPeer(&can, 0, 1));
  EXPECT(1, can);
  OK(cudaDeviceCanAccessPeer(&can, 1, 1));
  EXPECT(0, can);
  EXPECT(invalid_device, cudaDeviceCanAccessPeer(&can, 0, 2));
  EXPECT(cudaErrorPeerAccessUnsupported, cudaDeviceEnablePeerAccess(0, 0));  // Itself.
  EXPECT(invalid_device, cudaDeviceEnablePeerAccess(2, 0));
  EXPECT(invalid_value, cudaDeviceEnablePeerAccess(1, 1));
  EXPECT(cudaErrorPeerAccessNotEnabled, cudaDeviceDisablePeerAccess(1));
  OK(cudaDeviceEnablePeerAccess(1, 0));
  EXPECT(cudaErrorPeerAccessAlreadyEnabled, cudaDeviceEnablePeerAccess(1, 0));
  OK(cudaDeviceDisablePeerAccess(1));
  EXPECT(cudaErrorPeerAccessNotEnabled, cudaDeviceDisablePeerAccess(1));
  return 0;
}

struct Things {
  explicit Things(int of_device) {
    cudaSetDevice(of_device);
    memory = zeros<int>();
    host = pinned<int>();
    cudaStreamCreate(&stream);
    cudaEventCreate(&event);
  }

  int *memory, *host;
  cudaStream_t stream;
  cudaEvent_t event;
};

int memory(const Things& first, const Things& second) {
  cudaPointerAttributes attributes;
  OK(cudaPointerGetAttributes(&attributes, second.memory));
  EXPECT(1, attributes.device);
  EXPECT(cudaMemoryTypeDevice, attributes.type);
  OK(cudaPointerGetAttributes(&attributes, first.memory));
  EXPECT(0, attributes.device);
  size_t free_of_first = 0, free_of_second = 0, total = 0;
  OK(cudaSetDevice(0));
  OK(cudaMemGetInfo(&free_of_first, &total));
  OK(cudaSetDevice(1));
  void* more = nullptr;
  OK(cudaMalloc(&more, 1 << 20));
  OK(cudaMemGetInfo(&free_of_second, &total));
  EXPECT(true, free_of_second < free_of_first);
  OK(cudaFree(more));
  EXPECT(invalid_device, cudaMemcpyPeer(second.memory, 2, first.memory, 0, 4));
  EXPECT(invalid_value, cudaMemcpyPeer(second.memory, 0, first.memory, 1, 4));
  OK(cudaMemcpyPeer(second.memory, 1, first.memory, 0, 4));
  return 0;
}

int streams(const Things& first, const Things& second) {
  cudaEvent_t event;
  OK(cudaSetDevice(0));
  OK(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
  OK(cudaSetDevice(1));
  int device = -1;
  OK(cudaStreamGetDevice(first.stream, &device));
  EXPECT(0, device);
  OK(cudaStreamGetDevice(nullptr, &device));
  EXPECT(1, device);
  // A launch and a copy run on the device of their stream; an event stays on its device.
  cudaGetLastError();
  write<<<1, 1, 0, first.stream>>>(first.memory, 1);
  OK(cudaGetLastError());
  EXPECT(invalid_value, cudaMemsetAsync(first.memory, 0, 4, second.stream));
  EXPECT(invalid_value, cudaGetLastError());
  OK(cudaMemsetAsync(first.memory, 0, 4, first.stream));
  OK(cudaMemcpyAsync(second.memory, first.memory, 4, cudaMemcpyDefault, first.stream));
  EXPECT(invalid_handle, cudaEventRecord(event, second.stream));
  EXPECT(invalid_handle, cudaGetLastError());
  OK(cudaEventRecord(event, first.stream));
  OK(cudaStreamWaitEvent(second.stream, event, 0));
  write<<<1, 1, 0, second.stream>>>(second.memory, 1);
  OK(cudaGetLastError());
  OK(cudaEventSynchronize(event));
  OK(cudaEventQuery(event));
  OK(cudaEventRecord(first.event, first.stream));
  OK(cudaEventRecord(second.event, second.stream));
  OK(cudaStreamSynchronize(first.stream));
  OK(cudaStreamSynchronize(second.stream));
  float ms = 0;
  EXPECT(invalid_handle, cudaEventElapsedTime(&ms, first.event, second.event));
  return 0;
}

CASE(api, passed) {
  if (devices() || peers()) return 1;
  const Things first(0), second(1);
  return memory(first, second) || streams(first, second);
}

// An attribute that is not modelled returns an error instead of 0.
CASE(unmodelled_attributes, passed) {
  int value = -1;
  EXPECT(invalid_value, cudaDeviceGetAttribute(&value, cudaDeviceAttr(131), 0));
  EXPECT(invalid_value, cudaDeviceGetP2PAttribute(&value, cudaDeviceP2PAttr(4), 0, 1));
  EXPECT(invalid_value, cudaFuncSetAttribute(write, cudaFuncAttribute(11), 1));
  cudaStreamAttrValue of_stream;
  EXPECT(invalid_value,
         cudaStreamGetAttribute(nullptr, cudaLaunchAttributeMemSyncDomain, &of_stream));
  EXPECT(-1, value);
  OK(cudaDeviceGetAttribute(&value, cudaDevAttrClusterLaunch, 0));
  EXPECT(1, value);
  OK(cudaDeviceGetAttribute(&value, cudaDevAttrIntegrated, 0));
  EXPECT(0, value);
  OK(cudaStreamGetAttribute(nullptr, cudaStreamAttributeSynchronizationPolicy,
                            &of_stream));
  EXPECT(cudaSyncPolicyAuto, of_stream.syncPolicy);
  return 0;
}

// A reset destroys what its device has, and nothing of other devices.
CASE(reset, passed) {
  const Things kept(0), lost(1);
  size_t before = 0, after = 0, total = 0;
  cudaMemGetInfo(&before, &total);
  cudaDeviceEnablePeerAccess(0, 0);
  write<<<1, 1, 0, lost.stream>>>(lost.memory, 1);
  cudaSetDevice(0);
  write<<<1, 1, 0, kept.stream>>>(kept.memory, 2);

  cudaSetDevice(1);
  OK(cudaDeviceReset());
  cudaMemGetInfo(&after, &total);
  EXPECT(true, after > before);
  write<<<1, 1, 0, lost.stream>>>(kept.memory, 1);
  EXPECT(invalid_handle, cudaGetLastError());
  EXPECT(invalid_handle, cudaStreamQuery(lost.stream));
  EXPECT(invalid_handle, cudaEventRecord(lost.event, nullptr));
  EXPECT(invalid_handle, cudaStreamWaitEvent(kept.stream, lost.event, 0));
  EXPECT(invalid_value, cudaFree(lost.memory));
  EXPECT(invalid_value, cudaFreeHost(lost.host));
  OK(cudaDeviceEnablePeerAccess(0, 0));

  // The device works after the reset, with a new stream, event and memory.
  const Things again(1);
  write<<<1, 1, 0, again.stream>>>(again.memory, 3);
  OK(cudaStreamSynchronize(again.stream));

  cudaSetDevice(0);
  cudaGetLastError();
  OK(cudaEventRecord(kept.event, kept.stream));
  OK(cudaEventSynchronize(kept.event));
  int value[1];
  return fetch(value, kept.memory) && value[0] == 2 ? 0 : 1;
}
