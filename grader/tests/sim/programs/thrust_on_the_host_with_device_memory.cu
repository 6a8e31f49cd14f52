// expect: bad_access
// told: thrust_on_the_host_with_device_memory.cu:9
// A plain pointer without a policy is the host's.
#include <thrust/reduce.h>

int main() {
  int* values;
  cudaMalloc(&values, 64 * sizeof(int));
  return thrust::reduce(values, values + 64);
}
