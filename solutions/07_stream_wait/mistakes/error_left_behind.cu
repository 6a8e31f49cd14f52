// expect: wrong_result
// cudaGetLastError() still has the error that allowAccess() kept to itself.
// overlay

cudaError_t allowAccess(int device, int peer) {
  // ...
  if (error != cudaErrorPeerAccessAlreadyEnabled) return error;
  return cudaSuccess;
}
