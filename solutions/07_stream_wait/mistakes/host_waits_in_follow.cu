// expect: deadlock
// follow() makes the host wait for the event, instead of the other stream.
// overlay

cudaError_t follow(Lane later, Lane earlier) {
  // ...
  TRY(cudaEventRecord(reached, earlier.stream));
  TRY(cudaEventSynchronize(reached));
  return cudaEventDestroy(reached);
}
