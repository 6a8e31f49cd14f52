// expect: data_race
// missing: after the cudaMemsetAsync in line 15, in the 1st of streams
// told: line 15  racing cudaMemsetAsync data[0], 256
// unsaid: streams[i]
// The only stream that a loop created is named as one of several is.
__global__ void read(int* data) { data[1] = data[0]; }

int main() {
  const int count = 1;
  cudaStream_t streams[2], other;
  for (int i = 0; i < count; ++i) cudaStreamCreate(&streams[i]);
  cudaStreamCreate(&other);
  int* data;
  cudaMalloc(&data, 64 * sizeof(int));
  cudaMemsetAsync(data, 0, 64 * sizeof(int), streams[0]);
  read<<<1, 1, 0, other>>>(data);
  return cudaDeviceSynchronize() != cudaSuccess;
}
