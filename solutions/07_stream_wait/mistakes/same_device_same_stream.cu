// expect: data_race
// Two lanes of one device are in order anyway, says follow(); they are two streams.
// overlay

cudaError_t follow(Lane later, Lane earlier) {
  if (later.device == earlier.device) return cudaSuccess;
  cudaEvent_t reached;
  // ...
}
