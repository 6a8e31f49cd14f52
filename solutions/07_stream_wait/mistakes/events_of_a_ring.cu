// expect: data_race, api_error
// says: The event was kept: line
// unsaid: what it passes may be wrong
// follow() uses eight events in turn, each made when first needed, on the device of
// whichever caller came first.
// overlay

cudaError_t follow(Lane later, Lane earlier) {
  static cudaEvent_t ring[8];
  static int turn = 0;
  cudaEvent_t& reached = ring[turn++ % 8];
  if (!reached) TRY(makeEvent(&reached, earlier.device));
  TRY(cudaEventRecord(reached, earlier.stream));
  TRY(cudaStreamWaitEvent(later.stream, reached, 0));
  return cudaSuccess;
}
