// expect: data_race
// Relaxed, the store of the flag says nothing of the data.
__global__ void pass(int* data, unsigned* flag, int* out) {
  if (blockIdx.x == 0) {
    *data = 42;
    __nv_atomic_store_n(flag, 1, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
  } else {
    while (__nv_atomic_load_n(flag, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_DEVICE) == 0) {
    }
    *out = *data;
  }
}

int main() {
  int *data, *out, result = 0;
  unsigned* flag;
  cudaMalloc(&data, sizeof(int));
  cudaMalloc(&flag, sizeof(unsigned));
  cudaMalloc(&out, sizeof(int));
  cudaMemset(flag, 0, sizeof(unsigned));
  pass<<<2, 1>>>(data, flag, out);
  cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
  return result == 42 ? 0 : 1;
}
