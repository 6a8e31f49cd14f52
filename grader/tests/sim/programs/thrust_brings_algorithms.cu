// expect: passed
// As in the toolkit, thrust::sort's header brings the smallest and largest element, and
// that of the containers brings scans and reductions.
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/sort.h>

#include <cstdio>

int main() {
  thrust::device_vector<int> values(4, 0);
  thrust::fill(values.begin(), values.end(), 3);
  thrust::inclusive_scan(thrust::device, values.begin(), values.end(), values.begin());
  const auto ends = thrust::minmax_element(values.begin(), values.end());
  const int range = *ends.second - *ends.first;
  const int sum = thrust::reduce(values.begin(), values.end());
  printf("%d %d\n", range, sum);
  return range == 9 && sum == 30 ? 0 : 1;
}
