// expect: data_race
// missing: atomicAdd
// told: line 15  racing write
// The elements of a for_each run in different threads: their sums need an atomic.
#include <thrust/device_vector.h>
#include <thrust/for_each.h>
#include <thrust/sequence.h>

int main() {
  thrust::device_vector<int> values(64), bins(4);
  thrust::sequence(values.begin(), values.end());
  int* bin = thrust::raw_pointer_cast(bins.data());
  // clang-format off
  thrust::for_each(values.begin(), values.end(), [bin] __device__(int value) {
    bin[value % 4] += 1;
  });
  // clang-format on
  return bins[0] == 16 ? 0 : 1;
}
