// expect: passed
// schedules: 5
// What a kernel takes by value is copied and destroyed on the host, as often however many
// threads the launch has; the threads get its bytes.
#include <cuda_runtime.h>

int copied, destroyed;  // On the host.

struct Counter {
  int* value;

  Counter() { cudaMalloc(&value, sizeof(int)), cudaMemset(value, 0, sizeof(int)); }
  Counter(const Counter& other) : value(other.value) { ++copied; }
  ~Counter() { ++destroyed; }
  __device__ void add(int n) { atomicAdd(value, n); }
};

__global__ void count(Counter counter) { counter.add(1); }

// The thread's parameter is its own.
__global__ void overwrite(int before, Counter counter, Counter* none) {
  counter.add(before);
  counter.value = nullptr;
}

template <class T>
__global__ void add(Counter counter, T n) {
  counter.add(n);
}

struct Owner {
  int* memory;
  bool owns;

  explicit Owner(int* memory) : memory(memory), owns(true) {}
  Owner(const Owner& other) : memory(other.memory), owns(false) {}
  ~Owner() {
    if (owns) cudaFree(memory);
  }
};

__global__ void use(Owner owner, int n) { atomicAdd(owner.memory, n); }
__global__ void use(Owner owner, int n, int m) { atomicAdd(owner.memory, n + m); }

int main() {
  Counter counter;
  count<<<1, 4>>>(counter);
  const bool once = copied == 1 && destroyed == 1;
  overwrite<<<2, 3>>>(10, counter, nullptr);
  add<<<1, 2>>>(counter, 100);
  add<int><<<1, 2>>>(counter, 1000);
  const bool each = copied == 4 && destroyed == 4;
  void* arguments[] = {&counter};  // Its bytes are taken, by address.
  cudaLaunchKernel((void*)count, dim3(1), dim3(5), arguments, 0, 0);
  const bool none = copied == 4 && destroyed == 4;
  int n = 0;
  cudaMemcpy(&n, counter.value, sizeof n, cudaMemcpyDeviceToHost);
  int* memory;
  cudaMalloc(&memory, sizeof(int));
  cudaMemset(memory, 0, sizeof(int));
  {
    Owner owner(memory);
    use<<<1, 4>>>(owner, 1);
    use<<<1, 4>>>(owner, 1, 2);
    cudaDeviceSynchronize();
  }
  const bool freed = cudaFree(memory) == cudaErrorInvalidValue;
  return !once || !each || !none || !freed || n != 4 + 60 + 200 + 2000 + 5;
}
