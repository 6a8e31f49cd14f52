// expect: api_error
// says: which the call names
// cudaMemcpyPeerAsync() is given the devices in the order from, to.
// Two H200s went by the addresses alone.
// overlay

cudaError_t copyDirect(Lane to, void* target, Lane from, const void* source,
                       size_t bytes) {
  TRY(follow(to, from));
  TRY(cudaMemcpyPeerAsync(target, from.device, source, to.device, bytes, to.stream));
  return follow(from, to);
}
