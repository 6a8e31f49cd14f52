// The copy is in the source's stream, and follows the target's lane.
// overlay

cudaError_t copyDirect(Lane to, void* target, Lane from, const void* source,
                       size_t bytes) {
  TRY(follow(from, to));
  TRY(cudaMemcpyPeerAsync(target, to.device, source, from.device, bytes, from.stream));
  return follow(to, from);
}
