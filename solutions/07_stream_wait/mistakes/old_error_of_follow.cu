// expect: api_error
// follow() takes an error that another call has left for its own.
// overlay

cudaError_t follow(Lane later, Lane earlier) {
  // ...
  TRY(cudaStreamWaitEvent(later.stream, reached, 0));
  cudaEventDestroy(reached);
  return cudaGetLastError();
}
