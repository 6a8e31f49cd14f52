// expect: data_race
// thread: sonots/cumo#202
// A loop of the host reads managed memory that the kernel before it may still be
// writing.
__global__ void fill(int* words, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) words[i] = n - i;
}

int maximum(const int* words, int n) {
  int best = 0;
  for (int i = 0; i < n; ++i)
    if (words[i] > best) best = words[i];
  return best;
}

int main() {
  const int n = 100;
  int* words;
  cudaMallocManaged(&words, n * sizeof(int));
  for (int i = 0; i < n; ++i) words[i] = 0;
  fill<<<1, 32>>>(words, n);
  return maximum(words, n) == n ? 0 : 1;
}
