// expect: passed
// Thrust's calls come behind the kernels before them: in the default stream, in a stream
// of their own, and where an event orders them.
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/reduce.h>
#include <thrust/sort.h>

__global__ void set(int* out) { out[threadIdx.x] = 63 - threadIdx.x; }

int main() {
  cudaStream_t one, two;
  cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&two, cudaStreamNonBlocking);
  cudaEvent_t is_set;
  cudaEventCreate(&is_set);
  thrust::device_vector<int> values(64);
  int* raw = thrust::raw_pointer_cast(values.data());

  set<<<1, 64>>>(raw);
  thrust::sort(values.begin(), values.end());
  if (values[5] != 5) return 1;

  set<<<1, 64, 0, one>>>(raw);
  if (thrust::reduce(thrust::cuda::par.on(one), values.begin(), values.end()) != 2016)
    return 2;

  set<<<1, 64, 0, one>>>(raw);
  cudaEventRecord(is_set, one);
  cudaStreamWaitEvent(two, is_set);
  thrust::sort(thrust::cuda::par_nosync.on(two), values.begin(), values.end());
  cudaStreamSynchronize(two);
  return values[7] == 7 ? 0 : 3;
}
