// expect: passed
// A box is cut out of larger layers: what is around it stays as it is, on both sides.
#include <cuda_runtime.h>

int main() {
  const int width = 4, height = 3, depth = 3, all = width * height * depth;
  int *there, *here, host[all];
  cudaMalloc(&there, sizeof host);
  for (int i = 0; i < all; ++i) host[i] = i;
  cudaMemcpy(there, host, sizeof host, cudaMemcpyHostToDevice);
  cudaSetDevice(1);
  cudaMalloc(&here, sizeof host);
  for (int i = 0; i < all; ++i) host[i] = -1;
  cudaMemcpy(here, host, sizeof host, cudaMemcpyHostToDevice);

  cudaMemcpy3DPeerParms box = {};
  box.srcPtr = make_cudaPitchedPtr(there, width * sizeof(int), width, height);
  box.dstPtr = make_cudaPitchedPtr(here, width * sizeof(int), width, height);
  box.srcPos = make_cudaPos(1 * sizeof(int), 1, 1);
  box.dstPos = make_cudaPos(2 * sizeof(int), 0, 1);
  box.srcDevice = 0, box.dstDevice = 1;
  box.extent = make_cudaExtent(2 * sizeof(int), 2, 2);
  if (cudaMemcpy3DPeer(&box) != cudaSuccess) return 2;

  // What lies beyond a row, or beyond a layer where there is another one, is refused, and
  // so is memory of the other device.
  cudaMemcpy3DPeerParms wide = box, high = box, swapped = box;
  wide.dstPos.x = 3 * sizeof(int);
  high.srcPos.y = 2;
  swapped.srcDevice = 1;
  for (const auto* refused : {&wide, &high, &swapped})
    if (cudaMemcpy3DPeer(refused) == cudaSuccess) return 3;

  cudaMemcpy(host, here, sizeof host, cudaMemcpyDeviceToHost);
  for (int z = 0; z < depth; ++z)
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x) {
        const bool inside = x >= 2 && y < 2 && z >= 1;
        const int from = (x - 1) + width * ((y + 1) + height * z);
        if (host[x + width * (y + height * z)] != (inside ? from : -1)) return 1;
      }
  return 0;
}
