// expect: crashed
// missing: A range of Thrust's ends before it begins
// The ends of a range are mixed up.
#include <thrust/device_vector.h>
#include <thrust/sort.h>

int main() {
  thrust::device_vector<int> values(8);
  thrust::sort(values.end(), values.begin());
  return 0;
}
