// The CUDA runtime API: copies, fills, symbols.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

#include "cuda_runtime.h"
#include "sim/cuda_api/call_site.h"
#include "sim/cuda_api/host_api.h"
#include "sim/cuda_api/host_error.h"
#include "sim/cuda_api/host_graph.h"
#include "sim/cuda_api/host_pointers.h"
#include "sim/cuda_api/host_rows.h"
#include "sim/cuda_api/host_stream.h"
#include "sim/cuda_api/the_machine.h"

using namespace gridlock::sim;

namespace {

/// Whether the two ends are in the memory of two different devices.
bool between_devices(const void* to, const void* from) {
  return side_of(to) == Side::device && side_of(from) == Side::device &&
         device_of(to) != device_of(from);
}

/// Lets an engine read or write the rows.
void access_rows(Thread& engine, const Rows& rows, const Extent& extent, bool write,
                 const char* call, std::uint64_t pc) {
  for (std::size_t n = 0; n < extent.height; ++n)
    machine->accesses.range_access(engine, address_of(rows.row(n)), extent.width, write,
                                   call, pc);
}

/// The rows, copied without their gaps.
std::shared_ptr<std::vector<std::byte>> staged_copy(const Rows& rows,
                                                    const Extent& extent) {
  auto staged = std::make_shared<std::vector<std::byte>>();
  staged->reserve(extent.bytes());
  for (std::size_t n = 0; n < extent.height; ++n)
    staged->insert(staged->end(), rows.row(n), rows.row(n) + extent.width);
  return staged;
}

/// The error for a copy of this kind between these pointers; cudaSuccess if it is
/// allowed.
cudaError_t check_direction(const void* to, const void* from, cudaMemcpyKind kind) {
  bool fits = true;
  switch (kind) {
    case cudaMemcpyHostToHost:
      fits = on_host(to) && on_host(from);
      break;
    case cudaMemcpyHostToDevice:
      fits = on_device(to) && on_host(from);
      break;
    case cudaMemcpyDeviceToHost:
      fits = on_host(to) && on_device(from);
      break;
    case cudaMemcpyDeviceToDevice:
      fits = on_device(to) && on_device(from);
      break;
    case cudaMemcpyDefault:
      break;
    default:
      return cudaErrorInvalidMemcpyDirection;
  }
  return fits ? cudaSuccess : cudaErrorInvalidValue;
}

/// Whether the host waits for a copy (the manual's "API synchronization behavior"): never
/// within a device or for a staged copy of pageable memory; always for a copy to pageable
/// memory or within the host's memory; and for any other copy unless it is `async`.
bool host_waits_for(Side to, Side from, bool async) {
  if (to == Side::device && from == Side::device) return false;
  if (from == Side::pageable && (to == Side::device || to == Side::managed)) return false;
  if (to == Side::pageable || (to == Side::pinned && from == Side::pageable)) return true;
  return !async || (to == Side::pinned && from == Side::pinned);
}

cudaError_t copy(void* to, const void* from, std::size_t size, cudaMemcpyKind kind,
                 cudaStream_t handle, bool async, const char* call, std::uint64_t pc) {
  return copy_rows(rows_at(to), rows_at(from), {size}, kind, handle, async, call, pc);
}

/// A copy of rows with gaps.
cudaError_t copy_2d(Rows to, Rows from, Extent extent, cudaMemcpyKind kind,
                    cudaStream_t stream, bool async, const char* call, std::uint64_t pc) {
  if (is_host_copy(to.first) || is_host_copy(from.first))
    return fail(cudaErrorInvalidValue);
  if (extent.width > to.pitch || extent.width > from.pitch || to.pitch > kPitchMax ||
      from.pitch > kPitchMax)
    return fail(cudaErrorInvalidPitchValue);
  if (to.pitch == extent.width && from.pitch == extent.width) extent = {extent.bytes()};
  return copy_rows(to, from, extent, kind, stream, async, call, pc);
}

/// A copy between two devices that the call names.
cudaError_t copy_peer(void* to, int to_device, const void* from, int from_device,
                      std::size_t size, cudaStream_t stream, bool async, const char* call,
                      std::uint64_t pc) {
  if (!is_device(to_device) || !is_device(from_device))
    return fail(cudaErrorInvalidDevice);
  const bool is_target = !belongs(to, to_device);
  if (size && (is_target || !belongs(from, from_device))) {
    const void* memory = is_target ? to : from;
    const bool is_elsewhere = on_device(memory) && side_of(memory) == Side::device;
    return fail(cudaErrorInvalidValue,
                {.kind = gridlock::CallFault::Kind::not_of_device,
                 .event_device = is_target ? to_device : from_device,
                 .stream_device = is_elsewhere ? device_of(memory) : -1,
                 .to_device = is_target});
  }
  return copy(to, from, size, cudaMemcpyDefault, stream, async, call, pc);
}

const Variable* symbol_of(const void* symbol) {
  return machine->module.variable(address_of(symbol));
}

/// The variable's address on the current device.
std::uintptr_t address_here(const Variable& variable) {
  return machine->module.managed().contains(variable.range.base)
             ? variable.range.base
             : variable.range.base + machine->memory.use_image(machine->api.device);
}

/// The address of `size` bytes at `offset` in a device variable, or null.
std::byte* inside_symbol(const void* symbol, std::size_t offset, std::size_t size) {
  const Variable* variable = symbol_of(symbol);
  if (!variable || offset > variable->range.size || size > variable->range.size - offset)
    return nullptr;
  return reinterpret_cast<std::byte*>(address_here(*variable)) + offset;
}

}  // namespace

namespace gridlock::sim {

cudaError_t fail_with_host_copy(const void* pointer) {
  return fail(cudaErrorInvalidValue, {.kind = gridlock::CallFault::Kind::host_copy,
                                      .axis = host_copy_at(address_of(pointer))->name});
}

bool is_host_copy(const void* pointer) {
  return host_copy_at(address_of(pointer)) != nullptr;
}

bool belongs(const void* pointer, int device) {
  return on_device(pointer) &&
         (side_of(pointer) != Side::device || device_of(pointer) == device);
}

namespace {

/// Ends the execution if the copy would change where a function of the host returns.
void check_frames_of_host(const Rows& to, const Extent& extent, void* frame,
                          std::uint64_t pc) {
  for (std::size_t n = 0; n < extent.height; ++n)
    if (are_kept_for_return(address_of(to.row(n)), extent.width, frame))
      machine->report_crash(gridlock::Fault{gridlock::Fault::Kind::foreign_address}, pc);
}

bool is_nowhere(const void* pointer) {
  const std::uintptr_t address = address_of(pointer);
  return machine->memory.arena.contains(address) && !machine->memory.arena.at(address);
}

/// Fails if an end is null, or the kind of copy does not fit the two ends.
cudaError_t check_ends(const Rows& to, const Rows& from, cudaMemcpyKind kind) {
  if (!to.first || !from.first) return fail(cudaErrorInvalidValue);
  const cudaError_t misfit = check_direction(to.first, from.first, kind);
  if (misfit == cudaSuccess) return misfit;
  gridlock::CallFault fault{.kind = gridlock::CallFault::Kind::direction,
                            .to_device = side_of(to.first) == Side::device,
                            .from_device = side_of(from.first) == Side::device,
                            .to_nowhere = is_nowhere(to.first),
                            .from_nowhere = is_nowhere(from.first)};
  const bool to_host = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyHostToHost;
  const std::uintptr_t needed = address_of(to_host ? to.first : from.first);
  if (kind != cudaMemcpyDeviceToDevice && fault.to_device && fault.from_device)
    if (const auto* misplaced = machine->memory.arena.find(needed))
      fault.allocated = {misplaced->created_at};
  return fail(misfit, std::move(fault));
}

/// The end in pageable memory, if any, that makes the host wait in an asynchronous call.
Pageable pageable_end(Side target, Side source) {
  if (target == Side::pageable) return Pageable::target;
  return source == Side::pageable ? Pageable::source : Pageable::none;
}

/// A copy that waits for its turn in a stream.
struct IssuedCopy {
  Rows to, from;
  Extent extent;
  Side target, source;  ///< As at the call: the memory may have been freed since.
  std::shared_ptr<std::vector<std::byte>> staged;  ///< Null: the engine reads `from`.
  const char* call;
  std::uint64_t pc;

  void make(Thread& engine) const {
    if (source == Side::device && target != Side::device)
      for (std::size_t n = 0; n < extent.height; ++n)
        machine->accesses.check_written(engine, address_of(from.row(n)), extent.width,
                                        call, pc);
    if (source != Side::pageable) access_rows(engine, from, extent, false, call, pc);
    // This also refuses a target in the simulator's own memory.
    access_rows(engine, to, extent, true, call, pc);
    for (std::size_t n = 0; n < extent.height; ++n) {
      std::memmove(to.row(n), staged ? staged->data() + n * extent.width : from.row(n),
                   extent.width);
      if (target != Side::device) note_addresses(to.row(n), extent.width);
    }
  }
};

}  // namespace

cudaError_t copy_rows(Rows to, Rows from, Extent extent, cudaMemcpyKind kind,
                      cudaStream_t handle, bool async, const char* call,
                      std::uint64_t pc) {
  GRIDLOCK_NOT_IN_HOST_FUNCTION;
  Stream* stream = stream_from(handle);
  if (!stream) return fail_without_stream(handle);
  if (extent.bytes() == 0) return cudaSuccess;
  if (const cudaError_t misfit = check_ends(to, from, kind); misfit != cudaSuccess)
    return misfit;
  const Side source = side_of(from.first), target = side_of(to.first);
  if (target == Side::pageable)
    check_frames_of_host(to, extent, __builtin_frame_address(0), pc);
  const bool host_waits = !capture_of(*stream) && host_waits_for(target, source, async);
  std::shared_ptr<std::vector<std::byte>> staged;
  if (source == Side::pageable && !host_waits && !capture_of(*stream)) {
    if (!async) wait_for_stream(*stream, call, pc);
    staged = staged_copy(from, extent);
  }
  const auto work = [copy = IssuedCopy{to, from, extent, target, source, staged, call,
                                       pc}](Thread& engine) { copy.make(engine); };
  if (stream->legacy && between_devices(to.first, from.first)) {
    // The copy comes after all earlier work of both devices, and before all later work.
    // The manual says so for all streams; two H200s did it only for blocking streams.
    machine->streams.serialize_with({device_of(to.first), device_of(from.first)}, *stream,
                                    call, pc, [&] {
                                      do_on_stream(*stream, WorkKind::copy, work,
                                                   host_waits, call, pc, extent.bytes());
                                    });
    machine->wake_host();
    return cudaSuccess;
  }
  if (async && host_waits) machine->api.pageable = pageable_end(target, source);
  do_on_stream(*stream, WorkKind::copy, work, host_waits, call, pc, extent.bytes(),
               staged != nullptr);
  machine->api.pageable = Pageable::none;
  return cudaSuccess;
}

cudaError_t fill_rows(Rows to, int value, Extent extent, cudaStream_t handle, bool async,
                      const char* call, std::uint64_t pc) {
  GRIDLOCK_NOT_IN_HOST_FUNCTION;
  if (is_host_copy(to.first)) return fail_with_host_copy(to.first);
  Stream* stream = stream_from(handle);
  if (!stream) return fail_without_stream(handle);
  if (extent.bytes() == 0) return cudaSuccess;
  if (!on_device(to.first)) return fail(cudaErrorInvalidValue);
  if (extent.height > 1 && extent.width > to.pitch) return fail(cudaErrorInvalidValue);
  // A fill reaches another device's memory only with peer access; a copy needs none.
  if (side_of(to.first) == Side::device && device_of(to.first) != stream->device &&
      !machine->devices[static_cast<std::size_t>(stream->device)].reaches(
          device_of(to.first)))
    return fail(cudaErrorInvalidValue);
  if (to.pitch == extent.width) extent = {extent.bytes()};
  const auto work = [=](Thread& engine) {
    access_rows(engine, to, extent, true, call, pc);
    for (std::size_t n = 0; n < extent.height; ++n)
      machine->memory.arena.fill(to.row(n), value, extent.width);
  };
  do_on_stream(*stream, WorkKind::fill, work, !async && on_host(to.first), call, pc,
               extent.bytes());
  return cudaSuccess;
}

const Variable* host_copy_at(std::uintptr_t address) {
  const Module& module = machine->module;
  const bool is_of_host = address >= kHostAddress;
  if (is_of_host) address -= static_cast<std::uintptr_t>(kHostAddress);
  if (!module.device().contains(address) && !module.constant().contains(address))
    return nullptr;
  const Variable* variable = module.variable(address);
  const bool is_known = !is_of_host && machine->api.variables_known.contains(variable);
  return is_known ? nullptr : variable;
}

void note_addresses(const void* bytes, std::size_t size) {
  std::uintptr_t word;
  const auto* from = static_cast<const std::byte*>(bytes);
  for (std::size_t at = 0; at + sizeof word <= size; at += sizeof word) {
    std::memcpy(&word, from + at, sizeof word);
    if (const Variable* variable = host_copy_at(word))
      machine->api.variables_known.insert(variable);
  }
}

}  // namespace gridlock::sim

extern "C" {

cudaError_t cudaMemcpy(void* to, const void* from, size_t size, cudaMemcpyKind kind) {
  if (is_host_copy(to)) return fail_with_host_copy(to);
  if (is_host_copy(from)) return fail_with_host_copy(from);
  return copy(to, from, size, kind, nullptr, false, "cudaMemcpy", GRIDLOCK_HERE);
}
cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t size, cudaMemcpyKind kind,
                            cudaStream_t stream) {
  if (is_host_copy(to)) return fail_with_host_copy(to);
  if (is_host_copy(from)) return fail_with_host_copy(from);
  return copy(to, from, size, kind, stream, true, "cudaMemcpyAsync", GRIDLOCK_HERE);
}
cudaError_t cudaMemcpyPeer(void* to, int to_device, const void* from, int from_device,
                           size_t size) {
  return copy_peer(to, to_device, from, from_device, size, nullptr, false,
                   "cudaMemcpyPeer", GRIDLOCK_HERE);
}
cudaError_t cudaMemcpyPeerAsync(void* to, int to_device, const void* from,
                                int from_device, size_t size, cudaStream_t stream) {
  return copy_peer(to, to_device, from, from_device, size, stream, true,
                   "cudaMemcpyPeerAsync", GRIDLOCK_HERE);
}
cudaError_t cudaMemset(void* to, int value, size_t size) {
  return fill_rows(rows_at(to), value, {size}, nullptr, false, "cudaMemset",
                   GRIDLOCK_HERE);
}
cudaError_t cudaMemsetAsync(void* to, int value, size_t size, cudaStream_t stream) {
  return fill_rows(rows_at(to), value, {size}, stream, true, "cudaMemsetAsync",
                   GRIDLOCK_HERE);
}

cudaError_t cudaMemcpy2D(void* to, size_t to_pitch, const void* from, size_t from_pitch,
                         size_t width, size_t height, cudaMemcpyKind kind) {
  return copy_2d(rows_at(to, to_pitch), rows_at(from, from_pitch), {width, height}, kind,
                 nullptr, false, "cudaMemcpy2D", GRIDLOCK_HERE);
}
cudaError_t cudaMemcpy2DAsync(void* to, size_t to_pitch, const void* from,
                              size_t from_pitch, size_t width, size_t height,
                              cudaMemcpyKind kind, cudaStream_t stream) {
  return copy_2d(rows_at(to, to_pitch), rows_at(from, from_pitch), {width, height}, kind,
                 stream, true, "cudaMemcpy2DAsync", GRIDLOCK_HERE);
}
cudaError_t cudaMemset2D(void* to, size_t pitch, int value, size_t width, size_t height) {
  return fill_rows(rows_at(to, pitch), value, {width, height}, nullptr, false,
                   "cudaMemset2D", GRIDLOCK_HERE);
}
cudaError_t cudaMemset2DAsync(void* to, size_t pitch, int value, size_t width,
                              size_t height, cudaStream_t stream) {
  return fill_rows(rows_at(to, pitch), value, {width, height}, stream, true,
                   "cudaMemset2DAsync", GRIDLOCK_HERE);
}

cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* from, size_t size,
                               size_t offset, cudaMemcpyKind kind) {
  std::byte* to = inside_symbol(symbol, offset, size);
  if (!symbol_of(symbol)) return fail(cudaErrorInvalidSymbol);
  if (!to) return fail(cudaErrorInvalidValue);
  return copy(to, from, size, kind, nullptr, false, "cudaMemcpyToSymbol", GRIDLOCK_HERE);
}
cudaError_t cudaMemcpyToSymbolAsync(const void* symbol, const void* from, size_t size,
                                    size_t offset, cudaMemcpyKind kind,
                                    cudaStream_t stream) {
  std::byte* to = inside_symbol(symbol, offset, size);
  if (!symbol_of(symbol)) return fail(cudaErrorInvalidSymbol);
  if (!to) return fail(cudaErrorInvalidValue);
  return copy(to, from, size, kind, stream, true, "cudaMemcpyToSymbolAsync",
              GRIDLOCK_HERE);
}
cudaError_t cudaMemcpyFromSymbol(void* to, const void* symbol, size_t size, size_t offset,
                                 cudaMemcpyKind kind) {
  const std::byte* from = inside_symbol(symbol, offset, size);
  if (!symbol_of(symbol)) return fail(cudaErrorInvalidSymbol);
  if (!from) return fail(cudaErrorInvalidValue);
  return copy(to, from, size, kind, nullptr, false, "cudaMemcpyFromSymbol",
              GRIDLOCK_HERE);
}
cudaError_t cudaMemcpyFromSymbolAsync(void* to, const void* symbol, size_t size,
                                      size_t offset, cudaMemcpyKind kind,
                                      cudaStream_t stream) {
  const std::byte* from = inside_symbol(symbol, offset, size);
  if (!symbol_of(symbol)) return fail(cudaErrorInvalidSymbol);
  if (!from) return fail(cudaErrorInvalidValue);
  return copy(to, from, size, kind, stream, true, "cudaMemcpyFromSymbolAsync",
              GRIDLOCK_HERE);
}
cudaError_t cudaGetSymbolAddress(void** pointer, const void* symbol) {
  if (!pointer) return fail(cudaErrorInvalidValue);
  const Variable* variable = symbol_of(symbol);
  if (!variable) return fail(cudaErrorInvalidSymbol);
  result(pointer) = reinterpret_cast<void*>(address_here(*variable));
  machine->api.variables_known.insert(variable);
  return cudaSuccess;
}
cudaError_t cudaGetSymbolSize(size_t* size, const void* symbol) {
  if (!size) return fail(cudaErrorInvalidValue);
  const Variable* variable = symbol_of(symbol);
  if (!variable) return fail(cudaErrorInvalidSymbol);
  result(size) = variable->range.size;
  return cudaSuccess;
}

}  // extern "C"
