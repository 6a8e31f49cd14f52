// Variables of the device: their memory, their addresses, and one for each device.
#include "cases.h"

__constant__ int table[4];

__global__ void look(int* out, int n) { out[0] = table[n]; }

__global__ void add_table(int* out) { out[threadIdx.x] += table[threadIdx.x]; }

CASE(constant_written_before, passed) {
  int *out = zeros<int>(4), values[4] = {1, 2, 3, 4};
  for (int round = 0; round < 3; ++round) {
    cudaMemcpyToSymbol(table, values, sizeof values);
    add_table<<<1, 4>>>(out);
  }
  return fetch(values, out) && values[0] == 3 && values[3] == 12 ? 0 : 1;
}

// missing: No event orders the launch in line $look, in the stream second
CASE(constant_written_in_flight, data_race) {
  int *out = device<int>(4), *values = pinned<int>(4);
  const auto [first, second] = Streams(cudaStreamNonBlocking);
  cudaMemcpyToSymbolAsync(table, values, 16, 0, cudaMemcpyHostToDevice, first);
  look<<<1, 1, 0, second>>>(out, 0);  // $look
  return finish();
}

__device__ int total, other;
__device__ int* pointer = &total;

__global__ void tell(int** where) { *where = &other; }
__global__ void count(int* sum) { atomicAdd(sum, 1); }

// Host code gets the addresses from the device, or asks for them.
CASE(address_from_the_device, passed) {
  int *from_variable, *from_kernel[1], *asked, **told = device<int*>(), result[1];
  cudaMemcpyFromSymbol(&from_variable, pointer, sizeof from_variable);
  count<<<1, 2>>>(from_variable);
  tell<<<1, 1>>>(told);
  fetch(from_kernel, told);
  count<<<1, 2>>>(from_kernel[0]);
  cudaGetSymbolAddress((void**)&asked, total);
  count<<<1, 2>>>(asked);
  return fetch(result, asked) && result[0] == 4 ? 0 : 1;
}

// In host code, `&total` is the address of the host's copy of the device variable.
// missing: cudaGetSymbolAddress
CASE(address_of_the_host, bad_access) { return run(count, 1, 2, &total); }

// cudaGetSymbolAddress() does not change what the variable's address is in host code.
CASE(copied_by_the_address_of_the_host, passed) {
  int *asked = nullptr, result = 0;
  OK(cudaGetSymbolAddress((void**)&asked, total));
  OK(cudaMemcpy(&result, asked, sizeof result, cudaMemcpyDeviceToHost));
  if (cudaMemcpy(&result, &total, sizeof result, cudaMemcpyDeviceToHost) !=
      cudaErrorInvalidValue)
    return 1;
  return cudaMemset(&total, 0, sizeof total) == cudaErrorInvalidValue ? 0 : 2;
}

__device__ int counter = 10;
__device__ int* where = &counter;
__constant__ int step = 1;
__managed__ int all_calls;

__global__ void count_steps() {
  *where += step;
  atomicAdd_system(&all_calls, 1);
}

// Every device has its own __device__ and __constant__ variables, with their first
// values; a __managed__ variable exists once.
CASE(of_each_device, passed) {
  const int two = 2, expected[] = {10 + 2 * 1, 10 + 3 * 2};
  for (int device = 0; device < 2; ++device) {
    cudaSetDevice(device);
    if (device == 1) cudaMemcpyToSymbol(step, &two, sizeof two);
    for (int i = 0; i <= device; ++i) count_steps<<<1, 1>>>();
    void* by_address = nullptr;
    OK(cudaLaunchKernel(count_steps, dim3(1), dim3(1), &by_address, 0, 0));
  }
  void* addresses[2];
  for (int device = 0; device < 2; ++device) {
    cudaSetDevice(device);
    int value = 0;
    OK(cudaMemcpyFromSymbol(&value, counter, sizeof value));
    if (value != expected[device]) return 10 * (device + 1) + value;
    cudaGetSymbolAddress(&addresses[device], counter);
    cudaPointerAttributes attributes;
    cudaPointerGetAttributes(&attributes, addresses[device]);
    if (attributes.device != device) return 3;
  }
  return addresses[0] != addresses[1] && all_calls == 5 ? 0 : 4;
}
