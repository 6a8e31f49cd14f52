// expect: no_progress
// missing: The host is in line 14.
// The host asks in a loop whether its stream is idle, but the kernel in that stream waits
// for the host.
__global__ void wait(const volatile int* go) {
  while (*go == 0) __nanosleep(1);
}

int main() {
  int* go;
  cudaMallocManaged(&go, sizeof(int));
  *go = 0;
  wait<<<1, 1>>>(go);
  while (cudaStreamQuery(nullptr) == cudaErrorNotReady) {
  }
  return 0;
}
