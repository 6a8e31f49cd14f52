// expect: data_race
// The copy does not wait until the source has been written.
// overlay

cudaError_t copyDirect(Lane to, void* target, Lane from, const void* source,
                       size_t bytes) {
  TRY(cudaMemcpyPeerAsync(target, to.device, source, from.device, bytes, to.stream));
  return follow(from, to);
}
