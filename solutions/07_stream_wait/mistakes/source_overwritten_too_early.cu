// expect: data_race
// Nobody makes the source's lane wait until the copy has read it.
// overlay

cudaError_t copyDirect(Lane to, void* target, Lane from, const void* source,
                       size_t bytes) {
  TRY(follow(to, from));
  TRY(cudaMemcpyPeerAsync(target, to.device, source, from.device, bytes, to.stream));
  return cudaSuccess;
}
