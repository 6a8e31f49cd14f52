// expect: api_error
// Nothing here but the others calls makeEvent(), and it has one event for each device.
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
