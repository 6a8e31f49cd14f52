// expect: crashed
// lab: 01_last_block
// says: The file calls CUDA before there is a device
// A static constructor asks for the number of devices, as it may on a GPU.

#include "right_answer.cuh"

struct Devices {
  int count = 0;
  Devices() { cudaGetDeviceCount(&count); }
} devices;
