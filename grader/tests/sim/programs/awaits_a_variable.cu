// expect: deadlock
// missing: stays 1 and is compared with 2: block 1 was the last to write it, in line 9
// A wait by read-modify-writes that change nothing does not hide who wrote the variable.
__device__ int arrived;

__global__ void meet() {
  if (blockIdx.x == 1) {
    __threadfence();
    atomicAdd(&arrived, 1);
  } else {
    while (atomicAdd(&arrived, 0) < 2) {
    }
  }
}

int main() {
  meet<<<2, 1>>>();
  return cudaDeviceSynchronize() != cudaSuccess;
}
