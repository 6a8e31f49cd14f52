// expect: api_error
// says: that device must be current in line
// unsaid: what it passes may be wrong
// The object that makes the device current has no name, so it ends at its semicolon.
// overlay

cudaError_t makeEvent(cudaEvent_t* event, int device) {
  OnDevice{device};
  return cudaEventCreateWithFlags(event, cudaEventDisableTiming);
}

cudaError_t follow(Lane later, Lane earlier) {
  cudaEvent_t event;
  TRY(makeEvent(&event, earlier.device));
  TRY(cudaEventRecord(event, earlier.stream));
  TRY(cudaStreamWaitEvent(later.stream, event, 0));
  return cudaEventDestroy(event);
}
