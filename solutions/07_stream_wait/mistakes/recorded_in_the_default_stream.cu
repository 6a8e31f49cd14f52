// expect: data_race
// Records the event without a stream, so in the default stream, which has nothing to do
// with the lane.
// overlay

cudaError_t follow(Lane later, Lane earlier) {
  cudaEvent_t reached;
  TRY(makeEvent(&reached, earlier.device));
  {
    const OnDevice here(earlier.device);
    TRY(cudaEventRecord(reached));
  }
  TRY(cudaStreamWaitEvent(later.stream, reached, 0));
  return cudaEventDestroy(reached);
}
