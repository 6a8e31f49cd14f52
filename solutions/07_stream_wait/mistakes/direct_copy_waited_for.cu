// expect: deadlock
// The host waits until the source has been written, and only then issues the copy.
// overlay

cudaError_t copyDirect(Lane to, void* target, Lane from, const void* source,
                       size_t bytes) {
  TRY(cudaStreamSynchronize(from.stream));
  TRY(cudaMemcpyPeerAsync(target, to.device, source, from.device, bytes, to.stream));
  return follow(from, to);
}
