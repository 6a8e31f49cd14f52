// expect: wrong_result
// cudaGetLastError() still has the error that allowAccess() kept to itself.
// overlay

cudaError_t allowAccess(int device, int peer) {
  const OnDevice here(device);
  const cudaError_t error = cudaDeviceEnablePeerAccess(peer, 0);
  if (error != cudaErrorPeerAccessAlreadyEnabled) return error;
  return cudaSuccess;
}
