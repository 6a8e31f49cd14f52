// expect: data_race
// missing: No event orders the launch in line 18, in the stream sorting, after the launch in
// told: launch kernel 3, thrust::sort
// told: line 18  racing write
// A kernel in another stream writes the vector that Thrust sorts.
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/sort.h>

__global__ void set(int* out) { out[threadIdx.x] = 1; }

int main() {
  cudaStream_t sorting, setting;
  cudaStreamCreateWithFlags(&sorting, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&setting, cudaStreamNonBlocking);
  thrust::device_vector<int> values(64);
  set<<<1, 64, 0, setting>>>(thrust::raw_pointer_cast(values.data()));
  thrust::sort(thrust::cuda::par.on(sorting), values.begin(), values.end());
  return cudaDeviceSynchronize();
}
