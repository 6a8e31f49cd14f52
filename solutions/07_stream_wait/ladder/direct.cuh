// copyDirect() as in the reference, for the rungs of copyStaged().

#pragma once

#include "parts.cuh"

// Copies bytes from `source`, on from's device, to `target`, on to's, without the host's
// memory.  It belongs to both lanes: it comes after all that is in either of them, and
// before all that is put into either of them next.  (A copy works without peer access,
// too: then the driver takes the way of 7b.)
cudaError_t copyDirect(Lane to, void* target, Lane from, const void* source,
                       size_t bytes) {
  TRY(follow(to, from));  // The source has been written.
  TRY(cudaMemcpyPeerAsync(target, to.device, source, from.device, bytes, to.stream));
  return follow(from, to);  // It has been read, and may be overwritten.
}
