/* C, and no C++: the host's compiler compiles it, as with nvcc. */
#include <cuda_runtime_api.h>
#include <stdlib.h>

int *new_words(count) int count; /* As C was written before 1989. */
{
  int *new = 0;
  return cudaMalloc((void **)&new, count * sizeof *new) == cudaSuccess ? new : 0;
}

int sum_of(const int *words, int count) {
  int *copy = malloc(count * sizeof *copy), sum = 0;
  cudaMemcpy(copy, words, count * sizeof *copy, cudaMemcpyDeviceToHost);
  for (int i = 0; i < count; ++i) sum += copy[i];
  free(copy);
  return sum;
}
