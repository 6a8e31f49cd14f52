// expect: timeout
// schedules: 1
// missing: The program still runs after
// Every kernel comes to its end, and the host waits for what none of them brings.
#include <cuda_runtime.h>

__device__ int done;

__global__ void work() { atomicAdd(&done, 0); }

int main() {
  for (int host = 0; host == 0;) {
    work<<<1, 1>>>();
    cudaMemcpyFromSymbol(&host, done, sizeof host);
  }
  return 0;
}
