// expect: wrong_result
// copyDirect() copies whole words, so up to three bytes after the target change.
// overlay

cudaError_t copyDirect(Lane to, void* target, Lane from, const void* source,
                       size_t bytes) {
  TRY(follow(to, from));
  TRY(cudaMemcpyPeerAsync(target, to.device, source, from.device, (bytes + 3) / 4 * 4,
                          to.stream));
  return follow(from, to);
}
