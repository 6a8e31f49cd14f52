// expect: data_race
// An atomic of sixteen bytes and a plain read of half of them.
struct alignas(16) Pair {
  unsigned long long a, b;
};

__global__ void change(Pair* word, unsigned long long* out) {
  if (blockIdx.x == 0)
    atomicExch(word, Pair{1, 1});
  else
    *out = word->b;
}

int main() {
  Pair* words;
  cudaMalloc(&words, 2 * sizeof(Pair));
  cudaMemset(words, 0, 2 * sizeof(Pair));
  change<<<2, 1>>>(words, &words[1].a);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
