// An event orders two streams if the first stream records it behind its work, and the
// second stream waits for that record before its work.
#include "cases.h"

__global__ void add(int* out, const int* in) { out[threadIdx.x] += in[threadIdx.x]; }

// The first stream sets the words that the second one doubles.
enum Step {
  set_in_first,
  double_in_second,
  record,
  record_in_second,
  record_other,
  wait
};

// Does these steps.  With `of_the_other_device`, device 1 has the event and the stream
// `other`, and nothing records the event before it is waited for.
int with(std::initializer_list<Step> steps, bool of_the_other_device = false) {
  cudaStream_t first, second, other;
  cudaEvent_t ready;
  cudaSetDevice(of_the_other_device);
  cudaStreamCreate(&other);
  cudaEventCreate(&ready);
  cudaSetDevice(0);
  cudaStreamCreate(&first);
  cudaStreamCreate(&second);
  int *a = device<int>(4), *host = pinned<int>(4);
  for (const Step step : steps) {
    if (step == set_in_first) set<<<1, 4, 0, first>>>(a, 1);       // $set
    if (step == double_in_second) add<<<1, 4, 0, second>>>(a, a);  // $double
    if (step == record) cudaEventRecord(ready, first);             // $record
    if (step == record_in_second) cudaEventRecord(ready, second);  // $record_in_second
    if (step == record_other) cudaEventRecord(ready, other);       // $record_other
    if (step == wait) cudaStreamWaitEvent(second, ready);          // $wait
  }
  cudaMemcpyAsync(host, a, 4 * sizeof(int), cudaMemcpyDeviceToHost, second);
  cudaStreamSynchronize(second);
  return host[3] == 2 ? 0 : 1;
}

// missing: was recorded in the stream second in line $record_in_second
CASE(recorded_in_another_stream, data_race) {
  return with({set_in_first, record_in_second, wait, double_in_second});
}

// missing: Line $record and line $record_other record the same event, and a wait takes the
// missing: latest record: the cudaStreamWaitEvent in line $wait waits for the stream other,
// missing: and not for the stream first.  Record another event in the stream first
// unsaid: does not wait for the event
CASE(recorded_in_two_streams, data_race) {
  return with({set_in_first, record, record_other, wait, double_in_second});
}

// The same for the host's wait, and for one line that records in all streams.
// missing: Line $record_all records one event in several streams, and a wait takes the
// missing: the cudaEventSynchronize in line $wait_for_all waits for the stream second, and
// missing: not for the stream first
CASE(one_event_for_all_streams, data_race) {
  const auto [first, second] = Streams(cudaStreamNonBlocking);
  const cudaEvent_t done = new_event();
  int* a = managed<int>(4);
  set<<<1, 4, 0, first>>>(a, 1);
  for (const auto stream : {first, second}) cudaEventRecord(done, stream);  // $record_all
  cudaEventSynchronize(done);  // $wait_for_all
  return a[0] == 1 ? 0 : 1;
}

// missing: was recorded in line $record, before the launch in line $set
CASE(recorded_before_the_work, data_race) {
  return with({record, set_in_first, wait, double_in_second, record});
}

// missing: because its event ready had not been recorded: cudaEventRecord must come
CASE(recorded_after_the_wait, data_race) {
  return with({set_in_first, wait, record, double_in_second});
}

// missing: must come before the launch in line $double
CASE(awaited_after_the_work, data_race) {
  return with({set_in_first, record, double_in_second, wait});
}

// missing: Line $record records an event, and line $wait (called in line $called) lets the
// missing: both ran before line $set: they must come after it
CASE(recorded_and_awaited_before_the_work, data_race) {
  return with({record, wait, set_in_first, double_in_second});  // $called
}

// A later wait is for the work of another stream.
// missing: No event orders the launch in line $double, in the stream second
// unsaid: must come before the launch
CASE(awaited_later_for_another, data_race) {
  return with({set_in_first, double_in_second, record_other, wait});
}

// The event says that a buffer is free; before its first use, no record is needed.
// unsaid: both ran before
// missing: No event orders the launch in line $double, in the stream second
// unsaid: had not been recorded
CASE(not_recorded_for_the_first_time, data_race) {
  return with({set_in_first, wait, double_in_second, record_other}, true);
}

// A wait takes the last record at the time of its call.  So the second record may stand
// behind work that waits for the first record.
CASE(recorded_again, passed) {
  int *a = device<int>(4), *b = device<int>(4), *host = pinned<int>(4);
  const auto [first, second] = Streams(cudaStreamNonBlocking);
  cudaEvent_t ready;
  cudaEventCreateWithFlags(&ready, cudaEventDisableTiming);
  OK(cudaStreamWaitEvent(first, ready));
  OK(cudaEventSynchronize(ready));
  set<<<1, 4, 0, first>>>(a, 1);
  cudaEventRecord(ready, first);
  cudaStreamWaitEvent(second, ready);
  set<<<1, 4, 0, second>>>(b, 2);
  add<<<1, 4, 0, second>>>(b, a);
  cudaEventRecord(ready, second);
  cudaStreamWaitEvent(first, ready);
  add<<<1, 4, 0, first>>>(a, b);
  cudaMemcpyAsync(host, a, 4 * sizeof(int), cudaMemcpyDeviceToHost, first);
  cudaEventRecord(ready, first);
  OK(cudaStreamDestroy(first));
  OK(cudaEventSynchronize(ready));
  cudaEventDestroy(ready);
  return host[2] == 4 ? 0 : 4;
}

// missing: waits for nothing, because its event had not been recorded yet
// missing: cudaStreamSynchronize() for the 1st stream work must come between
CASE(never_recorded, data_race) {
  int *data = device<int>(4), values[4], i = 0;
  cudaStream_t work[2];
  cudaEvent_t done;
  cudaStreamCreateWithFlags(&work[i], cudaStreamNonBlocking);
  cudaEventCreate(&done);
  set<<<1, 4, 0, work[0]>>>(data, 7);
  cudaEventSynchronize(done);
  return fetch(values, data) && values[0] == 7 ? 0 : 1;
}

// A buffer is filled again after a wait for the wrong one of two events.
// missing: does not wait for the event that is recorded in line $drained, after the
// missing: cudaMemcpyAsync in line $drain.  It must, before the cudaMemcpyAsync in line $fill
CASE(older_record, data_race) {
  int *from = zeros<int>(), *buffer = zeros<int>(), *to = device<int>();
  const auto [fills, drains] = Streams();
  const cudaEvent_t begun = new_event(), drained = new_event();
  cudaEventRecord(begun, drains);
  cudaMemcpyAsync(to, buffer, 4, cudaMemcpyDeviceToDevice, drains);  // $drain
  cudaEventRecord(drained, drains);                                  // $drained
  cudaStreamWaitEvent(fills, begun, 0);
  cudaMemcpyAsync(buffer, from, 4, cudaMemcpyDeviceToDevice, fills);  // $fill
  return finish();
}

// missing: The cudaStreamSynchronize in line $host_may_wait stands under a condition and was
// missing: skipped here
CASE(hosts_wait_skipped, data_race) {
  int* data = managed<int>();
  const auto [first, second] = Streams();
  set<<<1, 1, 0, first>>>(data, 42);
  if (data == nullptr) cudaStreamSynchronize(first);  // $host_may_wait
  return *data == 42 ? finish() : 1;
}

// The event and the stream are of different devices: either may be wrong.
// missing: Line $swapped records an event of device 0 in the stream other of device 1.  Just
// missing: before, the launch in line $sets is in the stream mine, of the event's device:
// missing: record it there
CASE(recorded_on_another_device, wrong_result) {
  cudaStream_t mine, other;
  int* data = device<int>();
  cudaStreamCreate(&mine);
  const cudaEvent_t done = new_event();
  cudaSetDevice(1);
  cudaStreamCreate(&other);
  cudaSetDevice(0);
  set<<<1, 1, 0, mine>>>(data, 1);                         // $sets
  const cudaError_t error = cudaEventRecord(done, other);  // $swapped
  return error == cudaSuccess ? finish() : 1;
}

// A copy into the buffer precedes the racing kernel: the wait may belong before the copy.
// missing: before the launch in line $adds (cudaStreamWaitEvent); already before the
// missing: cudaMemcpyAsync in line $fills, if that uses the same memory
CASE(used_before, data_race) {
  int *from = zeros<int>(), *buffer = zeros<int>(4), *to = device<int>();
  const auto [work, drains] = Streams();
  const cudaEvent_t drained = new_event();
  cudaMemcpyAsync(to, buffer + 2, 4, cudaMemcpyDeviceToDevice, drains);
  cudaEventRecord(drained, drains);
  cudaMemcpyAsync(buffer, from, 4, cudaMemcpyDeviceToDevice, work);  // $fills
  set<<<1, 4, 0, work>>>(buffer, 1);                                 // $adds
  return finish();
}

// In a loop over two buffers, the previous use in the same line is of the other buffer.
// missing: It must, before the cudaMemcpyAsync in line $refills (cudaStreamWaitEvent)
// unsaid: if that uses the same memory
CASE(of_a_loop, data_race) {
  int *from = zeros<int>(), *buffers = device<int>(2), *to = device<int>(3);
  const auto [fills, drains] = Streams();
  const cudaEvent_t filled = new_event(), drained = new_event();
  for (int i = 0; i < 3; ++i) {
    int* const buffer = buffers + i % 2;
    cudaMemcpyAsync(buffer, from, 4, cudaMemcpyDeviceToDevice, fills);  // $refills
    cudaEventRecord(filled, fills);
    cudaStreamWaitEvent(drains, filled, 0);
    cudaMemcpyAsync(to + i, buffer, 4, cudaMemcpyDeviceToDevice, drains);
    cudaEventRecord(drained, drains);
  }
  return finish();
}

CASE(awaited_by_the_host, passed) {
  int *data = pinned<int>(), *other = device<int>();
  const auto [first, second] = Streams();
  const cudaEvent_t filled = new_event();
  set<<<1, 1, 0, first>>>(data, 42);
  cudaEventRecord(filled, first);
  set<<<1, 1, 0, second>>>(other, 1);
  cudaEventSynchronize(filled);
  return *data == 42 ? finish() : 1;
}

// There is a time between two events if both are timed, recorded and done.
CASE(when_it_is_there, passed) {
  const cudaEvent_t begin = new_event(), end = new_event(), unused = new_event();
  cudaEvent_t untimed;
  float ms = -1;
  cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming);
  cudaEventRecord(begin);
  nothing<<<1, 1>>>();
  cudaEventRecordWithFlags(end, 0, cudaEventRecordDefault);
  cudaEventRecord(untimed);
  cudaEventSynchronize(end);
  if (cudaEventElapsedTime(&ms, begin, end) != cudaSuccess || ms <= 0) return 1;
  EXPECT(cudaErrorInvalidValue, cudaEventElapsedTime(nullptr, begin, end));
  cudaEventSynchronize(untimed);
  constexpr cudaError_t invalid = cudaErrorInvalidResourceHandle;
  EXPECT(invalid, cudaEventElapsedTime(&ms, begin, untimed));
  EXPECT(invalid, cudaEventElapsedTime(&ms, begin, unused));
  cudaEventDestroy(end);
  EXPECT(invalid, cudaEventElapsedTime(&ms, begin, end));
  cudaGetLastError();
  return 0;
}

// Events in the default stream come before and after the kernels of all others.
CASE(of_all_streams, passed) {
  const auto [first, second] = Streams();
  const cudaEvent_t begin = new_event(), end = new_event();
  cudaEventRecord(begin);
  nothing<<<1, 1, 0, first>>>();
  nothing<<<1, 1, 0, second>>>();
  cudaEventRecord(end);
  cudaEventSynchronize(end);
  float ms = 0;
  cudaEventElapsedTime(&ms, begin, end);
  return ms <= 0.0015f;
}
