// expect: deadlock
// missing: spinning in line 11 on word, which stays 4294967295 (-1)
// told: atomicAdd word, 4294967293 (-3) ->
// Nobody says whether a word is signed, so that a value that depends on it is shown both
// ways.
#include <cuda_runtime.h>

__device__ unsigned word = 0xfffffffdu;

__global__ void meet() {
  for (atomicAdd(&word, 1u); atomicAdd(&word, 0u) != 5u;) {
  }
}

int main() {
  meet<<<2, 1>>>();
  return cudaDeviceSynchronize();
}
