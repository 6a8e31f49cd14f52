// expect: data_race
// The wait is issued before the record: the event was never recorded, so it is no wait.
// overlay

cudaError_t follow(Lane later, Lane earlier) {
  cudaEvent_t reached;
  TRY(makeEvent(&reached, earlier.device));
  TRY(cudaStreamWaitEvent(later.stream, reached, 0));
  TRY(cudaEventRecord(reached, earlier.stream));
  return cudaEventDestroy(reached);
}
