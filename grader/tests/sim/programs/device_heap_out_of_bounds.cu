// expect: bad_access
// A write past the end of what device code allocated.
__global__ void overrun() {
  int* words = (int*)malloc(4 * sizeof(int));
  words[4] = 1;
  free(words);
}

int main() {
  overrun<<<1, 1>>>();
  return cudaDeviceSynchronize();
}
