// expect: data_race
// missing: in the stream first, after the launch in line 18, in the stream second
// missing: "location":"words[0]"
// Two streams, and two pieces of memory, that one line makes have each their own name.
__global__ void fill(int* words) { words[threadIdx.x] = 1; }
__global__ void copy(const int* from, int* to) { to[threadIdx.x] = from[threadIdx.x]; }

int main() {
  cudaStream_t first, second;
  cudaStreamCreate(&first), cudaStreamCreate(&second);
  int *words, *copies;
  cudaMalloc(&copies, 16), cudaMallocAsync(&words, 16, first);
  fill<<<1, 4, 0, first>>>(words);
  cudaEvent_t filled;
  cudaEventCreate(&filled);
  cudaEventRecord(filled, first);
  cudaStreamWaitEvent(second, filled);
  copy<<<1, 4, 0, second>>>(words, copies);
  cudaFreeAsync(words, first);
  return cudaDeviceSynchronize();
}
