// expect: wrong_result
// follow() sets the device by hand, and does not restore it if a call fails.
// overlay

cudaError_t follow(Lane later, Lane earlier) {
  cudaEvent_t reached;
  int before = 0;
  TRY(cudaGetDevice(&before));
  TRY(cudaSetDevice(earlier.device));
  TRY(makeEvent(&reached, earlier.device));
  TRY(cudaEventRecord(reached, earlier.stream));
  TRY(cudaSetDevice(before));
  TRY(cudaStreamWaitEvent(later.stream, reached, 0));
  return cudaEventDestroy(reached);
}
