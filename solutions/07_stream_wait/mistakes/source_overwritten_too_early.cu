// expect: data_race
// Nothing makes the source's lane wait until the copy has read the source.
// overlay

cudaError_t copyDirect(Lane to, void* target, Lane from, const void* source,
                       size_t bytes) {
  TRY(follow(to, from));
  TRY(cudaMemcpyPeerAsync(target, to.device, source, from.device, bytes, to.stream));
  return cudaSuccess;
}
