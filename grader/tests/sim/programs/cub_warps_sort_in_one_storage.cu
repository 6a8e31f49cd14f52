// expect: data_race
// told: storage
// Each of two warps sorts its own keys, and both do it in one storage.
#include <cub/warp/warp_merge_sort.cuh>

struct Less {
  __device__ bool operator()(int a, int b) const { return a < b; }
};

__global__ void sort_each(int* data) {
  using Sort = cub::WarpMergeSort<int, 2>;
  __shared__ typename Sort::TempStorage storage;  // Of each warp it must be another one.
  int keys[2] = {data[2 * threadIdx.x], data[2 * threadIdx.x + 1]};
  Sort(storage).Sort(keys, Less());
  data[2 * threadIdx.x] = keys[0];
  data[2 * threadIdx.x + 1] = keys[1];
}

int main() {
  int* data;
  cudaMalloc(&data, 128 * sizeof(int));
  cudaMemset(data, 0, 128 * sizeof(int));
  sort_each<<<1, 64>>>(data);
  return cudaDeviceSynchronize();
}
