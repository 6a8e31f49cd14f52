// expect: data_race
// told: parts/grammar.y:3  *$$ += 1;
// A generated program's reports name the lines of the text that it was generated from.
__global__ void count(int* total) {
#line 3 "parts/grammar.y"
  *total += 1;
#line 8 "line_directive.cu"
}

int main() {
  int* total;
  cudaMalloc(&total, sizeof(int));
  cudaMemset(total, 0, sizeof(int));
  count<<<1, 2>>>(total);
  return cudaDeviceSynchronize();
}
