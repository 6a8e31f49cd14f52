// expect: api_error
// Device code deletes one object twice.
__global__ void twice() {
  int* word = new int(1);
  delete word;
  delete word;
}

int main() {
  twice<<<1, 1>>>();
  return cudaDeviceSynchronize();
}
