// expect: data_race
// cudaMemcpyPeer() waits for the blocking streams of both devices, but not for these.
// The manual says that it comes after all work on either device, and before all work
// issued later; on two H200s it did not wait for streams made with
// cudaStreamNonBlocking.
// overlay

cudaError_t copyDirect(Lane to, void* target, Lane from, const void* source,
                       size_t bytes) {
  return cudaMemcpyPeer(target, to.device, source, from.device, bytes);
}
