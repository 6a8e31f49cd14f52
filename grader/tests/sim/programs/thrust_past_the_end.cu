// expect: bad_access
// missing: values
// A range that ends behind its vector.
#include <thrust/device_vector.h>
#include <thrust/fill.h>

int main() {
  thrust::device_vector<int> values(64);
  thrust::fill(values.begin(), values.begin() + 65, 1);
  return 0;
}
