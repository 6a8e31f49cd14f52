// Device code uses what is for host code alone: nvcc does not compile most of it.
#include <cstdlib>
#include <exception>
#include <string>

#include "cases.h"

__global__ void draw(int* out) { out[threadIdx.x] = rand(); }
// rand() has a state that is the host's.
CASE(random_numbers, api_error) { return run(draw, 1, 4, device<int>(4)); }

__device__ bool has_text(const std::exception& error) { return error.what() != nullptr; }

__global__ void make_exception(int* out) {
  std::exception* error = reinterpret_cast<std::exception*>(out);
  new (error) std::exception;
  out[2] = has_text(*error);
}
// The class is the C++ library's, and so is its virtual function.
CASE(class_of_the_library, api_error) {
  return run(make_exception, 1, 1, device<int>(4));
}

__global__ void copy_text(const char* text) {
  const std::string copied(text, 3);
  printf("%d\n", int(copied.size()));
}
// The string's memory would be the host's.
// told: device code uses std::allocator::allocator
CASE(string, api_error) { return run(copy_text, 1, 1, zeros<char>(4)); }

__global__ void check(const int* in) {
  if (in[threadIdx.x] != 1) throw 1;
}
// told: device code uses throw, which CUDA provides for host code
CASE(exception, api_error) { return run(check, 1, 4, zeros<int>(4)); }

__global__ void child(int* out) { out[0] = 1; }
__global__ void parent(int* out) { child<<<1, 1>>>(out); }
// nvcc compiles this, but the simulator does not model it.
CASE(launch, api_error) { return run(parent, 1, 1, device<int>()); }
