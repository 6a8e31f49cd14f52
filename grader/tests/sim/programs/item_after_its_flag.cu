// expect: data_race
// missing: The atomicExch in line 15 comes before the write in line 16
// A place is taken, its flag set, and then the item written.  The next place is taken by
// an atomic as well, which has nothing to do with it.
__device__ unsigned taken;
__device__ int ready[4];
__device__ int item[4];
__device__ int sum;

__global__ void exchange() {
  if (blockIdx.x == 0) {
    for (int i = 0; i < 3; ++i) {
      const unsigned place = atomicAdd(&taken, 1u);
      __threadfence();
      atomicExch(&ready[place], 1);
      item[place] = i + 1;
    }
  } else {
    for (unsigned place = 0; place < 3; ++place) {
      while (*(volatile unsigned*)&taken <= place) {
      }
      while (*(volatile int*)&ready[place] == 0) {
      }
      __threadfence();
      atomicAdd(&sum, item[place]);
    }
  }
}

int main() {
  exchange<<<2, 1>>>();
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
