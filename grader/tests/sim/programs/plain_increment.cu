// expect: data_race
// missing: The read and the write in line 6 are two steps
// Every block counts itself, without an atomic.
__device__ int count;

__global__ void arrive() { ++count; }

int main() {
  arrive<<<2, 1>>>();
  return cudaDeviceSynchronize() != cudaSuccess;
}
