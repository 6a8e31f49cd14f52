// expect: data_race
// thread: mir-group/nequip#605
// One library computes indices in its own stream; another one uses them in another stream
// without any synchronization, and may index with old values.
__global__ void make_pairs(int* pairs, int n) {
  pairs[threadIdx.x] = (threadIdx.x + 1) % n;
}
__global__ void add_forces(const int* pairs, int* forces) {
  atomicAdd(&forces[pairs[threadIdx.x]], 1);
}

int main() {
  const int n = 32;
  cudaStream_t of_kokkos, of_torch;
  int *pairs, *forces, result[n];
  cudaStreamCreateWithFlags(&of_kokkos, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&of_torch, cudaStreamNonBlocking);
  cudaMalloc(&pairs, sizeof result);
  cudaMalloc(&forces, sizeof result);
  cudaMemset(pairs, 0, sizeof result);
  cudaMemset(forces, 0, sizeof result);
  cudaDeviceSynchronize();
  make_pairs<<<1, n, 0, of_kokkos>>>(pairs, n);
  add_forces<<<1, n, 0, of_torch>>>(pairs, forces);
  cudaDeviceSynchronize();
  cudaMemcpy(result, forces, sizeof result, cudaMemcpyDeviceToHost);
  for (int force : result)
    if (force != 1) return 1;
  return 0;
}
