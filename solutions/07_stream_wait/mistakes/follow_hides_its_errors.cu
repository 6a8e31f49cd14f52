// expect: wrong_result
// says: follow() returned cudaSuccess
// Does all that it should, and returns no error of any call.
// overlay

cudaError_t follow(Lane later, Lane earlier) {
  cudaEvent_t event;
  makeEvent(&event, earlier.device);
  cudaEventRecord(event, earlier.stream);
  cudaStreamWaitEvent(later.stream, event, 0);
  cudaEventDestroy(event);
  return cudaSuccess;
}
