// expect: deadlock
// The copy is in the source's lane, and the host waits until the target is free.
// overlay

cudaError_t copyDirect(Lane to, void* target, Lane from, const void* source,
                       size_t bytes) {
  TRY(cudaStreamSynchronize(to.stream));
  TRY(cudaMemcpyPeerAsync(target, to.device, source, from.device, bytes, from.stream));
  return follow(to, from);
}
