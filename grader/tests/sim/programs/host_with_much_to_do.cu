// expect: timeout
// Not a mistake, but more than a schedule may have: that is said, and is no verdict on
// the program's progress.
int main() {
  int* counter;
  cudaMallocHost(&counter, sizeof(int));
  *counter = 0;
  for (int i = 0; i < 1'000'000; ++i) ++*const_cast<volatile int*>(counter);
  return 0;
}
