// expect: passed
// A call with the policy thrust::device returns when its work is done.
#include <thrust/execution_policy.h>
#include <thrust/fill.h>

int main() {
  int* values;
  cudaMallocManaged(&values, 64 * sizeof(int));
  thrust::fill(thrust::device, values, values + 64, 3);
  return values[0] == 3 ? 0 : 1;
}
