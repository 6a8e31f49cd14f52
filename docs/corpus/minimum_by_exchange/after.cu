// expect: passed
// thread: sengorajkumar/gpu_graph_algorithms#1
// atomicMin compares and writes in one step.
__global__ void relax(const int* candidates, int* distance) {
  const int mine = candidates[blockIdx.x];
  atomicMin(distance, mine);
}

int main() {
  int host[3] = {5, 2, 7}, far = 1000, *candidates, *distance, result = 0;
  cudaMalloc(&candidates, sizeof host);
  cudaMalloc(&distance, sizeof(int));
  cudaMemcpy(candidates, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemcpy(distance, &far, sizeof far, cudaMemcpyHostToDevice);
  relax<<<3, 1>>>(candidates, distance);
  cudaMemcpy(&result, distance, sizeof result, cudaMemcpyDeviceToHost);
  return result == 2 ? 0 : 1;
}
