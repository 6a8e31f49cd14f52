// expect: data_race
// The stream that recorded the event waits for it; the other one goes on.
// overlay

cudaError_t follow(Lane later, Lane earlier) {
  // ...
  TRY(cudaEventRecord(reached, earlier.stream));
  TRY(cudaStreamWaitEvent(earlier.stream, reached, 0));
  return cudaEventDestroy(reached);
}
