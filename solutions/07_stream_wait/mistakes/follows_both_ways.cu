// expect: deadlock
// follow() makes each lane wait for the other, to be on the safe side.
// overlay

cudaError_t follow(Lane later, Lane earlier) {
  // ...
  TRY(cudaStreamWaitEvent(later.stream, reached, 0));
  TRY(cudaEventDestroy(reached));
  TRY(makeEvent(&reached, later.device));
  TRY(cudaEventRecord(reached, later.stream));
  TRY(cudaStreamWaitEvent(earlier.stream, reached, 0));
  return cudaEventDestroy(reached);
}
