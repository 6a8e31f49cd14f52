// Given for lab 07: lanes, the current device, and the kernel of part 7e.
// You do not change this file.

#pragma once

#include <cuda_runtime.h>

// A stream, and its device.  Never a default stream: each device has its own default
// stream, and all of them have the handle 0.
struct Lane {
  int device;
  cudaStream_t stream;
};

// Makes a device current while the object lives, then restores the previous one.
class OnDevice {
 public:
  [[nodiscard]] explicit OnDevice(int device) {
    cudaGetDevice(&before_);
    cudaSetDevice(device);
  }
  OnDevice(const OnDevice&) = delete;
  OnDevice& operator=(const OnDevice&) = delete;
  ~OnDevice() { cudaSetDevice(before_); }

 private:
  int before_ = 0;
};

// The innermost call that failed in a TRY, and its line, for messages.
struct Failure {
  const char* text = nullptr;
  int line = 0;
};

inline Failure& failure() {
  static Failure innermost;
  return innermost;
}

// Returns from the function with the call's error, if it has one.
#define TRY(call)                                                \
  do {                                                           \
    const cudaError_t try_error = (call);                        \
    if (try_error != cudaSuccess) {                              \
      if (!failure().text) failure() = Failure{#call, __LINE__}; \
      return try_error;                                          \
    }                                                            \
  } while (false)

// A station of part 7e: a device with room for two items of n integers each.
struct Station {
  Lane lane;
  int* slot[2];
};

// The work of station number `station` on an item, with the threads of one block.  The
// result depends on the order of the stations.
__global__ void work(int* item, int n, int station) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) item[i] = 3 * item[i] + station + 1;
}
