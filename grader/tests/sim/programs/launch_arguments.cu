// Arguments of launches: by value, with destructors, and by the addresses of variables.
#include "cases.h"

int copied, destroyed;  // On the host.

struct Counter {
  int* value = zeros<int>();

  Counter() = default;
  Counter(const Counter& other) : value(other.value) { ++copied; }
  ~Counter() { ++destroyed; }
  __device__ void add(int n) { atomicAdd(value, n); }
};

__global__ void count(Counter counter) { counter.add(1); }

// Each thread has its own copy of the parameter.
__global__ void overwrite(int before, Counter counter, Counter* none) {
  counter.add(before);
  counter.value = nullptr;
}

template <class T>
__global__ void add(Counter counter, T n) {
  counter.add(n);
}

struct Owner {
  int* memory = zeros<int>();
  bool owns = true;

  Owner() = default;
  Owner(const Owner& other) : memory(other.memory), owns(false) {}
  ~Owner() {
    if (owns) cudaFree(memory);
  }
};

__global__ void use(Owner owner, int n) { atomicAdd(owner.memory, n); }
__global__ void use(Owner owner, int n, int m) { atomicAdd(owner.memory, n + m); }
// What a kernel takes by value is copied and destroyed on the host, once per launch.  The
// threads get the bytes of the copy.
// schedules: 5
CASE(with_destructors, passed) {
  Counter counter;
  count<<<1, 4>>>(counter);
  if (copied != 1 || destroyed != 1) return 1;
  overwrite<<<2, 3>>>(10, counter, nullptr);
  add<<<1, 2>>>(counter, 100);
  add<int><<<1, 2>>>(counter, 1000);
  void* arguments[] = {&counter};  // The launch takes its bytes.
  cudaLaunchKernel((void*)count, dim3(1), dim3(5), arguments, 0, 0);
  if (copied != 4 || destroyed != 4) return 2;
  if (!holds(counter.value, {4 + 60 + 200 + 2000 + 5})) return 3;
  int* memory;
  {
    Owner owner;
    memory = owner.memory;
    use<<<1, 4>>>(owner, 1);
    use<<<1, 4>>>(owner, 1, 2);
    if (!holds(memory, {4 + 12})) return 4;
  }
  return cudaFree(memory) == cudaErrorInvalidValue ? 0 : 5;
}

__global__ void increase(int* data, int n) {
  if (int(threadIdx.x) < n) data[threadIdx.x] += 1;
}

// missing: The launch cannot read argument 1 of increase: args[0] is the device address of
// missing: is the device address of data[0].
// missing: Each element of args must be the address of a host variable that holds the argument
CASE(values_for_addresses, bad_access) {
  int n = 4, *data = zeros<int>(16);
  void* args[] = {data, &n};
  cudaLaunchCooperativeKernel((void*)increase, 1, 4, args, 0, 0);
  return finish();
}

// missing: The launch cannot read argument 2 of increase: args[1] is 0x4, which is not an address.
CASE(number_for_an_address, bad_access) {
  int* data = zeros<int>(16);
  void* args[] = {&data, reinterpret_cast<void*>(4)};
  cudaLaunchKernel((void*)increase, 1, 4, args, 0, 0);
  return finish();
}
