// expect: data_race
// follow() takes two lanes of one device for ordered anyway, but they are two streams.
// overlay

cudaError_t follow(Lane later, Lane earlier) {
  if (later.device == earlier.device) return cudaSuccess;
  cudaEvent_t reached;
  // ...
}
