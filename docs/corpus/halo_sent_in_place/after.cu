// expect: passed
// thread: lammps/lammps#2454
// The values go through a buffer of their own.
__global__ void pack(const int* values, const int* list, int* buffer) {
  buffer[threadIdx.x] = values[list[threadIdx.x]];
}

__global__ void unpack(const int* buffer, int* values, int first) {
  values[first + threadIdx.x] = buffer[threadIdx.x];
}

int main() {
  const int n = 64;
  int host[2 * n], of[n], *values, *list;
  for (int i = 0; i < 2 * n; ++i) host[i] = i;
  for (int i = 0; i < n; ++i) of[i] = i % 2 ? i : n + (i + 33) % n;
  cudaMalloc(&values, sizeof host);
  cudaMalloc(&list, sizeof of);
  cudaMemcpy(values, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemcpy(list, of, sizeof of, cudaMemcpyHostToDevice);
  int* buffer;
  cudaMalloc(&buffer, sizeof of);
  pack<<<1, n>>>(values, list, buffer);
  unpack<<<1, n>>>(buffer, values, n);
  cudaMemcpy(host, values, sizeof host, cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; ++i)
    if (host[n + i] != of[i]) return 1;
  return 0;
}
