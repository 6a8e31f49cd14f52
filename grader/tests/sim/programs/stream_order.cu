// The order of work in one stream, in two, and between the default stream and others.
#include "cases.h"

__global__ void add(int* out, const int* in) { out[threadIdx.x] += in[threadIdx.x]; }
__global__ void twice(int* data) { data[threadIdx.x] *= 2; }

// The default stream waits for earlier work in blocking streams, and they wait for it.
CASE(default_stream_both_ways, passed) {
  int *a = device<int>(4), *b = device<int>(4), host[4];
  const cudaStream_t stream = Streams().first;
  set<<<1, 4, 0, stream>>>(a, 1);
  set<<<1, 4>>>(b, 2);
  add<<<1, 4>>>(b, a);
  add<<<1, 4, 0, stream>>>(a, a);
  set<<<1, 4, 0, cudaStreamPerThread>>>(b, 5);
  add<<<1, 4, 0, cudaStreamLegacy>>>(b, a);
  if (!fetch(host, b) || host[0] != 7) return 1;
  set<<<1, 4, 0, stream>>>(a, 7);
  cudaStreamSynchronize(0);
  if (cudaStreamQuery(stream) != cudaSuccess) return 2;
  cudaMemcpyAsync(host, a, sizeof host, cudaMemcpyDeviceToHost, stream);
  cudaStreamDestroy(stream);
  return host[3] == 7 ? 0 : 3;
}

// This stream does not wait for the default stream, which has the earlier work.
int twice_apart(int* data) {
  cudaStream_t apart;
  cudaStreamCreateWithFlags(&apart, cudaStreamNonBlocking);  // $apart
  twice<<<1, 4, 0, apart>>>(data);
  return finish();
}

// missing: let line $apart create with cudaStreamCreate(), without cudaStreamNonBlocking.
CASE(after_a_memset, data_race) { return twice_apart(zeros<int>(4)); }

// A copy within the device does not make the host wait.
// missing: does not wait for the default stream
CASE(after_a_copy_within_the_device, data_race) {
  int *data = zeros<int>(4), *copied = device<int>(4);
  cudaMemcpy(copied, data, 4 * sizeof(int), cudaMemcpyDeviceToDevice);
  return twice_apart(data);
}

// Even cudaMemcpy may return before the last of pageable memory has reached the device.
// missing: returns when pageable memory has been staged
CASE(after_a_copy_of_pageable_memory, data_race) {
  int *data = device<int>(4), host[4] = {1, 2, 3, 4};
  cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
  return twice_apart(data);
}

// A call that copies from or to pageable memory returns when it has used that memory.
CASE(copies_of_pageable_memory, passed) {
  int *data = device<int>(4), host[4] = {1, 2, 3, 4};
  const cudaStream_t stream = Streams().first;
  cudaMemcpyAsync(data, host, sizeof host, cudaMemcpyHostToDevice, stream);
  for (int& value : host) value = 0;
  twice<<<1, 4, 0, stream>>>(data);
  cudaMemcpyAsync(host, data, sizeof host, cudaMemcpyDefault, stream);
  return host[0] == 2 && host[3] == 8 ? 0 : 1;
}

// missing: No event orders
CASE(per_thread_stream, data_race) {
  int* data = device<int>(4);
  set<<<1, 4, 0, Streams().first>>>(data, 1);
  set<<<1, 4, 0, cudaStreamPerThread>>>(data, 5);
  return finish();
}

__global__ void sign(int* last, int name) { atomicExch(last, name); }

// The stream that was given its work first need not execute it first.
CASE(order_of_two_streams, wrong_result) {
  int *last = device<int>(), host[1];
  const auto [first, second] = Streams();
  sign<<<1, 1, 0, first>>>(last, 1);
  sign<<<1, 1, 0, second>>>(last, 2);
  return fetch(host, last) && host[0] == 2 ? 0 : 1;
}

__global__ void in(int* count) { atomicAdd(count, 1); }
__global__ void out(int* count) { --*count; }  // $out

// Two kernels overlap on purpose.  One of them counts with an atomic, the other does not.
// missing: The read in line $out is ordinary, neither atomic nor volatile, and the atomicAdd in
CASE(with_and_without_atomic, data_race) {
  int* count = zeros<int>();
  cudaDeviceSynchronize();
  const auto [first, second] = Streams();
  out<<<1, 1, 0, second>>>(count);
  in<<<1, 1, 0, first>>>(count);
  return finish();
}

// missing: cudaStreamSynchronize in line $other waits for the stream second
CASE(synchronized_the_wrong_stream, data_race) {
  int *host = pinned<int>(), *out = device<int>();
  const auto [first, second] = Streams();
  set<<<1, 1, 0, first>>>(out, 1);
  cudaMemcpyAsync(host, out, sizeof(int), cudaMemcpyDeviceToHost, first);
  cudaStreamSynchronize(second);  // $other
  return *host == 1 ? 0 : 1;
}

__global__ void set_after(volatile int* flag, int* out) {
  while (*flag == 0) {
  }
  *out = 3;
}

// The host asks again and again; meanwhile the device goes on.
CASE(poll_until_done, passed) {
  volatile int* flag = pinned<int>();
  int *host = pinned<int>(), *out = device<int>();
  const cudaStream_t stream = Streams().first;
  const cudaEvent_t done = new_event();
  *flag = 0;
  set_after<<<1, 1, 0, stream>>>(flag, out);
  if (cudaStreamQuery(stream) != cudaErrorNotReady) return 1;
  if (cudaGetLastError() != cudaSuccess) return 2;
  *flag = 1;
  cudaMemcpyAsync(host, out, sizeof(int), cudaMemcpyDeviceToHost, stream);
  cudaEventRecord(done, stream);
  while (cudaEventQuery(done) == cudaErrorNotReady) {
  }
  while (cudaStreamQuery(stream) == cudaErrorNotReady) {
  }
  return *host == 3 ? 0 : 3;
}

__global__ void look_at(const int* data, int* out) { *out = *data; }
__global__ void raise_flag(int* flag) { atomicAdd(flag, 1); }  // $raise
// The thread that sees the flag need not be the one that writes.
__global__ void set_once_raised(volatile int* flag, int count, int* data) {
  while (threadIdx.x == 0 && *flag < count) continue;
  __syncthreads();
  if (threadIdx.x == 1) *data = 5;
}

// `readers` kernels raise the flag, each behind a read in its stream.  With
// `from_elsewhere`, a kernel in another stream raises it.
int behind_a_flag(int readers, bool from_elsewhere = false) {
  int *data = zeros<int>(), *flag = zeros<int>(), *out = device<int>(2);
  const auto [first, second] = Streams(cudaStreamNonBlocking);
  const auto [writing, elsewhere] = Streams(cudaStreamNonBlocking);
  const cudaStream_t reading[] = {first, second};
  cudaDeviceSynchronize();
  for (int i = 0; i < readers; ++i) {
    look_at<<<1, 1, 0, reading[i]>>>(data, out + i);
    raise_flag<<<1, 1, 0, from_elsewhere ? elsewhere : reading[i]>>>(flag);
  }
  set_once_raised<<<1, 2, 0, writing>>>(flag, readers, data);
  return finish();
}

// The reader has ended when the flag is raised: by the letter alone, a fence is missing.
// missing: and the atomicAdd in line $raise
CASE(flag_of_a_later_kernel, advice missing_relay_fence) { return behind_a_flag(1); }

// When the second kernel has raised the flag, the kernels of both streams have read.
CASE(flags_of_later_kernels_of_two_streams, advice missing_relay_fence) {
  return behind_a_flag(2);
}

// The flag comes from a kernel that is not behind the reader.
CASE(flag_of_another_streams_kernel, data_race) { return behind_a_flag(1, true); }
