// expect: data_race
// The stream that recorded the event waits for it; the other one goes on.
// overlay

cudaError_t follow(Lane later, Lane earlier) {
  cudaEvent_t reached;
  TRY(makeEvent(&reached, earlier.device));
  TRY(cudaEventRecord(reached, earlier.stream));
  TRY(cudaStreamWaitEvent(earlier.stream, reached, 0));
  return cudaEventDestroy(reached);
}
