// Copies and kernels use pinned memory of the host in place: the host must wait for them.
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "cases.h"

__global__ void add(int* sum, const int* in) { sum[threadIdx.x] += in[threadIdx.x]; }

// The host writes what a copy reads.
// missing: let cudaStreamSynchronize(first) come between line $copy_in and line $write
CASE(registered_and_written_in_flight, data_race) {
  std::vector<int> host(4);
  cudaHostRegister(host.data(), 4 * sizeof(int), cudaHostRegisterDefault);
  const auto [first, second] = Streams();
  int* in = device<int>(4);
  cudaMemcpyAsync(in, host.data(), 16, cudaMemcpyHostToDevice, first);  // $copy_in
  host[2] = 100;                                                        // $write
  return finish();
}

// missing: cudaStreamSynchronize(first) must come between line $copy_out and line $read
CASE(read_in_flight, data_race) {
  int *host = pinned<int>(4), *out = device<int>(4);
  const auto [first, second] = Streams();
  set<<<1, 4, 0, first>>>(out, 1);
  cudaMemcpyAsync(host, out, 16, cudaMemcpyDeviceToHost, first);  // $copy_out
  std::printf("%d\n", host[3]);                                   // $read
  return finish();
}

// Two buffers take turns; an event says when the copy from one has been made.
CASE(reused_after_an_event, passed) {
  int *host[] = {pinned<int>(4), pinned<int>(4)}, *sum = zeros<int>(4), total[4];
  int* in[] = {device<int>(4), device<int>(4)};
  const cudaStream_t stream = Streams(cudaStreamNonBlocking).first;
  const cudaEvent_t copied[] = {new_event(), new_event()};
  cudaDeviceSynchronize();
  for (int turn = 0; turn < 4; ++turn) {
    const int i = turn % 2;
    cudaEventSynchronize(copied[i]);
    for (int k = 0; k < 4; ++k) host[i][k] = turn * k;
    cudaMemcpyAsync(in[i], host[i], 4 * sizeof(int), cudaMemcpyHostToDevice, stream);
    cudaEventRecord(copied[i], stream);
    add<<<1, 4, 0, stream>>>(sum, in[i]);
  }
  cudaMemcpyAsync(total, sum, sizeof total, cudaMemcpyDeviceToHost, stream);
  return total[3] == 18 ? 0 : 1;
}

// told: free or delete of pinned host memory; use cudaFreeHost.
CASE(freed_by_the_host, api_error) {
  int* values = pinned<int>(32);
  values[0] = 1;
  std::free(values);
  return 0;
}

// A kernel writes memory in place, and copies read and write it.
int used_in_place(int* host, int* device_memory) {
  int *mapped, seen = 0;
  OK(cudaHostGetDevicePointer(&mapped, host, 0));
  set<<<1, 4>>>(mapped, 3);
  cudaMemcpyAsync(device_memory, host, 4 * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpyAsync(host + 4, device_memory, 4 * sizeof(int), cudaMemcpyDeviceToHost);
  cudaDeviceSynchronize();
  for (int i = 0; i < 8; ++i) seen += host[i];
  OK(cudaHostUnregister(host));
  return seen == 24 ? 0 : 1;
}

CASE(registered, passed) {
  int* host = static_cast<int*>(std::malloc(8 * sizeof(int)));
  OK(cudaHostRegister(host, 8 * sizeof(int), cudaHostRegisterMapped));
  EXPECT(cudaErrorHostMemoryAlreadyRegistered, cudaHostRegister(host + 4, 4, 0));
  if (used_in_place(host, device<int>(4))) return 1;
  EXPECT(cudaErrorHostMemoryNotRegistered, cudaHostUnregister(host));
  std::free(host);
  return 0;
}

// The host works on memory and then registers it: from then on the memory is watched.
CASE(registered_after_a_use, data_race) {
  int* host = static_cast<int*>(std::malloc(1 << 20));
  int* mapped;
  for (int i = 0; i < 1 << 14; ++i) host[i] = i;
  OK(cudaHostRegister(host, 1 << 20, cudaHostRegisterMapped));
  OK(cudaHostGetDevicePointer(&mapped, host, 0));
  set<<<1, 4>>>(mapped + 1024, 3);
  const int seen = host[1025];  // The kernel may still run.
  cudaDeviceSynchronize();
  cudaHostUnregister(host);
  std::free(host);
  return seen == 0;
}
