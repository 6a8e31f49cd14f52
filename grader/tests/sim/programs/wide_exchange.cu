// expect: passed
// Sixteen bytes at once: a number and how often it was changed never part.
struct alignas(16) Counted {
  unsigned long long sum, changes;
};

__global__ void add(Counted* word, Counted* seen) {
  Counted old = atomicExch(seen + blockIdx.x, Counted{0, 0});
  Counted now = atomicCAS(word, old, old);
  do {
    old = now;
    now = atomicCAS(word, old, Counted{old.sum + 5, old.changes + 1});
  } while (now.sum != old.sum || now.changes != old.changes);
  atomicExch_block(seen + blockIdx.x, old);
  atomicCAS_system(seen + blockIdx.x, old, Counted{old.sum, 1});
}

int main() {
  Counted *words, result[3];
  cudaMalloc(&words, sizeof result);
  cudaMemset(words, 0, sizeof result);
  add<<<2, 1>>>(words, words + 1);
  cudaMemcpy(result, words, sizeof result, cudaMemcpyDeviceToHost);
  if (result[0].sum != 10 || result[0].changes != 2) return 1;
  if (result[1].sum + result[2].sum != 5) return 2;
  return result[1].changes == 1 && result[2].changes == 1 ? 0 : 3;
}
