// expect: api_error
// follow() takes an event of the device that waits, and records it on the other one.
// overlay

cudaError_t follow(Lane later, Lane earlier) {
  cudaEvent_t reached;
  TRY(makeEvent(&reached, later.device));
  TRY(cudaEventRecord(reached, earlier.stream));
  // ...
}
