// The CUDA runtime API: events.
#include "cuda_runtime.h"
#include "sim/cuda_api/call_site.h"
#include "sim/cuda_api/host_api.h"
#include "sim/cuda_api/host_error.h"
#include "sim/cuda_api/host_graph.h"
#include "sim/cuda_api/host_stream.h"
#include "sim/cuda_api/host_threads.h"
#include "sim/cuda_api/the_machine.h"
#include "sim/execution/program_frame.h"
#include "sim/explain/stream_links.h"

using namespace gridlock::sim;

namespace {

using gridlock::CallFault;

constexpr unsigned kEventFlags =
    cudaEventBlockingSync | cudaEventDisableTiming | cudaEventInterprocess;

DeviceEvent* event_from(cudaEvent_t event) {
  return machine->streams.events.find(reinterpret_cast<std::uintptr_t>(event));
}

cudaError_t fail_without_event(cudaEvent_t event) {
  CallFault fault{CallFault::Kind::no_event};
  const DeviceEvent* former =
      machine->streams.events.former(reinterpret_cast<std::uintptr_t>(event));
  fault.was_destroyed = former != nullptr;
  if (former) fault.destroyed = {former->destroyed_at};
  return fail(cudaErrorInvalidResourceHandle, fault);
}

cudaError_t fail_without_timing(const DeviceEvent& start, const DeviceEvent& end) {
  CallFault fault{.kind = CallFault::Kind::without_timing,
                  .event_created = {(start.timing ? end : start).created_at}};
  if (!start.timing && !end.timing && start.created_at != end.created_at)
    fault.also_created = gridlock::Place{end.created_at};
  return fail(cudaErrorInvalidResourceHandle, fault);
}

cudaError_t create(cudaEvent_t* event, unsigned int flags, std::uint64_t pc) {
  GRIDLOCK_NOT_IN_HOST_FUNCTION;
  const bool shared_but_timed =
      (flags & cudaEventInterprocess) && !(flags & cudaEventDisableTiming);
  if (!event || (flags & ~kEventFlags) || shared_but_timed)
    return fail(cudaErrorInvalidValue);
  DeviceEvent& created = machine->streams.events.create(
      machine->api.device, !(flags & cudaEventDisableTiming), pc);
  created.called_from = site_of_caller(machine->module, __builtin_frame_address(0));
  result(event) = reinterpret_cast<cudaEvent_t>(created.id);
  return cudaSuccess;
}

/// The event's last record.  Without one, a record that is done, so that waits end at
/// once.
std::shared_ptr<EventRecord> last_record(const DeviceEvent& event) {
  if (event.last) return event.last;
  auto none = std::make_shared<EventRecord>();
  none->done = true;
  return none;
}

/// The fault of a record in a stream of another device.  If all tasks since the last
/// record or wait are on the event's device, the record may have been meant to follow the
/// last of them.
CallFault of_other_device(const DeviceEvent& event, const Stream& stream,
                          std::uint64_t pc) {
  const Streams& streams = machine->streams;
  const StreamExplainer names(streams);
  CallFault fault{.kind = CallFault::Kind::other_device,
                  .event_device = event.device,
                  .stream_device = stream.device,
                  .event_created = {event.created_at},
                  .record = {pc},
                  .stream = names.name_of(stream),
                  .event_called_from = {event.called_from}};
  for (const ApiStep& step : streams.steps())
    if (step.kind == ApiStep::Kind::record && step.event == event.id)
      fault.recorded = {step.pc};
  for (std::size_t i = streams.steps().size(); i-- > 0;) {
    const ApiStep& step = streams.steps()[i];
    if (step.kind != ApiStep::Kind::kernel && step.kind != ApiStep::Kind::work) break;
    const Stream& other = streams.at(step.asked_stream());
    fault.follows_work |= other.id == stream.id;
    if (other.device != event.device) {
      fault.before.reset();
      break;
    }
    if (fault.before) continue;
    fault.before = {step.name, {step.pc}};
    fault.before_stream = names.name_of(other);
  }
  if (fault.before) fault.event_created = {};  // The report names that work instead.
  return fault;
}

/// Notes the caller if a report may need it; the search for the caller is slow.
void note_caller(const void* frame) {
  if (machine->history.recording)
    machine->streams.note_caller(site_of_caller(machine->module, frame));
}

/// Records the event.  In a capture, `external` makes the record a node of its own.
cudaError_t record(cudaEvent_t name, cudaStream_t handle, bool external, const char* call,
                   std::uint64_t pc) {
  GRIDLOCK_NOT_IN_HOST_FUNCTION;
  Stream* stream = stream_from(handle);
  DeviceEvent* event = event_from(name);
  if (!stream) return fail_without_stream(handle);
  if (!event) return fail_without_event(name);
  if (stream->device != event->device)
    return fail(cudaErrorInvalidResourceHandle, of_other_device(*event, *stream, pc));
  if (Capture* capture = capture_of(*stream)) {
    if (external)
      capture_node(*capture, *stream, event_record_node(*event));
    else
      capture_record(*capture, *stream, *event);
    return cudaSuccess;
  }
  if (external) return fail(cudaErrorInvalidValue);
  forget_capture(*event);
  machine->streams.issue_record(*stream, *event, call, pc);
  note_caller(__builtin_frame_address(0));
  machine->wake_host();
  machine->turns.synchronization_point();
  return cudaSuccess;
}

}  // namespace

namespace gridlock::sim {

GraphNode event_record_node(const DeviceEvent& event) {
  return {.type = cudaGraphNodeTypeEventRecord,
          .issue = [id = event.id](Stream& stream, std::uint64_t pc) {
            if (DeviceEvent* recorded = machine->streams.events.find(id))
              machine->streams.issue_record(stream, *recorded, "cudaGraphLaunch", pc);
          }};
}

GraphNode event_wait_node(const DeviceEvent& event) {
  return {.type = cudaGraphNodeTypeWaitEvent,
          .issue = [id = event.id](Stream& stream, std::uint64_t pc) {
            if (const DeviceEvent* awaited = machine->streams.events.find(id))
              machine->streams.issue_wait(stream, last_record(*awaited),
                                          "cudaGraphLaunch", pc);
          }};
}

}  // namespace gridlock::sim

extern "C" {

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned int flags) {
  note_call("cudaEventCreateWithFlags");
  return create(event, flags, GRIDLOCK_HERE);
}
cudaError_t cudaEventCreate(cudaEvent_t* event) {
  note_call("cudaEventCreate");
  return create(event, cudaEventDefault, GRIDLOCK_HERE);
}
cudaError_t cudaEventDestroy(cudaEvent_t name) {
  GRIDLOCK_NOT_IN_HOST_FUNCTION;
  DeviceEvent* event = event_from(name);
  if (!event) return fail_without_event(name);
  event->alive = false;  // Its records stay valid, and so do waits for them.
  event->destroyed_at = GRIDLOCK_HERE;
  return cudaSuccess;
}
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  return record(event, stream, false, "cudaEventRecord", GRIDLOCK_HERE);
}
cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream,
                                     unsigned int flags) {
  if (flags & ~unsigned{cudaEventRecordExternal}) return fail(cudaErrorInvalidValue);
  return record(event, stream, flags == cudaEventRecordExternal,
                "cudaEventRecordWithFlags", GRIDLOCK_HERE);
}
cudaError_t cudaStreamWaitEvent(cudaStream_t handle, cudaEvent_t name,
                                unsigned int flags) {
  GRIDLOCK_NOT_IN_HOST_FUNCTION;
  Stream* stream = stream_from(handle);
  DeviceEvent* event = event_from(name);
  if (!stream) return fail_without_stream(handle);
  if (!event) return fail_without_event(name);
  if (flags & ~unsigned{cudaEventWaitExternal}) return fail(cudaErrorInvalidValue);
  if (flags == cudaEventWaitExternal) {
    Capture* capture = capture_of(*stream);
    if (!capture) return fail(cudaErrorInvalidValue);
    capture_node(*capture, *stream, event_wait_node(*event));
    return cudaSuccess;
  }
  if (const cudaError_t error = capture_wait(*stream, *event)) return fail(error);
  if (capture_of(*stream)) return cudaSuccess;
  machine->streams.issue_wait(*stream, last_record(*event), "cudaStreamWaitEvent",
                              GRIDLOCK_HERE, event);
  note_caller(__builtin_frame_address(0));
  machine->wake_host();
  machine->turns.synchronization_point();
  return cudaSuccess;
}
cudaError_t cudaEventQuery(cudaEvent_t name) {
  GRIDLOCK_NOT_IN_HOST_FUNCTION;
  const DeviceEvent* event = event_from(name);
  if (!event) return fail_without_event(name);
  machine->turns.yield(GRIDLOCK_HERE);
  if (!event->last) return cudaSuccess;
  // cudaErrorNotReady is not an error that cudaGetLastError reports.
  if (!event->last->done) return cudaErrorNotReady;
  take_over(machine->host(), event->last->clock);
  machine->streams.note_sync("cudaEventQuery", GRIDLOCK_HERE, nullptr, event->last.get());
  return cudaSuccess;
}
cudaError_t cudaEventSynchronize(cudaEvent_t name) {
  GRIDLOCK_NOT_IN_HOST_FUNCTION;
  const DeviceEvent* event = event_from(name);
  if (!event) return fail_without_event(name);
  const std::shared_ptr<EventRecord> awaited = event->last;
  if (!awaited) {
    machine->streams.note_wait_in_vain("cudaEventSynchronize", GRIDLOCK_HERE);
    return cudaSuccess;
  }
  machine->host_wait([&] { return awaited->done; }, "cudaEventSynchronize",
                     GRIDLOCK_HERE);
  take_over(machine->host(), awaited->clock);
  machine->streams.note_sync("cudaEventSynchronize", GRIDLOCK_HERE, nullptr,
                             awaited.get());
  let_host_threads_run();
  return cudaSuccess;
}
cudaError_t cudaEventElapsedTime(float* ms, cudaEvent_t first, cudaEvent_t second) {
  GRIDLOCK_NOT_IN_HOST_FUNCTION;
  const DeviceEvent* start = event_from(first);
  const DeviceEvent* end = event_from(second);
  if (!ms) return fail(cudaErrorInvalidValue);
  if (!start) return fail_without_event(first);
  if (!end) return fail_without_event(second);
  if (!start->timing || !end->timing) return fail_without_timing(*start, *end);
  if (!start->last || !end->last)
    return fail(cudaErrorInvalidResourceHandle, {CallFault::Kind::not_recorded});
  if (start->device != end->device) return fail(cudaErrorInvalidResourceHandle);
  if (!start->last->done || !end->last->done) {
    const int kept = machine->api.last_error;  // cudaGetLastError() does not report it.
    fail(cudaErrorNotReady, {CallFault::Kind::not_reached});
    machine->api.last_error = kept;
    return cudaErrorNotReady;
  }
  constexpr float kStillMs = 1;
  result(ms) = machine->options.still_time
                   ? kStillMs
                   : static_cast<float>(end->last->time_ms - start->last->time_ms);
  return cudaSuccess;
}

}  // extern "C"
