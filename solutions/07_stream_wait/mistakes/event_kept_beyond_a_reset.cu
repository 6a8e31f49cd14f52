// expect: api_error
// Each device has one event for follow(), made once, but a reset destroys it.
// overlay

cudaError_t follow(Lane later, Lane earlier) {
  static cudaEvent_t kept[16] = {};
  cudaEvent_t& reached = kept[earlier.device];
  if (!reached) TRY(makeEvent(&reached, earlier.device));
  TRY(cudaEventRecord(reached, earlier.stream));
  TRY(cudaStreamWaitEvent(later.stream, reached, 0));
  return cudaSuccess;
}
