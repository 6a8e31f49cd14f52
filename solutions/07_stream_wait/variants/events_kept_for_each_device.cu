// Each device has eight events in turn, made when first needed and never destroyed: the
// wait for one has been issued when it is recorded again.
// overlay

cudaError_t follow(Lane later, Lane earlier) {
  static cudaEvent_t ring[64][8];
  static unsigned turn[64];
  cudaEvent_t& reached = ring[earlier.device][turn[earlier.device]++ % 8];
  if (!reached) TRY(makeEvent(&reached, earlier.device));
  TRY(cudaEventRecord(reached, earlier.stream));
  TRY(cudaStreamWaitEvent(later.stream, reached, 0));
  return cudaSuccess;
}
