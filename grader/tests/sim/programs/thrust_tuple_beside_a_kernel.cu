// expect: data_race
// told: line 29  racing read values
// unsaid: without debug information
// A functor takes a tuple of values: the library reads them for it, in the line of the
// call.
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/for_each.h>
#include <thrust/iterator/zip_iterator.h>

__global__ void set(int* out) { out[threadIdx.x] = 1; }

struct Store {
  int* out;
  __device__ void operator()(const thrust::tuple<int, int>& pair) const {
    out[thrust::get<1>(pair)] = thrust::get<0>(pair);
  }
};

int main() {
  cudaStream_t one, two;
  cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&two, cudaStreamNonBlocking);
  thrust::device_vector<int> values(1);
  thrust::device_vector<int> places(1);
  thrust::device_vector<int> out(1);
  auto first = thrust::make_zip_iterator(values.begin(), places.begin());
  set<<<1, 1, 0, one>>>(thrust::raw_pointer_cast(values.data()));
  thrust::for_each(thrust::cuda::par.on(two), first, first + 1,
                   Store{thrust::raw_pointer_cast(out.data())});
  return cudaDeviceSynchronize();
}
