// One half of the copy is in the stream of the target's device, the other half in that
// of the source's.  Should save time if one copy engine alone does not fill the links
// between the devices.  The price is two more events, whose cost shows when the copy is
// short.  Measured on two H200s it gains nothing: 1.8 to 2.0 times the reference's time
// with 4 KiB to 256 KiB, 1.006 with 1 GiB.
//
// timed in: direct
// overlay

// Copies bytes from `source`, on from's device, to `target`, on to's, without the host's
// memory.  The copy takes its place in both lanes: after all that is in either of them,
// and before all that is put into either of them next.  (A copy also works without peer
// access: then the driver takes the route of 7c.)
cudaError_t copyDirect(Lane to, void* target, Lane from, const void* source,
                       size_t bytes) {
  TRY(follow(to, from));  // The source has been written, and
  TRY(follow(from, to));  // the target may be overwritten: for both halves.
  const size_t half = bytes / 2;
  TRY(cudaMemcpyPeerAsync(target, to.device, source, from.device, half, to.stream));
  TRY(cudaMemcpyPeerAsync(static_cast<char*>(target) + half, to.device,
                          static_cast<const char*>(source) + half, from.device,
                          bytes - half, from.stream));
  TRY(follow(to, from));    // Both halves have arrived, and
  return follow(from, to);  // both have been read.
}
