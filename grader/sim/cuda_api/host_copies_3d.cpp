// The CUDA runtime API: three-dimensional copies and fills.
#include <cstdint>
#include <optional>

#include "cuda_runtime.h"
#include "sim/cuda_api/call_site.h"
#include "sim/cuda_api/host_api.h"
#include "sim/cuda_api/host_error.h"
#include "sim/cuda_api/host_pointers.h"
#include "sim/cuda_api/host_rows.h"
#include "sim/cuda_api/the_machine.h"

using namespace gridlock::sim;

namespace {

/// Where one side of a three-dimensional copy begins, and the layout of its rows.
Rows rows_at(const cudaPitchedPtr& memory, const cudaPos& from,
             const cudaExtent& copied) {
  auto* first = static_cast<std::byte*>(memory.ptr);
  const std::size_t layer = memory.pitch * memory.ysize;
  if (first) first += from.z * layer + from.y * memory.pitch + from.x;
  return {first, memory.pitch, copied.height, layer};
}

/// Whether the copied box lies within rows and layers of this size.
bool has_box(const cudaPitchedPtr& memory, const cudaPos& from,
             const cudaExtent& copied) {
  return memory.pitch <= kPitchMax && from.x <= memory.pitch &&
         copied.width <= memory.pitch - from.x &&
         (copied.depth == 1 ||
          (from.y <= memory.ysize && copied.height <= memory.ysize - from.y));
}

/// The two sides and the extent of a three-dimensional copy.
struct Box {
  Rows to, from;
  Extent extent;
};

/// Whether the copy is between memory that is modelled; CUDA's arrays are not.
template <class Parms>
bool is_modelled(const Parms* asked) {
  return asked && !asked->srcArray && !asked->dstArray;
}

/// The box of a copy; nothing if it does not lie within its rows and layers.
template <class Parms>
std::optional<Box> box_of(const Parms& asked) {
  if (!has_box(asked.dstPtr, asked.dstPos, asked.extent) ||
      !has_box(asked.srcPtr, asked.srcPos, asked.extent))
    return std::nullopt;
  return Box{rows_at(asked.dstPtr, asked.dstPos, asked.extent),
             rows_at(asked.srcPtr, asked.srcPos, asked.extent),
             {asked.extent.width, asked.extent.height * asked.extent.depth}};
}

bool is_empty(const cudaExtent& extent) {
  return extent.width == 0 || extent.height == 0 || extent.depth == 0;
}

cudaError_t copy_3d_peer(const cudaMemcpy3DPeerParms* asked, cudaStream_t stream,
                         bool async, const char* call, std::uint64_t pc) {
  if (!is_modelled(asked)) return fail(cudaErrorInvalidValue);
  if (!is_device(asked->dstDevice) || !is_device(asked->srcDevice))
    return fail(cudaErrorInvalidDevice);
  if (is_empty(asked->extent)) return cudaSuccess;
  const auto box = box_of(*asked);
  if (!box) return fail(cudaErrorInvalidPitchValue);
  if (!belongs(box->to.first, asked->dstDevice) ||
      !belongs(box->from.first, asked->srcDevice))
    return fail(cudaErrorInvalidValue);
  return copy_rows(box->to, box->from, box->extent, cudaMemcpyDefault, stream, async,
                   call, pc);
}

/// A copy in which either side may be the host's memory.
cudaError_t copy_3d(const cudaMemcpy3DParms* asked, cudaStream_t stream, bool async,
                    const char* call, std::uint64_t pc) {
  if (!is_modelled(asked)) return fail(cudaErrorInvalidValue);
  if (is_empty(asked->extent)) return cudaSuccess;
  const auto box = box_of(*asked);
  if (!box) return fail(cudaErrorInvalidPitchValue);
  if (is_host_copy(box->to.first) || is_host_copy(box->from.first))
    return fail(cudaErrorInvalidValue);
  return copy_rows(box->to, box->from, box->extent, asked->kind, stream, async, call, pc);
}

cudaError_t fill_3d(const cudaPitchedPtr& memory, int value, const cudaExtent& extent,
                    cudaStream_t stream, bool async, const char* call, std::uint64_t pc) {
  const cudaPos from = {0, 0, 0};
  if (is_empty(extent)) return cudaSuccess;
  if (!has_box(memory, from, extent)) return fail(cudaErrorInvalidValue);
  return fill_rows(rows_at(memory, from, extent), value,
                   {extent.width, extent.height * extent.depth}, stream, async, call, pc);
}

}  // namespace

extern "C" {

cudaError_t cudaMalloc3D(cudaPitchedPtr* memory, cudaExtent extent) {
  if (!memory) return fail(cudaErrorInvalidValue);
  const std::size_t total = machine->memory.arena.total_bytes();
  if (extent.depth && extent.height > total / extent.depth)
    return fail(cudaErrorMemoryAllocation);
  memory->xsize = extent.width;
  memory->ysize = extent.height;
  return cudaMallocPitch(&memory->ptr, &memory->pitch, extent.width,
                         extent.height * extent.depth);
}

cudaError_t cudaMemcpy3DPeer(const cudaMemcpy3DPeerParms* p) {
  return copy_3d_peer(p, nullptr, false, "cudaMemcpy3DPeer", GRIDLOCK_HERE);
}
cudaError_t cudaMemcpy3DPeerAsync(const cudaMemcpy3DPeerParms* p, cudaStream_t stream) {
  return copy_3d_peer(p, stream, true, "cudaMemcpy3DPeerAsync", GRIDLOCK_HERE);
}
cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* p) {
  return copy_3d(p, nullptr, false, "cudaMemcpy3D", GRIDLOCK_HERE);
}
cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* p, cudaStream_t stream) {
  return copy_3d(p, stream, true, "cudaMemcpy3DAsync", GRIDLOCK_HERE);
}
cudaError_t cudaMemset3D(cudaPitchedPtr memory, int value, cudaExtent extent) {
  return fill_3d(memory, value, extent, nullptr, false, "cudaMemset3D", GRIDLOCK_HERE);
}
cudaError_t cudaMemset3DAsync(cudaPitchedPtr memory, int value, cudaExtent extent,
                              cudaStream_t stream) {
  return fill_3d(memory, value, extent, stream, true, "cudaMemset3DAsync", GRIDLOCK_HERE);
}

}  // extern "C"
