// expect: data_race
// thread: NVIDIA/cudf#9317
// A thread puts a key into a hash table by compare-and-swap, and its value afterwards.
// One that finds the key may read the value before it is there.
constexpr int kEmpty = -1;

__device__ int insert_and_find(int* keys, int* values, int key, int value) {
  const int slot = key % 4;
  if (atomicCAS(&keys[slot], kEmpty, key) == kEmpty) {
    values[slot] = value;
    return value;
  }
  return values[slot];
}

__global__ void insert(int* keys, int* values, int* out) {
  out[blockIdx.x] = insert_and_find(keys, values, 6, 100 + blockIdx.x);
}

int main() {
  int *table, *out, result[2];
  cudaMalloc(&table, 8 * sizeof(int));
  cudaMalloc(&out, sizeof result);
  cudaMemset(table, 0xff, 8 * sizeof(int));
  insert<<<2, 1>>>(table, table + 4, out);
  cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
  return result[0] == result[1] && result[0] >= 100 ? 0 : 1;
}
