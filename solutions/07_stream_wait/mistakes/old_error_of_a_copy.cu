// expect: api_error
// copyDirect() takes an error that another call has left for its own.
// overlay

cudaError_t copyDirect(Lane to, void* target, Lane from, const void* source,
                       size_t bytes) {
  TRY(follow(to, from));
  cudaMemcpyPeerAsync(target, to.device, source, from.device, bytes, to.stream);
  TRY(cudaGetLastError());
  return follow(from, to);
}
