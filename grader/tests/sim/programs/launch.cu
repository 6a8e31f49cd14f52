// Launches: what they may look like, and what is refused.
#include "cases.h"

constexpr int most = 64;

__global__ void __launch_bounds__(most, 2) bounded(int* out) { out[threadIdx.x] = 1; }

CASE(bounds, passed) {
  int* out = device<int>(128);
  cudaFuncAttributes attributes;
  cudaFuncGetAttributes(&attributes, bounded);
  if (attributes.maxThreadsPerBlock != most) return 1;
  bounded<<<1, 64>>>(out);
  OK(cudaGetLastError());
  bounded<<<1, 65>>>(out);
  return cudaGetLastError() == cudaSuccess ? 3 : finish();
}

template <int threads>
__global__ void __launch_bounds__(threads) bounded_template() {}

CASE(bounds_of_a_template, api_error) { return run(bounded_template<64>, 1, 128); }

__global__ void write(int* out, int value) {
  extern __shared__ int shared[];
  shared[threadIdx.x] = value;
  out[blockIdx.x] = shared[threadIdx.x];
}

// A priority among the attributes is a hint; the other attributes still count.
// cudaFuncGetAttributes tells what cudaFuncSetAttribute has allowed.
CASE(priority, passed) {
  constexpr int bytes = 100 * 1024;
  int* out = managed<int>(2);
  cudaFuncSetAttribute(write, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
  cudaFuncAttributes of_kernel;
  cudaFuncGetAttributes(&of_kernel, write);
  if (of_kernel.maxDynamicSharedSizeBytes != bytes) return 1;
  cudaLaunchAttribute attributes[2];
  attributes[0].id = cudaLaunchAttributePriority;
  attributes[0].val.priority = -1;
  attributes[1].id = cudaLaunchAttributeCooperative;
  attributes[1].val.cooperative = 1;
  const cudaLaunchConfig_t config = {2, 1, bytes, nullptr, attributes, 2};
  OK(cudaLaunchKernelEx(&config, write, out, 3));
  OK(cudaDeviceSynchronize());
  return out[0] == 3 && out[1] == 3 ? 0 : 4;
}

__global__ void first(int* p) { *p = 1; }
__global__ void second(int* p) { p[1] = p[0]; }

// The second kernel of a programmatic dependent launch never waits for the first.
// missing: the launch asks for programmatic dependent launch
CASE(dependent, api_error) {
  int* p = device<int>(2);
  const cudaStream_t stream = Streams().first;
  first<<<1, 1, 0, stream>>>(p);
  cudaLaunchAttribute attribute;
  attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  attribute.val.programmaticStreamSerializationAllowed = 1;
  const cudaLaunchConfig_t config = {1, 1, 0, stream, &attribute, 1};
  cudaLaunchKernelEx(&config, second, p);
  return finish();
}

// A failed launch is reported with the limit that it exceeds.
// missing: The grid has 0 blocks along x, and may have 1 to 2,147,483,647.
CASE(no_blocks, api_error) {
  nothing<<<0, 32>>>();
  return 0;
}

// missing: A block has 16,384 threads along x, and may have 1 to 1,024.
CASE(many_threads, api_error) {
  nothing<<<1, 16384>>>();
  return 0;
}

// missing: A block has 2,048 threads, and may have at most 1,024.
CASE(many_threads_in_two_dimensions, api_error) {
  nothing<<<1, dim3(1024, 2)>>>();
  return 0;
}

// missing: A block asks for 262,144 bytes of dynamic shared memory, and may have 49,152.
CASE(much_shared_memory, api_error) {
  nothing<<<1, 32, 256 * 1024>>>();
  return 0;
}

// missing: cudaFuncAttributeMaxDynamicSharedMemorySize allows 232,448
CASE(shared_memory_on_request, api_error) {
  nothing<<<1, 32, 64 * 1024>>>();
  return 0;
}
