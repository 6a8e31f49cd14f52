/// Several programs in one file: CASE(name, verdict) { ... } is the body of a main
/// function, and the program's argument says which one runs.  What else the simulator
/// must say of a case stands in the comment above it.
#pragma once

#include <cstddef>
#include <cstdio>
#include <cstring>
#include <initializer_list>

/// One case of the file; its cases form a list.
struct Case {
  Case(const char* its_name, int (*its_main)());

  const char* name;
  int (*main)();
  Case* next;
};

inline Case* first_case = nullptr;

inline Case::Case(const char* its_name, int (*its_main)())
    : name(its_name), main(its_main), next(first_case) {
  first_case = this;
}

#define CASE(name, verdict)                          \
  static int case_##name();                          \
  static Case registered_##name(#name, case_##name); \
  static int case_##name()

int main(int count, char** arguments) {
  for (const Case* each = first_case; each != nullptr; each = each->next)
    if (count == 2 && std::strcmp(arguments[1], each->name) == 0) return each->main();
  std::fprintf(stderr, "Which case?\n");
  return 99;
}

/// Uninitialized memory of the current device for `count` elements.
template <class T>
T* device(int count = 1) {
  T* memory = nullptr;
  cudaMalloc(&memory, count * sizeof(T));
  return memory;
}

/// The same, filled with zeros.
template <class T>
T* zeros(int count = 1) {
  T* memory = nullptr;  // A report knows the variable of the nearest caller.
  cudaMalloc(&memory, count * sizeof(T));
  cudaMemset(memory, 0, count * sizeof(T));
  return memory;
}

/// Memory that host and devices share.
template <class T>
T* managed(int count = 1) {
  T* memory = nullptr;
  cudaMallocManaged(&memory, count * sizeof(T));
  return memory;
}

/// The same, with the numbers 0, 1, 2, ...
template <class T = int>
T* numbers(int count) {
  T* memory = nullptr;
  cudaMallocManaged(&memory, count * sizeof(T));
  for (int i = 0; i < count; ++i) memory[i] = i;
  return memory;
}

/// Pinned memory of the host.
template <class T>
T* pinned(int count = 1) {
  T* memory = nullptr;
  cudaMallocHost(&memory, count * sizeof(T));
  return memory;
}

/// Kernels that many cases launch.
__global__ void nothing() {}
__global__ void set(int* out, int value) { out[threadIdx.x] = value; }
__global__ void copy(const int* from, int* to) { to[threadIdx.x] = from[threadIdx.x]; }

/// Waits for the device: 0 if all went well, as a case returns it.
inline int finish() { return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1; }

/// Launches a kernel, waits for it and says how it went, as finish() does.
template <class... Parameters, class... Arguments>
int run(void (*kernel)(Parameters...), dim3 grid, dim3 block, Arguments... arguments) {
  kernel<<<grid, block>>>(arguments...);
  return finish();
}

/// Waits for the device: 0 if each of these words, which the host can read, is as
/// expected.
template <class T, class Expected>
int finish(const T* words, int count, Expected expected) {
  if (finish() != 0) return 1;
  for (int i = 0; i < count; ++i)
    if (words[i] != expected(i)) return 1;
  return 0;
}

template <class T, std::size_t count>
int finish(const T* words, const T (&expected)[count]) {
  return finish(words, count, [&](int i) { return expected[i]; });
}

/// Copies a whole array from the device; true if all went well.
template <class T, std::size_t count>
bool fetch(T (&host)[count], const T* memory) {
  return cudaMemcpy(host, memory, sizeof host, cudaMemcpyDeviceToHost) == cudaSuccess;
}

/// Two streams; by default they wait for the default stream, and it for them.
struct Streams {
  explicit Streams(unsigned flags = cudaStreamDefault) {
    cudaStreamCreateWithFlags(&first, flags);
    cudaStreamCreateWithFlags(&second, flags);
  }

  cudaStream_t first, second;
};

inline cudaEvent_t new_event() {
  cudaEvent_t event;
  cudaEventCreate(&event);
  return event;
}

/// Ends a case whose call returns another error than it should, and says which call.
#define EXPECT(error, call) \
  if ((call) != (error)) return std::printf("%s\n", #call), 1
#define OK(call) EXPECT(cudaSuccess, call)

/// Whether these values are in the device's memory.
template <class T>
bool holds(const T* memory, std::initializer_list<T> values) {
  for (const T& value : values) {
    T found{};
    if (cudaMemcpy(&found, memory++, sizeof found, cudaMemcpyDeviceToHost) ||
        found != value)
      return false;
  }
  return true;
}

/// Whether this variable of the device has the value.
template <class T>
bool variable_holds(const T& variable, T value) {
  T found{};
  cudaMemcpyFromSymbol(&found, variable, sizeof found);
  return found == value;
}

/// Launches a kernel: 0 if this variable of the device then has the value.
template <class T>
int run_leaving(const T& variable, T value, void (*kernel)(), dim3 grid, dim3 block) {
  kernel<<<grid, block>>>();
  return variable_holds(variable, value) ? 0 : 1;
}

/// Launches a kernel whose first argument is memory for its results, filled with zeros: 0
/// if these become the values.
template <class T, class... Parameters, class... Arguments>
int run_expecting(std::initializer_list<T> values, void (*kernel)(T*, Parameters...),
                  dim3 grid, dim3 block, Arguments... arguments) {
  T* results = zeros<T>(values.size());
  kernel<<<grid, block>>>(results, arguments...);
  return holds(results, values) ? 0 : 1;
}
