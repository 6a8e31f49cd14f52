// expect: data_race
// The copy is in the source's stream, where it does not wait for the target's lane.
// overlay

cudaError_t copyDirect(Lane to, void* target, Lane from, const void* source,
                       size_t bytes) {
  TRY(follow(to, from));
  TRY(cudaMemcpyPeerAsync(target, to.device, source, from.device, bytes, from.stream));
  return follow(from, to);
}
