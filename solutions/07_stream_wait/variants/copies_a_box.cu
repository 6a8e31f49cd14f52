// copyDirect() copies a box of one row.
// overlay

cudaError_t copyDirect(Lane to, void* target, Lane from, const void* source,
                       size_t bytes) {
  TRY(follow(to, from));
  cudaMemcpy3DPeerParms box = {};
  box.srcDevice = from.device;
  box.srcPtr = make_cudaPitchedPtr(const_cast<void*>(source), bytes, bytes, 1);
  box.dstDevice = to.device;
  box.dstPtr = make_cudaPitchedPtr(target, bytes, bytes, 1);
  box.extent = make_cudaExtent(bytes, 1, 1);
  TRY(cudaMemcpy3DPeerAsync(&box, to.stream));
  return follow(from, to);
}
