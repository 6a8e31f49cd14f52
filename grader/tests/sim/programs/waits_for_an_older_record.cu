// expect: data_race
// missing: does not wait for the event that is recorded in line 19, after the
// missing: cudaMemcpyAsync in line 18.  It must, before the cudaMemcpyAsync in line 21
// A buffer is filled again after a wait for the wrong one of two events.
#include <cuda_runtime.h>

int main() {
  int *from, *buffer, *to;
  cudaMalloc(&from, 4);
  cudaMalloc(&buffer, 4);
  cudaMalloc(&to, 4);
  cudaMemset(from, 0, 4);
  cudaMemset(buffer, 0, 4);
  cudaStream_t fills, drains;
  cudaEvent_t begun, drained;
  cudaStreamCreate(&fills), cudaStreamCreate(&drains);
  cudaEventCreate(&begun), cudaEventCreate(&drained), cudaEventRecord(begun, drains);
  cudaMemcpyAsync(to, buffer, 4, cudaMemcpyDeviceToDevice, drains);
  cudaEventRecord(drained, drains);
  cudaStreamWaitEvent(fills, begun, 0);
  cudaMemcpyAsync(buffer, from, 4, cudaMemcpyDeviceToDevice, fills);
  return cudaDeviceSynchronize();
}
