// expect: wrong_result
// copyDirect() counts bytes in 32 bits.
// overlay

cudaError_t copyDirect(Lane to, void* target, Lane from, const void* source,
                       size_t bytes) {
  TRY(follow(to, from));
  TRY(cudaMemcpyPeerAsync(target, to.device, source, from.device, unsigned(bytes),
                          to.stream));
  return follow(from, to);
}
