// expect: passed
// thread: NVIDIA/cudf#9317
// Whoever finds the key waits until the value is no longer the one of an empty slot.
constexpr int kEmpty = -1;

__device__ int insert_and_find(int* keys, int* values, int key, int value) {
  const int slot = key % 4;
  if (atomicCAS(&keys[slot], kEmpty, key) == kEmpty) {
    atomicExch(&values[slot], value);
    return value;
  }
  int found;
  do {
    found = atomicAdd(&values[slot], 0);
  } while (found == kEmpty);
  return found;
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
