// What the rungs of this ladder share: all of lab 06 but runKernels(), as in the
// reference.

#pragma once

#include "concurrency.cuh"

__device__ void checkIn(KernelConcurrencyData* data, int kid) {
  const int bit = 1 << kid;
  const int mask = atomicOr(&data->mask, bit) | bit;
  data->masks[kid] = mask;
  atomicMax(&data->maskMax, __popc(mask));

  const int count = atomicAdd(&data->count, 1) + 1;
  data->counts[kid] = count;
  atomicMax(&data->countMax, count);
}

__device__ void checkOut(KernelConcurrencyData* data, int kid) {
  atomicAnd(&data->mask, ~(1 << kid));
  atomicSub(&data->count, 1);
}

__global__ void addKernel(unsigned* values, int n, int cycles, int kid,
                          KernelConcurrencyData* data) {
  const bool speaks = data != nullptr && blockIdx.x == 0 && threadIdx.x == 0;
  if (speaks) checkIn(data, kid);

  const int stride = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
    values[i] = workOn(values[i], cycles);

  if (speaks) checkOut(data, kid);
}

__device__ KernelConcurrencyData g_kernelData;

__device__ void enterKernel(KernelConcurrencyData* data, int kid) {
  if (threadIdx.x == 0) {
    const int bit = 1 << kid;
    const int before = atomicOr(&data->mask, bit);

    if ((before & bit) == 0) {  // First in.
      data->masks[kid] = before | bit;
      atomicMax(&data->maskMax, __popc(before | bit));

      const int count = atomicAdd(&data->count, 1) + 1;
      data->counts[kid] = count;
      atomicMax(&data->countMax, count);
    }
  }
  __syncthreads();  // Orders the bit before what the other threads do next.
}

__device__ void leaveKernel(KernelConcurrencyData* data, int* blocks_out, int kid) {
  __syncthreads();  // Orders what all the block's threads did before the ticket.
  if (threadIdx.x != 0) return;

  __threadfence();  // Release: masks[kid], if this block wrote it.  Pairs with A.
  if (atomicAdd(&blocks_out[kid], 1) != int(gridDim.x) - 1) return;

  __threadfence();  // A.  Acquire: every other ticket, then the read of masks[kid].
  blocks_out[kid] = 0;
  const int mask = data->masks[kid] | atomicAnd(&data->mask, ~(1 << kid));
  data->masks[kid] = mask;
  atomicMax(&data->maskMax, __popc(mask));
  atomicSub(&data->count, 1);
}
