// expect: api_error
// Enables access without making the device current.
// overlay

cudaError_t allowAccess(int device, int peer) {
  const cudaError_t error = cudaDeviceEnablePeerAccess(peer, 0);
  // ...
}
