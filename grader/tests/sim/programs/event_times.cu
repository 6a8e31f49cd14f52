// expect: passed
// Time between events: there if both are timed, recorded and done.
__global__ void nothing() {}

int main() {
  cudaEvent_t begin, end, untimed, unused;
  float ms = -1;
  cudaEventCreate(&begin);
  cudaEventCreate(&end);
  cudaEventCreate(&unused);
  cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming);
  cudaEventRecord(begin);
  nothing<<<1, 1>>>();
  cudaEventRecordWithFlags(end, 0, cudaEventRecordDefault);
  cudaEventRecord(untimed);
  cudaEventSynchronize(end);
  if (cudaEventElapsedTime(&ms, begin, end) != cudaSuccess || ms <= 0) return 1;
  if (cudaEventElapsedTime(nullptr, begin, end) != cudaErrorInvalidValue) return 2;
  cudaEventSynchronize(untimed);
  if (cudaEventElapsedTime(&ms, begin, untimed) != cudaErrorInvalidResourceHandle)
    return 3;
  if (cudaEventElapsedTime(&ms, begin, unused) != cudaErrorInvalidResourceHandle)
    return 4;
  cudaEventDestroy(end);
  if (cudaEventElapsedTime(&ms, begin, end) != cudaErrorInvalidResourceHandle) return 5;
  cudaGetLastError();
  return 0;
}
