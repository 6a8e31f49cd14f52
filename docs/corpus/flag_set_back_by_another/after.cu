// expect: passed
// thread: NVIDIA/cuml#2305
// Only a vertex whose label changed writes the flag.
__global__ void propagate(const int* old, int* labels, int n, int* more) {
  const int v = blockIdx.x;
  int least = old[v];
  if (v > 0) least = min(least, old[v - 1]);
  if (v + 1 < n) least = min(least, old[v + 1]);
  labels[v] = least;
  if (least != old[v]) atomicExch(more, 1);
}

int main() {
  const int n = 3;
  int host[n] = {0, 1, 2}, more = 1, *labels[2], *flag;
  for (int*& some : labels) cudaMalloc(&some, sizeof host);
  cudaMalloc(&flag, sizeof(int));
  cudaMemcpy(labels[0], host, sizeof host, cudaMemcpyHostToDevice);
  int round = 0;
  for (; more; ++round) {
    cudaMemset(flag, 0, sizeof(int));
    propagate<<<n, 1>>>(labels[round % 2], labels[1 - round % 2], n, flag);
    cudaMemcpy(&more, flag, sizeof more, cudaMemcpyDeviceToHost);
  }
  cudaMemcpy(host, labels[round % 2], sizeof host, cudaMemcpyDeviceToHost);
  return host[0] + host[1] + host[2] == 0 ? 0 : 1;
}
