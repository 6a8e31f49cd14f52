// Sets and restores the current device by hand.
// overlay

cudaError_t makeEvent(cudaEvent_t* event, int device) {
  int before = 0;
  TRY(cudaGetDevice(&before));
  TRY(cudaSetDevice(device));
  const cudaError_t error = cudaEventCreateWithFlags(event, cudaEventDisableTiming);
  TRY(cudaSetDevice(before));
  return error;
}

cudaError_t allowAccess(int device, int peer) {
  int can = 0, before = 0;
  TRY(cudaDeviceCanAccessPeer(&can, device, peer));
  if (!can) return cudaErrorPeerAccessUnsupported;
  TRY(cudaGetDevice(&before));
  TRY(cudaSetDevice(device));
  const cudaError_t error = cudaDeviceEnablePeerAccess(peer, 0);
  TRY(cudaSetDevice(before));
  if (error == cudaErrorPeerAccessAlreadyEnabled) return cudaGetLastError(), cudaSuccess;
  return error;
}
