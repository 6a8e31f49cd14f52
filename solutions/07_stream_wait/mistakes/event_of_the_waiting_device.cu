// expect: api_error
// says: create the event while device
// follow() makes an event on the waiting device, and records it on the other one.
// overlay

cudaError_t follow(Lane later, Lane earlier) {
  cudaEvent_t reached;
  TRY(makeEvent(&reached, later.device));
  TRY(cudaEventRecord(reached, earlier.stream));
  // ...
}
