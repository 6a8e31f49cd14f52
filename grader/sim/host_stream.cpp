// The CUDA runtime API: streams and events.
#include "sim/host_stream.h"

#include "cuda_runtime.h"
#include "sim/host_api.h"
#include "sim/machine.h"

using namespace gridlock::sim;

#define GRIDLOCK_HERE pc_of(__builtin_return_address(0))

namespace gridlock::sim {

namespace {
// Handles 0, 1 and 2 are CUDA's own names for the default streams.
constexpr std::uintptr_t kFirstHandle = 0x100;
}  // namespace

Stream* stream_from(CUstream_st* handle) {
  const auto number = reinterpret_cast<std::uintptr_t>(handle);
  if (number <= 1) return &machine->streams.legacy();
  if (number == 2) {
    std::uint64_t& id = machine->api.per_thread_stream;
    if (id == 0) id = machine->streams.create(true).id;
    return machine->streams.find(id);
  }
  return number < kFirstHandle ? nullptr : machine->streams.find(number - kFirstHandle);
}

CUstream_st* handle_of(const Stream& stream) {
  return reinterpret_cast<CUstream_st*>(kFirstHandle + stream.id);
}

void wait_for_stream(Stream& stream, const char* call, std::uint64_t pc) {
  if (!machine->streams.idle(stream))
    machine->host_wait([&] { return machine->streams.idle(stream); }, call, pc);
  take_over(machine->host(), stream.done);
}

void wait_for_device(const char* call, std::uint64_t pc) {
  if (!machine->streams.idle())
    machine->host_wait([] { return machine->streams.idle(); }, call, pc);
  take_over(machine->host(), machine->streams.all_done());
}

void do_on_stream(Stream& stream, const std::function<void(Thread&)>& work,
                  bool host_waits, const char* call, std::uint64_t pc) {
  const bool at_once = machine->streams.idle();
  Task& task = machine->streams.issue(stream, Task::Kind::work, pc);
  task.work = work;
  if (at_once)
    machine->streams.start(task);
  else
    machine->wake_host();  // Something new may start.
  if (host_waits) wait_for_stream(stream, call, pc);
}

}  // namespace gridlock::sim

namespace {

cudaError_t fail(cudaError_t error) { return static_cast<cudaError_t>(set_error(error)); }

cudaError_t create(cudaStream_t* stream, unsigned flags) {
  if (!stream || (flags & ~cudaStreamNonBlocking)) return fail(cudaErrorInvalidValue);
  *stream = handle_of(machine->streams.create(!(flags & cudaStreamNonBlocking)));
  return cudaSuccess;
}

DeviceEvent* event_from(cudaEvent_t event) {
  return machine->streams.find_event(reinterpret_cast<std::uintptr_t>(event));
}

}  // namespace

extern "C" {

cudaError_t cudaStreamCreate(cudaStream_t* stream) { return create(stream, 0); }
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned int flags) {
  return create(stream, flags);
}
cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned int flags, int) {
  return create(stream, flags);
}
cudaError_t cudaStreamDestroy(cudaStream_t handle) {
  Stream* stream = stream_from(handle);
  if (!stream || stream->id == 0) return fail(cudaErrorInvalidResourceHandle);
  stream->alive = false;  // Work in flight goes on.
  return cudaSuccess;
}
cudaError_t cudaStreamSynchronize(cudaStream_t handle) {
  Stream* stream = stream_from(handle);
  if (!stream) return fail(cudaErrorInvalidResourceHandle);
  wait_for_stream(*stream, "cudaStreamSynchronize", GRIDLOCK_HERE);
  return cudaSuccess;
}
cudaError_t cudaStreamQuery(cudaStream_t handle) {
  Stream* stream = stream_from(handle);
  if (!stream) return fail(cudaErrorInvalidResourceHandle);
  machine->yield(GRIDLOCK_HERE);
  if (!machine->streams.idle(*stream)) return cudaErrorNotReady;
  take_over(machine->host(), stream->done);
  return cudaSuccess;
}
cudaError_t cudaStreamGetPriority(cudaStream_t handle, int* priority) {
  if (!stream_from(handle)) return fail(cudaErrorInvalidResourceHandle);
  *priority = 0;
  return cudaSuccess;
}
cudaError_t cudaStreamGetFlags(cudaStream_t handle, unsigned int* flags) {
  const Stream* stream = stream_from(handle);
  if (!stream) return fail(cudaErrorInvalidResourceHandle);
  *flags = stream->blocking ? cudaStreamDefault : cudaStreamNonBlocking;
  return cudaSuccess;
}
cudaError_t cudaStreamGetDevice(cudaStream_t handle, int* device) {
  if (!stream_from(handle)) return fail(cudaErrorInvalidResourceHandle);
  *device = 0;
  return cudaSuccess;
}
cudaError_t cudaLaunchHostFunc(cudaStream_t handle, cudaHostFn_t function, void* data) {
  Stream* stream = stream_from(handle);
  if (!stream) return fail(cudaErrorInvalidResourceHandle);
  if (!function) return fail(cudaErrorInvalidValue);
  do_on_stream(
      *stream, [=](Thread&) { function(data); }, false, "cudaLaunchHostFunc",
      GRIDLOCK_HERE);
  return cudaSuccess;
}
cudaError_t cudaStreamAddCallback(cudaStream_t handle, cudaStreamCallback_t callback,
                                  void* data, unsigned int flags) {
  Stream* stream = stream_from(handle);
  if (!stream) return fail(cudaErrorInvalidResourceHandle);
  if (!callback || flags) return fail(cudaErrorInvalidValue);
  do_on_stream(
      *stream, [=](Thread&) { callback(handle, cudaSuccess, data); }, false,
      "cudaStreamAddCallback", GRIDLOCK_HERE);
  return cudaSuccess;
}
cudaError_t cudaStreamWaitEvent(cudaStream_t handle, cudaEvent_t name, unsigned int) {
  Stream* stream = stream_from(handle);
  DeviceEvent* event = event_from(name);
  if (!stream || !event) return fail(cudaErrorInvalidResourceHandle);
  if (event->records_issued == 0)
    return cudaSuccess;  // Never recorded: nothing to wait for.
  Task& task = machine->streams.issue(*stream, Task::Kind::wait, GRIDLOCK_HERE);
  task.event = event;
  task.record_number = event->records_issued;
  machine->wake_host();
  return cudaSuccess;
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned int flags) {
  if (!event) return fail(cudaErrorInvalidValue);
  const DeviceEvent& made =
      machine->streams.create_event(!(flags & cudaEventDisableTiming));
  *event = reinterpret_cast<cudaEvent_t>(made.id);
  return cudaSuccess;
}
cudaError_t cudaEventCreate(cudaEvent_t* event) {
  return cudaEventCreateWithFlags(event, 0);
}
cudaError_t cudaEventDestroy(cudaEvent_t name) {
  DeviceEvent* event = event_from(name);
  if (!event) return fail(cudaErrorInvalidResourceHandle);
  event->alive = false;
  return cudaSuccess;
}
cudaError_t cudaEventRecord(cudaEvent_t name, cudaStream_t handle) {
  Stream* stream = stream_from(handle);
  DeviceEvent* event = event_from(name);
  if (!stream || !event) return fail(cudaErrorInvalidResourceHandle);
  Task& task = machine->streams.issue(*stream, Task::Kind::record, GRIDLOCK_HERE);
  task.event = event;
  task.record_number = ++event->records_issued;
  machine->wake_host();
  return cudaSuccess;
}
cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream,
                                     unsigned int) {
  return cudaEventRecord(event, stream);
}
cudaError_t cudaEventQuery(cudaEvent_t name) {
  DeviceEvent* event = event_from(name);
  if (!event) return fail(cudaErrorInvalidResourceHandle);
  machine->yield(GRIDLOCK_HERE);
  if (event->records_done < event->records_issued) return cudaErrorNotReady;
  take_over(machine->host(), event->clock);
  return cudaSuccess;
}
cudaError_t cudaEventSynchronize(cudaEvent_t name) {
  DeviceEvent* event = event_from(name);
  if (!event) return fail(cudaErrorInvalidResourceHandle);
  const std::uint64_t record = event->records_issued;
  machine->host_wait([=] { return event->records_done >= record; },
                     "cudaEventSynchronize", GRIDLOCK_HERE);
  take_over(machine->host(), event->clock);
  return cudaSuccess;
}
cudaError_t cudaEventElapsedTime(float* ms, cudaEvent_t first, cudaEvent_t second) {
  const DeviceEvent* start = event_from(first);
  const DeviceEvent* end = event_from(second);
  if (!start || !end || !start->timing || !end->timing || !start->records_issued ||
      !end->records_issued)
    return fail(cudaErrorInvalidResourceHandle);
  if (start->records_done < start->records_issued ||
      end->records_done < end->records_issued)
    return fail(cudaErrorNotReady);
  *ms = static_cast<float>(end->time_ms - start->time_ms);
  return cudaSuccess;
}

}  // extern "C"
