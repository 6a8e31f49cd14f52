// follow() asks whether the earlier lane is busy at all.  If it is not, there is nothing
// to wait for, and the later lane's stream is not touched.
// overlay

cudaError_t follow(Lane later, Lane earlier) {
  const cudaError_t state = cudaStreamQuery(earlier.stream);
  if (state != cudaErrorNotReady) return state;
  cudaGetLastError();
  cudaEvent_t reached;
  // ...
}
