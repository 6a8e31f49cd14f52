// expect: passed
// The same with an atomic.
#include <thrust/device_vector.h>
#include <thrust/for_each.h>
#include <thrust/sequence.h>

struct Count {
  int* bin;
  __device__ void operator()(int value) const { atomicAdd(&bin[value % 4], 1); }
};

int main() {
  thrust::device_vector<int> values(64), bins(4);
  thrust::sequence(values.begin(), values.end());
  thrust::for_each(values.begin(), values.end(),
                   Count{thrust::raw_pointer_cast(bins.data())});
  return bins[0] == 16 ? 0 : 1;
}
