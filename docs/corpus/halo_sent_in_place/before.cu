// expect: data_race
// thread: lammps/lammps#2454
// A process that is its own neighbour gathers values and stores them as received in the
// same array, so that a thread may read what another one has just stored.
__global__ void exchange(int* values, const int* list, int first) {
  values[first + threadIdx.x] = values[list[threadIdx.x]];
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
  exchange<<<1, n>>>(values, list, n);
  cudaMemcpy(host, values, sizeof host, cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; ++i)
    if (host[n + i] != of[i]) return 1;
  return 0;
}
