// expect: api_error
// The class is the C++ library's, and so is its virtual function, which is for the host.
#include <exception>

__device__ bool has_text(const std::exception& error) { return error.what() != nullptr; }

__global__ void make(int* out) {
  std::exception* error = reinterpret_cast<std::exception*>(out);
  new (error) std::exception;
  out[2] = has_text(*error);
}

int main() {
  int* out;
  cudaMalloc(&out, 4 * sizeof(int));
  make<<<1, 1>>>(out);
  return cudaDeviceSynchronize();
}
