// expect: api_error
// says: has been destroyed, in line
// The event is destroyed before the other stream has been told to wait for it.
// overlay

cudaError_t follow(Lane later, Lane earlier) {
  // ...
  TRY(cudaEventRecord(reached, earlier.stream));
  TRY(cudaEventDestroy(reached));
  return cudaStreamWaitEvent(later.stream, reached, 0);
}
