// expect: wrong_result
// Each call makes an event and keeps it.
// overlay

cudaError_t follow(Lane later, Lane earlier) {
  cudaEvent_t reached;
  TRY(makeEvent(&reached, earlier.device));
  TRY(cudaEventRecord(reached, earlier.stream));
  return cudaStreamWaitEvent(later.stream, reached, 0);
}
