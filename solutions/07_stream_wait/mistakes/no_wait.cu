// expect: data_race
// follow() marks the place in one stream, and the other one never waits for it.
// overlay

cudaError_t follow(Lane later, Lane earlier) {
  cudaEvent_t reached;
  TRY(makeEvent(&reached, earlier.device));
  TRY(cudaEventRecord(reached, earlier.stream));
  return cudaEventDestroy(reached);
}
