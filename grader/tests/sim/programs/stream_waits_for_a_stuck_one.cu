// expect: deadlock
// missing: the host waits in cudaStreamSynchronize in line 26
// missing: the stream after waits in line 24 for the event passed that the stream before records
// told: stream after
// told: cudaStreamWaitEvent(after, passed, 0);
// A kernel waits for the host, the host for a stream, and the stream for the kernel.
__global__ void wait_for_host(volatile int* gate) {
  while (*gate == 0) {
  }
}
__global__ void nothing() {}

int main() {
  int* gate;
  cudaStream_t before, after;
  cudaEvent_t passed;
  cudaMallocHost(&gate, sizeof(int));
  *gate = 0;
  cudaStreamCreate(&before);
  cudaStreamCreate(&after);
  cudaEventCreate(&passed);
  wait_for_host<<<1, 1, 0, before>>>(gate);
  cudaEventRecord(passed, before);
  cudaStreamWaitEvent(after, passed, 0);
  nothing<<<1, 1, 0, after>>>();
  cudaStreamSynchronize(after);
  *gate = 1;
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
