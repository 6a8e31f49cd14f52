// expect: bad_access
// says: must be called while device
// The peer gets access to the device, instead of the device to the peer.
// overlay

cudaError_t allowAccess(int device, int peer) {
  const OnDevice here(peer);
  const cudaError_t error = cudaDeviceEnablePeerAccess(device, 0);
  if (error != cudaErrorPeerAccessAlreadyEnabled) return error;
  // ...
}
