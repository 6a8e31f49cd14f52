// expect: data_race
// missing: No event orders the launch in line 25, in the stream drains, after the launch
// missing: record one in the stream fills after line 21
// Two buffers.  Each drain waits, but for the other buffer's event, and the very first
// waits for an event that was not recorded yet, which is fine: the arrow that is missing
// is another one.
__global__ void set(int* out, int value) { *out = value; }

int main() {
  int *first, *second;
  cudaStream_t fills, drains;
  cudaEvent_t idle, unrelated;
  cudaMalloc(&first, sizeof(int));
  cudaMalloc(&second, sizeof(int));
  cudaStreamCreateWithFlags(&fills, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&drains, cudaStreamNonBlocking);
  cudaEventCreate(&idle);
  cudaEventCreate(&unrelated);
  cudaDeviceSynchronize();

  set<<<1, 1, 0, fills>>>(first, 1);
  cudaStreamWaitEvent(drains, idle, 0);
  set<<<1, 1, 0, drains>>>(second, 2);
  cudaEventRecord(unrelated, drains);
  set<<<1, 1, 0, drains>>>(first, 3);
  cudaEventRecord(idle, fills);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
