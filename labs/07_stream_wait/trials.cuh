// The trials of part 7a: one call each.  You predict what it returns.
// You do not change this file.

#pragma once

#include <cuda_runtime.h>

// What a trial has on one device.
struct Side {
  int device;
  cudaStream_t stream;
  cudaEvent_t event;  // With timing.
  int* data;          // Two integers of this device.
};

__global__ void touch(int* data) { *data = 1; }

// In every trial, device `here.device` is current and `there.device` is another one.

// A kernel, launched into a stream of the other device.
inline cudaError_t launchElsewhere(Side here, Side there) {
  (void)here;
  touch<<<1, 1, 0, there.stream>>>(there.data);
  return cudaGetLastError();
}

// An event of this device, recorded in a stream of the other.
inline cudaError_t recordElsewhere(Side here, Side there) {
  return cudaEventRecord(here.event, there.stream);
}

// An event of the other device, recorded in a stream of the other device.
inline cudaError_t recordThere(Side here, Side there) {
  (void)here;
  return cudaEventRecord(there.event, there.stream);
}

// A stream of this device waits for an event of the other.
inline cudaError_t waitElsewhere(Side here, Side there) {
  cudaEventRecord(there.event, there.stream);
  return cudaStreamWaitEvent(here.stream, there.event, 0);
}

// A copy within this device's memory, in a stream of the other.
inline cudaError_t copyElsewhere(Side here, Side there) {
  return cudaMemcpyAsync(here.data + 1, here.data, sizeof(int), cudaMemcpyDeviceToDevice,
                         there.stream);
}

// A wait for an event that was never recorded.
inline cudaError_t waitNeverRecorded(Side here, Side there) {
  return cudaStreamWaitEvent(here.stream, there.event, 0);
}

// The time between two events, one of each device, after both have completed.
inline cudaError_t elapsedAcross(Side here, Side there) {
  cudaEventRecord(here.event, here.stream);
  cudaEventRecord(there.event, there.stream);
  cudaEventSynchronize(here.event);
  cudaEventSynchronize(there.event);
  float ms = 0;
  return cudaEventElapsedTime(&ms, here.event, there.event);
}

// Resets a device; the current device stays current.
inline void reset(int device) {
  int before = 0;
  cudaGetDevice(&before);
  cudaSetDevice(device);
  cudaDeviceReset();
  cudaSetDevice(before);
}

// The other device is reset.  Then this device's event is recorded.
inline cudaError_t recordAfterReset(Side here, Side there) {
  reset(there.device);
  return cudaEventRecord(here.event, here.stream);
}

// The other device is reset.  Then its memory is freed.
inline cudaError_t freeAfterReset(Side here, Side there) {
  (void)here;
  reset(there.device);
  return cudaFree(there.data);
}
