// expect: bad_access
// allowAccess() remembers what it has allowed, but the permission may have been revoked
// since.
// overlay

cudaError_t allowAccess(int device, int peer) {
  static bool allowed[8][8];
  if (peer < 8 && allowed[device][peer]) return cudaSuccess;
  const OnDevice here(device);
  const cudaError_t error = cudaDeviceEnablePeerAccess(peer, 0);
  if (error == cudaSuccess) allowed[device][peer] = true;
  if (error != cudaErrorPeerAccessAlreadyEnabled) return error;
  // ...
}
