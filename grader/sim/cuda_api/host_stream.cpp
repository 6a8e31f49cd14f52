// The CUDA runtime API: streams.
#include "sim/cuda_api/host_stream.h"

#include <algorithm>

#include "cuda_runtime.h"
#include "sim/cuda_api/call_site.h"
#include "sim/cuda_api/hooks.h"
#include "sim/cuda_api/host_api.h"
#include "sim/cuda_api/host_error.h"
#include "sim/cuda_api/host_graph.h"
#include "sim/cuda_api/host_threads.h"
#include "sim/cuda_api/the_machine.h"

using namespace gridlock::sim;

namespace gridlock::sim {

namespace {
// CUDA itself uses the handles 0, 1 and 2 for the default streams.
constexpr std::uintptr_t kFirstHandle = 0x100;
}  // namespace

Stream* stream_from(CUstream_st* handle) {
  const auto number = reinterpret_cast<std::uintptr_t>(handle);
  const int device = machine->api.device;
  if (number <= 1) return &machine->streams.legacy(device);
  if (number == 2) {
    std::uint64_t& id = machine->api.per_thread_streams[device];
    if (id == 0) id = machine->streams.create(device, true, 0, 0).id;
    return machine->streams.find(id);
  }
  return number < kFirstHandle ? nullptr : machine->streams.find(number - kFirstHandle);
}

cudaError_t fail_without_stream(CUstream_st* handle) {
  const auto number = reinterpret_cast<std::uintptr_t>(handle);
  CallFault fault{CallFault::Kind::no_stream};
  fault.was_destroyed =
      number >= kFirstHandle && machine->streams.has_had(number - kFirstHandle);
  return fail(cudaErrorInvalidResourceHandle, fault);
}

CUstream_st* handle_of(const Stream& stream) {
  return reinterpret_cast<CUstream_st*>(kFirstHandle + stream.id);
}

void wait_for_stream(Stream& stream, const char* call, std::uint64_t pc) {
  if (!machine->streams.idle(stream))
    machine->host_wait([&] { return machine->streams.idle(stream); }, call, pc);
  take_over(machine->host(), machine->streams.done(stream));
  machine->streams.note_sync(call, pc, &stream, nullptr);
}

void wait_for_device(int device, const char* call, std::uint64_t pc) {
  if (!machine->streams.idle(device))
    machine->host_wait([=] { return machine->streams.idle(device); }, call, pc);
  take_over(machine->host(), machine->streams.all_done(device));
  machine->streams.note_sync(call, pc, nullptr, nullptr, device);
}

void do_on_stream(Stream& stream, WorkKind kind, const std::function<void(Thread&)>& work,
                  bool host_waits, const char* call, std::uint64_t pc,
                  std::uint64_t bytes, bool staged) {
  const auto issue_to = [work, kind, call, bytes](Stream& target,
                                                  std::uint64_t at) -> Task& {
    Task& task = machine->streams.issue(target, Task::Kind::work, call, at);
    task.work = work;
    ApiStep& step = machine->streams.step(task);
    step.fills = kind == WorkKind::fill;
    step.bytes = bytes;
    return task;
  };
  if (Capture* capture = capture_of(stream)) {
    capture_node(*capture, stream,
                 {.type = kind == WorkKind::fill ? cudaGraphNodeTypeMemset
                                                 : cudaGraphNodeTypeMemcpy,
                  .issue = issue_to});
    return;
  }
  const bool at_once = host_waits && machine->streams.idle();
  Task& task = issue_to(stream, pc);
  machine->streams.step(task).staged = staged;
  if (at_once)
    machine->streams.start(task);
  else
    machine->wake_host();  // New work may be able to start.
  if (host_waits)
    wait_for_stream(stream, call, pc);
  else
    machine->turns.synchronization_point();
}

}  // namespace gridlock::sim

namespace {

constexpr int kLowestPriority = 0;
constexpr int kHighestPriority = -5;

cudaError_t create(cudaStream_t* stream, unsigned flags, int priority, std::uint64_t pc) {
  GRIDLOCK_NOT_IN_HOST_FUNCTION;
  if (!stream || (flags & ~cudaStreamNonBlocking)) return fail(cudaErrorInvalidValue);
  machine->note_dependence();
  priority = std::clamp(priority, kHighestPriority, kLowestPriority);
  result(stream) = handle_of(machine->streams.create(
      machine->api.device, !(flags & cudaStreamNonBlocking), priority, pc));
  return cudaSuccess;
}

cudaError_t call_on_stream(cudaStream_t handle, const std::function<void()>& function,
                           const char* call, std::uint64_t pc) {
  GRIDLOCK_NOT_IN_HOST_FUNCTION;
  Stream* stream = stream_from(handle);
  if (!stream) return fail_without_stream(handle);
  if (Capture* capture = capture_of(*stream)) {
    const auto issue = [function, call](Stream& target, std::uint64_t launch_pc) {
      machine->streams.issue(target, Task::Kind::host_function, call, launch_pc)
          .host_function = function;
    };
    capture_node(*capture, *stream, {.type = cudaGraphNodeTypeHost, .issue = issue});
    return cudaSuccess;
  }
  Task& task = machine->streams.issue(*stream, Task::Kind::host_function, call, pc);
  task.host_function = function;
  machine->wake_host();
  machine->turns.synchronization_point();
  return cudaSuccess;
}

}  // namespace

extern "C" {

cudaError_t cudaStreamCreate(cudaStream_t* stream) {
  note_call("cudaStreamCreate");
  return create(stream, 0, kLowestPriority, GRIDLOCK_HERE);
}
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned int flags) {
  note_call("cudaStreamCreateWithFlags");
  return create(stream, flags, kLowestPriority, GRIDLOCK_HERE);
}
cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned int flags,
                                         int priority) {
  note_call("cudaStreamCreateWithPriority");
  return create(stream, flags, priority, GRIDLOCK_HERE);
}
cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  if (least) result(least) = kLowestPriority;
  if (greatest) result(greatest) = kHighestPriority;
  return cudaSuccess;
}
cudaError_t cudaStreamDestroy(cudaStream_t handle) {
  GRIDLOCK_NOT_IN_HOST_FUNCTION;
  Stream* stream = stream_from(handle);
  if (!stream || stream->created_at == 0) return fail(cudaErrorInvalidResourceHandle);
  stream->alive = false;  // Work in flight goes on.
  return cudaSuccess;
}
cudaError_t cudaStreamSynchronize(cudaStream_t handle) {
  GRIDLOCK_NOT_IN_HOST_FUNCTION;
  Stream* stream = stream_from(handle);
  if (!stream) return fail_without_stream(handle);
  GRIDLOCK_NOT_WHILE_CAPTURING(*stream);
  wait_for_stream(*stream, "cudaStreamSynchronize", GRIDLOCK_HERE);
  let_host_threads_run();
  return cudaSuccess;
}
cudaError_t cudaStreamQuery(cudaStream_t handle) {
  GRIDLOCK_NOT_IN_HOST_FUNCTION;
  Stream* stream = stream_from(handle);
  if (!stream) return fail_without_stream(handle);
  GRIDLOCK_NOT_WHILE_CAPTURING(*stream);
  machine->turns.yield(GRIDLOCK_HERE);
  // cudaErrorNotReady is not an error that cudaGetLastError reports.
  if (!machine->streams.idle(*stream)) return cudaErrorNotReady;
  take_over(machine->host(), machine->streams.done(*stream));
  machine->streams.note_sync("cudaStreamQuery", GRIDLOCK_HERE, stream, nullptr);
  return cudaSuccess;
}
cudaError_t cudaStreamGetPriority(cudaStream_t handle, int* priority) {
  const Stream* stream = stream_from(handle);
  if (!stream) return fail_without_stream(handle);
  if (!priority) return fail(cudaErrorInvalidValue);
  result(priority) = stream->priority;
  return cudaSuccess;
}
cudaError_t cudaStreamGetFlags(cudaStream_t handle, unsigned int* flags) {
  const Stream* stream = stream_from(handle);
  if (!stream) return fail_without_stream(handle);
  if (!flags) return fail(cudaErrorInvalidValue);
  result(flags) = stream->blocking ? cudaStreamDefault : cudaStreamNonBlocking;
  return cudaSuccess;
}
cudaError_t cudaStreamGetDevice(cudaStream_t handle, int* device) {
  if (!stream_from(handle)) return fail_without_stream(handle);
  if (!device) return fail(cudaErrorInvalidValue);
  result(device) = stream_from(handle)->device;
  return cudaSuccess;
}
cudaError_t cudaLaunchHostFunc(cudaStream_t handle, cudaHostFn_t function, void* data) {
  if (!function) return fail(cudaErrorInvalidValue);
  check_callee(reinterpret_cast<const void*>(function), GRIDLOCK_HERE);
  return call_on_stream(
      handle, [=] { function(data); }, "cudaLaunchHostFunc", GRIDLOCK_HERE);
}
cudaError_t cudaStreamAddCallback(cudaStream_t handle, cudaStreamCallback_t callback,
                                  void* data, unsigned int flags) {
  if (!callback || flags) return fail(cudaErrorInvalidValue);
  check_callee(reinterpret_cast<const void*>(callback), GRIDLOCK_HERE);
  return call_on_stream(
      handle, [=] { callback(handle, cudaSuccess, data); }, "cudaStreamAddCallback",
      GRIDLOCK_HERE);
}

}  // extern "C"
