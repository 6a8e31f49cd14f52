// expect: bad_access
// A device pointer is not the host's to follow.
int main() {
  int* out;
  cudaMalloc(&out, sizeof(int));
  return *out == 1 ? 0 : 1;
}
