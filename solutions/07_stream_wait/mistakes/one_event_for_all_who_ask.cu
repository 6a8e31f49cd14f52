// expect: api_error
// makeEvent() has one event per device.  Nothing in this file calls it except for the
// pipe and the pipeline, whose events should differ.
// overlay

cudaError_t makeEvent(cudaEvent_t* event, int device) {
  static cudaEvent_t made[16] = {};
  const OnDevice here(device);
  if (!made[device]) TRY(cudaEventCreateWithFlags(&made[device], cudaEventDisableTiming));
  *event = made[device];
  return cudaSuccess;
}

cudaError_t follow(Lane later, Lane earlier) {
  cudaEvent_t reached;
  {
    const OnDevice here(earlier.device);
    TRY(cudaEventCreateWithFlags(&reached, cudaEventDisableTiming));
  }
  TRY(cudaEventRecord(reached, earlier.stream));
  // ...
}
