// Lab 06: concurrent kernels
//
// Kernels in different streams may run at the same time.  Each checks in when it begins
// and checks out when it ends, and so they find out which of them ran together.
//
// Given   concurrency.cuh: KernelConcurrencyData, Run, workOn();  program.cuh: main()
// Use     atomics, barriers and fences; cudaGetSymbolAddress(), streams and events
// Change  what the lines marked TODO ask for
// Check   ./gridlock check 6        Hint   ./gridlock hint 6

#include "concurrency.cuh"

// ---- 6a: check in, check out -------------------------------------------------------

// One thread of kernel `kid` calls it when the kernel begins.  Sets the kernel's bit in
// mask and counts the kernel in count; records in masks[kid] and counts[kid] which
// kernels either step saw, itself included; raises maskMax and countMax.  Kernels in
// other streams may do the same at the same time: of two that meet, only the one that
// comes later sees the other.
__device__ void checkIn(KernelConcurrencyData* data, int kid) {
  // BEGIN SOLUTION
  //# // TODO 1: set the bit, and learn in the same step which bits were set before.
  //# // TODO 2: do the same for the count.
  //# // TODO 3: raise the two maxima.  Another kernel may be raising them now.
  const int bit = 1 << kid;
  const int mask = atomicOr(&data->mask, bit) | bit;
  data->masks[kid] = mask;
  atomicMax(&data->maskMax, __popc(mask));

  const int count = atomicAdd(&data->count, 1) + 1;
  data->counts[kid] = count;
  atomicMax(&data->countMax, count);
  // END SOLUTION
}

// The same thread calls it when the kernel ends.
__device__ void checkOut(KernelConcurrencyData* data, int kid) {
  // BEGIN SOLUTION
  //# // TODO 4: remove from mask and count what checkIn() added, and no more.
  atomicAnd(&data->mask, ~(1 << kid));
  atomicSub(&data->count, 1);
  // END SOLUTION
}

// ---- 6b: kernels in streams --------------------------------------------------------

// Replaces each of values[0..n) by workOn(value, cycles), whatever the grid.  Thread 0 of
// block 0 checks the kernel in before its own values and out after them, unless `data` is
// null.
__global__ void addKernel(unsigned* values, int n, int cycles, int kid,
                          KernelConcurrencyData* data) {
  // BEGIN SOLUTION
  //# // TODO 5: check in here, and check out below.
  const bool speaks = data != nullptr && blockIdx.x == 0 && threadIdx.x == 0;
  if (speaks) checkIn(data, kid);
  // END SOLUTION

  // The last step may lead beyond what an int holds.
  const long long stride = 1ll * gridDim.x * blockDim.x;
  for (long long i = 1ll * blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
    values[i] = workOn(values[i], cycles);

  // BEGIN SOLUTION
  //# // Check out here.
  if (speaks) checkOut(data, kid);
  // END SOLUTION
}

// Device memory to which all kernels of a run can write.
__device__ KernelConcurrencyData g_kernelData;

// Launches addKernel for kid = 0, 1, ... run.kernels - 1, kernel kid in stream
// kid % run.streams.  When it returns, all kernels have ended.
//
//   report   pinned host memory; receives what the kernels of this run, and of no earlier
//            one, recorded
//   ms       receives the time between two events in the default stream, one before the
//            first launch and one after the last
//
// Returns the first error that it learns of a launch or a kernel (then both outputs are
// undefined), and leaves none behind.  An error from before this call may count, too.
cudaError_t runKernels(Run run, KernelConcurrencyData* report, float* ms) {
  cudaError_t error = cudaSuccess;
  cudaStream_t streams[kMaxStreams];
  cudaEvent_t start, stop;
  for (int i = 0; i < run.streams; ++i) cudaStreamCreate(&streams[i]);
  cudaEventCreate(&start);
  cudaEventCreate(&stop);

  // BEGIN SOLUTION
  //# // TODO 6: where is g_kernelData?  &g_kernelData compiles here, but it is not an
  //# // address that a kernel can use.
  //# // TODO 7: begin from zeros.
  //# // TODO 8: launch the kernels, between the two events.  Streams made like those
  //# // above do not overlap with the default stream: where does that help, and where
  //# // would it spoil everything?
  //# // TODO 9: wait, and only then read.
  KernelConcurrencyData* data;
  error = cudaGetSymbolAddress(reinterpret_cast<void**>(&data), g_kernelData);
  if (error == cudaSuccess) {
    // In the default stream, for which the others wait, and which waits for the others.
    cudaMemset(data, 0, sizeof *data);
    cudaEventRecord(start);
    for (int kid = 0; kid < run.kernels; ++kid)
      addKernel<<<run.blocks, run.threads, 0, streams[kid % run.streams]>>>(
          run.values + size_t(kid) * run.n, run.n, run.cycles, kid, data);
    cudaEventRecord(stop);

    error = cudaGetLastError();  // The error of the launches.
    const cudaError_t end = cudaDeviceSynchronize();
    if (error == cudaSuccess) error = end;
  }
  if (error == cudaSuccess)
    error = cudaMemcpy(report, data, sizeof *report, cudaMemcpyDeviceToHost);
  if (error == cudaSuccess) error = cudaEventElapsedTime(ms, start, stop);
  // END SOLUTION

  cudaEventDestroy(start);
  cudaEventDestroy(stop);
  for (int i = 0; i < run.streams; ++i) cudaStreamDestroy(streams[i]);
  return error;
}

// ---- 6c: the first in and the last out (a challenge) -------------------------------
//
// Block 0 may leave while the others still work, and may come after them.  So here all
// threads of all blocks call both functions, once per launch.  Grids and blocks are
// one-dimensional.

// When it returns, in any thread of any block, the kernel's bit is in mask.  The first
// block that comes checks the kernel in, once, as checkIn() does.
__device__ void enterKernel(KernelConcurrencyData* data, int kid) {
  // BEGIN SOLUTION
  //# // TODO 10: which block is first?  One atomic tells you, and leaves no gap between
  //# // finding out and setting the bit.
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
  // END SOLUTION
}

// The kernel's bit stays in mask until every thread of every block has called this.  The
// last block checks the kernel out, and adds to masks[kid] the kernels that are active in
// the very step that removes the bit: so a kernel that came later shows in this one's
// mask as well.  It raises maskMax accordingly, but no count.
//
//   blocks_out   blocks_out[kid] is 0 on entry, and 0 again when the kernel has ended
__device__ void leaveKernel(KernelConcurrencyData* data, int* blocks_out, int kid) {
  // BEGIN SOLUTION
  //# // TODO 11: a block leaves when its last thread does.
  //# // TODO 12: draw a ticket from blocks_out[kid].  The last one checks out.
  //# // TODO 13: a thread of another block wrote masks[kid].  What must come before you
  //# // may read it?
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
  // END SOLUTION
}

#include "program.cuh"
