// expect: deadlock
// follow() goes through the default stream of the device, which waits for all other
// streams there that are not marked non-blocking.
// overlay

cudaError_t follow(Lane later, Lane earlier) {
  cudaEvent_t reached;
  TRY(makeEvent(&reached, earlier.device));
  const OnDevice here(earlier.device);
  TRY(cudaEventRecord(reached, earlier.stream));
  TRY(cudaStreamWaitEvent(nullptr, reached, 0));
  TRY(cudaEventRecord(reached, nullptr));
  TRY(cudaStreamWaitEvent(later.stream, reached, 0));
  return cudaEventDestroy(reached);
}
