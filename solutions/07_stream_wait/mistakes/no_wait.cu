// expect: data_race
// follow() marks the place in one stream, and the other one never waits for it.
// overlay

cudaError_t follow(Lane later, Lane earlier) {
  // ...
  TRY(cudaEventRecord(reached, earlier.stream));
  return cudaEventDestroy(reached);
}
