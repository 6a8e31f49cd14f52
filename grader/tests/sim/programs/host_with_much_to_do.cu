// expect: passed
// schedules: 3
// A host that has much to do makes progress.
int main() {
  int* counter;
  cudaMallocHost(&counter, sizeof(int));
  *counter = 0;
  for (int i = 0; i < 1'000'000; ++i) ++*const_cast<volatile int*>(counter);
  return 0;
}
