// Calls that are used wrongly return these errors, whether the host looks at them or not.
#include <cstdint>

#include "cases.h"

__device__ int variable;

constexpr cudaError_t fine = cudaSuccess, invalid_value = cudaErrorInvalidValue,
                      invalid_handle = cudaErrorInvalidResourceHandle;

/// Whether a call returned this error, and the runtime then reports it once as the last.
bool noted(cudaError_t error, cudaError_t got) {
  return got == error && cudaPeekAtLastError() == error && cudaGetLastError() == error &&
         cudaGetLastError() == cudaSuccess;
}

#define NOTED(error, call) EXPECT(true, noted(error, call))

int in_memory() {
  int host[4] = {}, *data = device<int>(4), *other = device<int>(4);
  void* memory;
  NOTED(cudaErrorMemoryAllocation, cudaMalloc(&memory, static_cast<std::size_t>(-1)));
  NOTED(invalid_value, cudaMalloc(static_cast<void**>(nullptr), 4));
  NOTED(fine, cudaMallocManaged(&memory, 0));
  NOTED(invalid_value, cudaMallocManaged(&memory, 4, 99));
  NOTED(invalid_value, cudaHostAlloc(&memory, 4, 0x80));
  NOTED(invalid_value, cudaFree(host));
  NOTED(invalid_value, cudaFree(data + 1));
  NOTED(invalid_value, cudaFreeHost(data));
  NOTED(fine, cudaFree(other));
  NOTED(invalid_value, cudaFree(other));
  NOTED(fine, cudaFree(nullptr));
  return 0;
}

int in_copies(cudaStream_t gone) {
  int host[4] = {}, *data = device<int>(4);
  const auto neither = static_cast<cudaMemcpyKind>(17), to_host = cudaMemcpyDeviceToHost,
             to_device = cudaMemcpyHostToDevice;
  NOTED(cudaErrorInvalidMemcpyDirection, cudaMemcpy(data, host, 4, neither));
  NOTED(invalid_value, cudaMemcpy(host, data, 4, to_device));
  NOTED(invalid_value, cudaMemcpy(&variable, host, 4, to_device));
  NOTED(invalid_value, cudaMemset(&variable, 0, 4));
  NOTED(invalid_value, cudaMemcpy(nullptr, host, 4, to_device));
  NOTED(invalid_value, cudaMemcpy(data, nullptr, 4, to_device));
  NOTED(invalid_handle, cudaMemcpyAsync(data, host, 4, to_device, gone));
  NOTED(invalid_value, cudaMemset(host, 0, 4));
  return 0;
}

int in_streams_and_events(cudaStream_t gone) {
  const cudaStream_t stream = Streams().first;
  cudaEvent_t event, destroyed;
  cudaEventCreate(&event);
  cudaEventCreate(&destroyed);
  cudaEventDestroy(destroyed);
  NOTED(invalid_value, cudaStreamCreateWithFlags(&gone, 8));
  NOTED(invalid_value, cudaStreamCreate(nullptr));
  NOTED(invalid_handle, cudaStreamDestroy(gone));
  NOTED(invalid_handle, cudaStreamDestroy(cudaStreamPerThread));
  NOTED(invalid_handle, cudaStreamSynchronize(gone));
  NOTED(invalid_handle, cudaStreamQuery(gone));
  NOTED(invalid_value, cudaStreamGetFlags(stream, nullptr));
  NOTED(invalid_handle, cudaStreamWaitEvent(stream, destroyed));
  NOTED(invalid_value, cudaStreamWaitEvent(stream, event, 4));
  NOTED(invalid_value, cudaLaunchHostFunc(stream, nullptr, nullptr));
  NOTED(invalid_value, cudaEventCreateWithFlags(&destroyed, cudaEventInterprocess));
  NOTED(invalid_handle, cudaEventRecord(nullptr));
  NOTED(fine, cudaEventQuery(event));
  NOTED(fine, cudaEventSynchronize(event));

  // A priority is clamped to the range of the device.
  int least = -1, greatest = -1, number = 0;
  unsigned flags = 0, apart = cudaStreamNonBlocking;
  NOTED(fine, cudaDeviceGetStreamPriorityRange(&least, &greatest));
  NOTED(fine, cudaStreamCreateWithPriority(&gone, apart, greatest - 9));
  NOTED(fine, cudaStreamGetPriority(gone, &number));
  NOTED(fine, cudaStreamGetFlags(gone, &flags));
  return number == greatest && greatest < least && flags == apart ? 0 : 1;
}

cudaError_t launched(dim3 grid, dim3 block, std::size_t shared = 0) {
  nothing<<<grid, block, shared>>>();
  return cudaPeekAtLastError();
}

int in_launches() {
  const int host = 0;
  NOTED(invalid_value, launched(1, 1025));
  NOTED(invalid_value, launched(0, 1));
  NOTED(invalid_value, launched(1, dim3(1, 1, 65)));
  NOTED(invalid_value, launched(dim3(1, 65536), 1));
  NOTED(invalid_value, launched(1, 1, 49 * 1024));
  NOTED(fine, launched(1, 32));
  NOTED(invalid_handle, cudaLaunchKernel((const void*)&host, 1, 1, nullptr, 0, nullptr));
  NOTED(cudaErrorInvalidDevice, cudaSetDevice(64));
  NOTED(fine, cudaDeviceSynchronize());
  return 0;
}

// CUDA 13 returned the same on an H200 for launches, copies, frees and events.
CASE(misuse, passed) {
  const cudaStream_t gone = Streams().first;
  cudaStreamDestroy(gone);
  return in_memory() || in_copies(gone) || in_streams_and_events(gone) || in_launches();
}

// Calls that attach managed memory are checked.  They change nothing on a device whose
// host may use such memory at any time.
CASE(managed_memory_attached, passed) {
  int *shared = managed<int>(64), *plain = device<int>(64);
  const cudaStream_t stream = Streams().first;
  const unsigned to_host = cudaMemAttachHost, to_all = cudaMemAttachGlobal;
  OK(cudaStreamAttachMemAsync(stream, shared));
  set<<<1, 1, 0, stream>>>(shared, 3);
  OK(cudaStreamAttachMemAsync(stream, shared, 0, to_host));
  OK(cudaStreamSynchronize(stream));
  OK(cudaStreamAttachMemAsync(0, shared, 256, to_all));
  EXPECT(invalid_value, cudaStreamAttachMemAsync(stream, plain));
  EXPECT(invalid_value, cudaStreamAttachMemAsync(0, shared));
  EXPECT(invalid_value, cudaStreamAttachMemAsync(stream, shared, 0, to_host | to_all));
  return *shared == 3 ? 0 : 1;
}

__global__ void count_up(int* counts) { counts[threadIdx.x] += 1; }

// missing: in line $failed returned cudaErrorInvalidValue: invalid argument.
// missing: Its direction does not fit
CASE(copies_in_the_wrong_direction, wrong_result) {
  int* counts = device<int>(4);
  int first[4] = {}, result[4] = {};
  cudaMemcpy(counts, first, sizeof first, cudaMemcpyDeviceToHost);  // $failed
  count_up<<<1, 4>>>(counts);
  cudaMemcpy(result, counts, sizeof result, cudaMemcpyHostToDevice);
  return result[0] == 1 ? 0 : 1;
}

// missing: Device 0 was current, and is the peer itself.
CASE(access_to_itself, wrong_result) {
  return cudaDeviceEnablePeerAccess(0, 0) == cudaSuccess ? 0 : 1;
}

// A program may ask for an error that it expects.
CASE(expects_the_error, passed) {
  int* counts = zeros<int>(4);
  return cudaMemcpy(counts, counts, 4, cudaMemcpyHostToHost) == cudaErrorInvalidValue ? 0
                                                                                      : 1;
}

// missing: in line $again returned cudaErrorInvalidValue: invalid argument.
CASE(drops_the_error, advice failed_call) {
  int* const counts = device<int>();
  cudaFree(counts);
  cudaFree(counts);  // $again
  return 0;
}

// A program that uses its calls' results, or asks for the last error, gets no advice.
CASE(looks_at_errors, passed) {
  int* const counts = device<int>();
  cudaFree(counts);
  const cudaError_t again = cudaFree(counts);
  cudaFree(counts);
  cudaStreamQuery(nullptr);
  return cudaGetLastError() == again && again == cudaErrorInvalidValue ? 0 : 1;
}

__global__ void write_half(int* out) {
  if (threadIdx.x < 2) out[threadIdx.x] = 1;
}

// missing: sees out[2], which nothing had written before
CASE(copies_what_nothing_wrote, advice uninitialized_read) {
  int* out = device<int>(4);
  int result[4];
  write_half<<<1, 4>>>(out);
  return fetch(result, out) ? 0 : 1;
}
