// The scenarios of lab 07: each launches the student's code with the parameters it is
// given and returns what that code did.  They judge nothing.

#include "required.cuh"
#include "trials.cuh"

#include <gridlock/scenario.h>

#include <deque>
#include <optional>
#include <string>
#include <vector>

namespace scenarios {

using gridlock::DeviceBuffer;
using gridlock::Scenario;
using Byte = unsigned char;

// Byte i of the data sent with this seed; unwritten memory never holds it.
// checks.h has the same formula.
__host__ __device__ inline Byte element(int i, int seed) {
  return static_cast<Byte>((i * 37 + seed * 59 + 11) % 127);
}

// Element i of item `item` of the pipeline; checks_pipeline.cpp has the same formula.
inline int ingredient(int i, int item) {
  return (item % 2 == 0 ? 1 : -1) * (1000 * (item + 1) + 7 * i);
}

// One lane on each device, or `count` lanes spread over the devices, neighbours
// together.  Their streams do not wait for the default streams.
class Lanes {
 public:
  Lanes(const Scenario& scenario, int devices) : Lanes(scenario, devices, devices) {}
  Lanes(const Scenario& scenario, int devices, int count) : scenario_(scenario) {
    int present = 0;
    scenario.check(cudaGetDeviceCount(&present), "cudaGetDeviceCount");
    if (present < devices)
      scenario.fail("devices", "there are fewer than the check needs");
    for (int number = 0; number < count; ++number) {
      const int device = number * devices / count;
      const OnDevice here(device);
      Lane lane{device, nullptr};
      scenario.check(cudaStreamCreateWithFlags(&lane.stream, cudaStreamNonBlocking),
                     "cudaStreamCreateWithFlags");
      lanes_.push_back(lane);
      call(number, "lane " + std::to_string(number) + "'s stream");
    }
  }
  ~Lanes() {
    for (const Lane& lane : lanes_)
      if (lane.stream) cudaStreamDestroy(lane.stream);
  }

  const Lane& operator[](int number) const { return lanes_[number]; }

  // The lane with this number; reports then call its stream `stream`, the student's name
  // for it.
  const Lane& call(int number, const std::string& stream) const {
    scenario_.name_stream(lanes_[number].stream, stream.c_str());
    return lanes_[number];
  }

  // To be called after a reset of the device, which destroys the stream.
  void forget(int device) { lanes_[device].stream = nullptr; }

  // Waits for the lanes alone, not for streams that other code has created; then makes
  // the first device current.
  void finish(const char* what) const {
    for (const Lane& lane : lanes_) {
      const OnDevice here(lane.device);
      scenario_.check(cudaStreamSynchronize(lane.stream), what);
    }
    cudaSetDevice(0);
  }

  // Waits for all devices except one that was reset, since a wait would initialize it
  // again; then makes the first device current.
  void settle(const char* what) const {
    for (const Lane& lane : lanes_) {
      if (!lane.stream) continue;
      const OnDevice here(lane.device);
      scenario_.check(cudaDeviceSynchronize(), what);
    }
    cudaSetDevice(0);
  }

 private:
  const Scenario& scenario_;
  std::vector<Lane> lanes_;
};

// A Pipe as the student defines it.
class OwnPipe {
 public:
  OwnPipe() : pipe_(newPipe()) {}
  OwnPipe(const OwnPipe&) = delete;
  OwnPipe& operator=(const OwnPipe&) = delete;
  ~OwnPipe() { deletePipe(pipe_); }

  operator Pipe*() const { return pipe_; }

 private:
  Pipe* pipe_;
};

// Whether the two devices can use each other's memory; also outputs that as "peers".
bool arePeers(const Scenario& scenario, Lane one, Lane other) {
  int there = 0, back = 0;
  scenario.check(cudaDeviceCanAccessPeer(&there, one.device, other.device),
                 "cudaDeviceCanAccessPeer");
  scenario.check(cudaDeviceCanAccessPeer(&back, other.device, one.device),
                 "cudaDeviceCanAccessPeer");
  scenario.output("peers", there && back);
  return there && back;
}

// Takes back a permission, which outlives a scenario on a GPU.
void forbidAccess(const Scenario& scenario, Lane mine, Lane theirs) {
  const OnDevice here(mine.device);
  scenario.check(cudaDeviceDisablePeerAccess(theirs.device),
                 "cudaDeviceDisablePeerAccess");
}

// Takes back a permission that no code should need; returns whether there was one.
bool endAccess(Lane mine, Lane theirs) {
  const OnDevice here(mine.device);
  if (cudaDeviceDisablePeerAccess(theirs.device) == cudaSuccess) return true;
  cudaGetLastError();
  return false;
}

// Memory of a device.
template <class T>
DeviceBuffer<T> bufferOn(const Scenario& scenario, int device, const char* name,
                         size_t count) {
  const OnDevice here(device);
  return DeviceBuffer<T>(scenario, name, count);
}

// Pinned host memory, which all devices may use.
template <class T>
class Pinned {
 public:
  Pinned(const Scenario& scenario, const char* name, size_t count) : count_(count) {
    const size_t bytes = (count ? count : 1) * sizeof(T);
    scenario.check(
        cudaHostAlloc(&data_, bytes, cudaHostAllocPortable | cudaHostAllocMapped),
        "cudaHostAlloc");
    for (size_t i = 0; i < count; ++i) data_[i] = T(-1);
    scenario.name_memory(data_, count * sizeof(T), sizeof(T), name);
  }
  Pinned(const Pinned&) = delete;
  Pinned& operator=(const Pinned&) = delete;
  ~Pinned() { cudaFreeHost(data_); }

  T* get() const { return data_; }
  size_t count() const { return count_; }

 private:
  size_t count_;
  T* data_ = nullptr;
};

__global__ void produce(Byte* data, int n, int seed) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) data[i] = element(i, seed);
}

__global__ void consume(const Byte* data, int n, Byte* out) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = data[i];
}

// Runs a kernel in a lane.
template <class... Parameters, class... Arguments>
void launch(const Scenario& scenario, Lane lane, const char* name,
            void (*kernel)(Parameters...), Arguments... arguments) {
  const OnDevice here(lane.device);
  kernel<<<1, 2, 0, lane.stream>>>(arguments...);
  scenario.check(cudaGetLastError(), name);
}

// Waits until the host opens the gate.  On a GPU it gives up after a while: a student's
// code may be waiting for this kernel.
__global__ void waitAtGate(const volatile int* open, int* gave_up) {
#ifndef GRIDLOCK_SIM
  const long long start = clock64();
  while (*open == 0) {
    if (clock64() - start < 2'000'000'000ll) continue;
    *gave_up = 1;
    return;
  }
#else
  while (*open == 0) {
  }
#endif
}

// Keeps a lane busy until the host opens the gate.
class Gate {
 public:
  explicit Gate(const Scenario& scenario)
      : scenario_(scenario),
        open_(scenario, "gate", 1),
        gave_up_(scenario, "gave_up", 1) {
    *open_.get() = *gave_up_.get() = 0;
  }
  ~Gate() { open(); }

  // `whose` names the lane in the report of a hang.
  void close(Lane lane, const char* whose, int blocks = 1) {
    scenario_.name_memory(open_.get(), sizeof(int), sizeof(int), whose);
    const OnDevice here(lane.device);
    waitAtGate<<<blocks, 1, 0, lane.stream>>>(open_.get(), gave_up_.get());
    scenario_.check(cudaGetLastError(), "waitAtGate");
    closed_ = true;
  }
  // Takes all places of the lane's device: copies in its streams go on, kernels do not
  // begin.
  void fill(Lane lane, const char* whose) {
    int sms = 0, per_sm = 0;
    const OnDevice here(lane.device);
    scenario_.check(
        cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, lane.device),
        "cudaDeviceGetAttribute");
    scenario_.check(
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_sm, waitAtGate, 1, 0),
        "cudaOccupancyMaxActiveBlocksPerMultiprocessor");
    close(lane, whose, sms * per_sm);
  }
  void open() {
    if (closed_) *static_cast<volatile int*>(open_.get()) = 1;
    closed_ = false;
  }

  const volatile int* gaveUp() const { return gave_up_.get(); }

  // Outputs "gave_up": 1 if a kernel gave up waiting.  Called when all work is done.
  void output() const { scenario_.output("gave_up", *gave_up_.get()); }

 private:
  const Scenario& scenario_;
  Pinned<int> open_, gave_up_;
  bool closed_ = false;
};

// The lanes that are kept busy while the student's code is called.  A neighbour is
// another stream of the same device, for which nothing in the lanes has to wait.  It
// waits for the default stream, so it shows whether work has been put into that stream.
constexpr int kNobody = 0, kSource = 1, kTarget = 2, kNextToSource = 3, kNextToTarget = 4;

// The stream of a lane's neighbour.
class Neighbour {
 public:
  Neighbour(const Scenario& scenario, Lane lane) : lane_{lane.device, nullptr} {
    const OnDevice here(lane.device);
    scenario.check(cudaStreamCreate(&lane_.stream), "cudaStreamCreate");
    scenario.name_stream(lane_.stream, "the third stream");
  }
  Neighbour(const Neighbour&) = delete;
  Neighbour& operator=(const Neighbour&) = delete;
  ~Neighbour() { cudaStreamDestroy(lane_.stream); }
  Lane lane() const { return lane_; }

 private:
  Lane lane_;
};

// A gate in front of one of two lanes, or in a neighbour of one.
class GateBetween {
 public:
  GateBetween(const Scenario& scenario, Lane source, Lane target)
      : source_(source),
        target_(target),
        next_to_source_(scenario, source),
        next_to_target_(scenario, target),
        gate_(scenario),
        gated_(int(scenario.param("gated", kNobody))) {}

  void close() {
    if (gated_ == kSource) gate_.close(source_, "the gate of the source's lane");
    if (gated_ == kTarget) gate_.close(target_, "the gate of the target's lane");
    if (gated_ == kNextToSource)
      gate_.close(next_to_source_.lane(), "the gate of the third stream");
    if (gated_ == kNextToTarget)
      gate_.close(next_to_target_.lane(), "the gate of the third stream");
  }
  // To be called when all work is issued.  Work that does not depend on the gate ends
  // first. `source_needs_target`: the source's lane may wait for the target's.
  void open(bool source_needs_target) {
    const bool is_third = gated_ == kNextToSource || gated_ == kNextToTarget;
    if (is_third || (gated_ == kTarget && !source_needs_target))
      cudaStreamSynchronize(source_.stream);
    if (is_third) cudaStreamSynchronize(target_.stream);
    gate_.open();
  }
  void output() const { gate_.output(); }

 private:
  const Lane source_, target_;
  Neighbour next_to_source_, next_to_target_;
  Gate gate_;
  const int gated_;
};

// Calls one of the student's functions, and outputs the current device before and after
// it: `current` the first time, and with `turn` another one each time.  With `old`, an
// unrelated call has failed before, and its error has not been fetched.
class Caller {
 public:
  explicit Caller(const Scenario& scenario)
      : scenario_(scenario),
        devices_(int(scenario.param("devices", 2))),
        turn_(int(scenario.param("turn", 0))),
        old_(scenario.param("old", 0) != 0),
        next_(int(scenario.param("current", 0))) {}

  template <class Function>
  cudaError_t call(Function function) {
    const int before = next_;
    next_ = (next_ + turn_) % devices_;
    cudaSetDevice(before);
    failureOfSubmission() = Failure{};
    if (old_) cudaSetDevice(-1);
    const cudaError_t error = function();
    if (old_) cudaGetLastError();
    int device = -1;
    scenario_.check(cudaGetDevice(&device), "cudaGetDevice");
    scenario_.output("before", before);
    scenario_.output("current", device);
    cudaSetDevice(0);
    return error;
  }

 private:
  const Scenario& scenario_;
  const int devices_, turn_;
  const bool old_;
  int next_;
};

// Does the call, and ends the scenario at an error; `name` is the function's name.
template <class Function>
void attempt(const Scenario& scenario, Caller& caller, const std::string& name,
             Function function) {
  const cudaError_t error = caller.call(function);
  const Failure& failed = failureOfSubmission();
  const std::string where = failed.text ? ", " + std::string(failed.text) + " in line " +
                                              std::to_string(failed.line)
                                        : "";
  scenario.check(error, (name + where).c_str());
}

}  // namespace scenarios

// A kernel in one lane passes data to a kernel in another lane through the host's memory,
// `times` times; the first lane waits until the data has been read.
GRIDLOCK_SCENARIO(follow) {
  const int n = scenario.param("bytes"), times = scenario.param("times", 1);
  const scenarios::Lanes lanes(scenario, scenario.param("devices"));
  const Lane earlier = lanes.call(scenario.param("from"), "earlier's stream"),
             later = lanes.call(scenario.param("to"), "later's stream");
  const scenarios::Pinned<scenarios::Byte> message(scenario, "message", n);
  const auto out = scenarios::bufferOn<scenarios::Byte>(scenario, later.device, "out",
                                                        size_t(times) * n);
  scenarios::GateBetween gate(scenario, earlier, later);
  scenarios::Caller caller(scenario);
  lanes.settle("setting up");

  gate.close();
  for (int time = 0; time < times; ++time) {
    scenarios::launch(scenario, earlier, "produce", scenarios::produce, message.get(), n,
                      time);
    scenarios::attempt(scenario, caller, "follow",
                       [&] { return follow(later, earlier); });
    scenarios::launch(scenario, later, "consume", scenarios::consume, message.get(), n,
                      out.get() + size_t(time) * n);
    if (time + 1 < times)
      scenarios::attempt(scenario, caller, "follow",
                         [&] { return follow(earlier, later); });
  }
  gate.open(times > 1);
  lanes.settle("two lanes, one after the other");
  gate.output();
  out.output();
}

// Two events of one device; only one of them says that the data is ready.
GRIDLOCK_SCENARIO(events) {
  const int n = scenario.param("bytes");
  const scenarios::Lanes lanes(scenario, scenario.param("devices"));
  const Lane earlier = lanes.call(scenario.param("from"), "earlier's stream"),
             later = lanes.call(scenario.param("to"), "later's stream");
  const scenarios::Pinned<scenarios::Byte> message(scenario, "message", n);
  const auto out = scenarios::bufferOn<scenarios::Byte>(scenario, later.device, "out", n);
  scenarios::GateBetween gate(scenario, earlier, later);
  scenarios::Caller caller(scenario);
  lanes.settle("setting up");

  gate.close();
  cudaEvent_t written = nullptr, nothing = nullptr;
  for (cudaEvent_t* event : {&written, &nothing})
    scenarios::attempt(scenario, caller, "makeEvent",
                       [&] { return makeEvent(event, earlier.device); });
  scenario.output("same", written == nothing);
  scenario.check(cudaEventRecord(nothing, earlier.stream), "cudaEventRecord");
  scenarios::launch(scenario, earlier, "produce", scenarios::produce, message.get(), n,
                    0);
  scenario.check(cudaEventRecord(written, earlier.stream), "cudaEventRecord");
  scenario.check(cudaStreamWaitEvent(later.stream, written, 0), "cudaStreamWaitEvent");
  scenarios::launch(scenario, later, "consume", scenarios::consume, message.get(), n,
                    out.get());
  gate.open(false);
  lanes.settle("an event of another device");
  scenario.check(cudaEventDestroy(written), "cudaEventDestroy");
  if (nothing != written) scenario.check(cudaEventDestroy(nothing), "cudaEventDestroy");
  gate.output();
  out.output();
}

namespace scenarios {

// The source or target of a copy: `count` bytes, `at` bytes after the start of memory
// that a GPU aligns, with other bytes around them.  outputSpilled() tells which of the
// bytes around were written.
class Span {
 public:
  Span(const Scenario& scenario, int device, const char* name, int at, size_t count,
       Byte around)
      : scenario_(scenario),
        memory_(bufferOn<Byte>(scenario, device, name, count + at + kBehind)),
        at_(at),
        count_(count),
        around_(around) {
    const OnDevice here(device);
    scenario.check(cudaMemset(memory_.get(), around, memory_.count()), "cudaMemset");
  }
  Byte* get() const { return memory_.get() + at_; }
  void outputSpilled() const {
    std::vector<Byte> all(memory_.count());
    memory_.download(all.data());
    std::vector<int64_t> spilled;
    for (size_t i = 0; i < all.size(); ++i)
      if ((i < size_t(at_) || i >= at_ + count_) && all[i] != around_)
        spilled.push_back(int64_t(i));
    scenario_.output("spilled", spilled.data(), spilled.size());
  }

 private:
  static constexpr int kBehind = 8;
  const Scenario& scenario_;
  const DeviceBuffer<Byte> memory_;
  const int at_;
  const size_t count_;
  const Byte around_;
};

// Bytes that are never sent.
constexpr Byte kAroundSource = 0x99, kAroundTarget = 0xA5;

}  // namespace scenarios

// `copies` copies through one pipe: each time the source is written anew in the stream
// of `from`, and the target is read in the stream of `to`.  A gate is closed before
// copy number `gate_at`, or before the pipe is made (-1).
GRIDLOCK_SCENARIO(staged) {
  const int n = scenario.param("bytes");
  const int copies = scenario.param("copies", 1), gate_at = scenario.param("gate_at", 0);
  const scenarios::Lanes lanes(scenario, scenario.param("devices"));
  const Lane from = lanes.call(scenario.param("from"), "from's stream"),
             to = lanes.call(scenario.param("to"), "to's stream");
  using scenarios::Byte;
  using scenarios::Span;
  const Span source(scenario, from.device, "source", scenario.param("source_at", 0), n,
                    scenarios::kAroundSource);
  const Span target(scenario, to.device, "target", scenario.param("target_at", 0), n,
                    scenarios::kAroundTarget);
  const auto out =
      scenarios::bufferOn<Byte>(scenario, to.device, "out", size_t(copies) * n);
  scenarios::Caller caller(scenario);
  const scenarios::OwnPipe pipe;
  const auto open = [&] {
    const char* const kind = "allocations that are not pinned";
    const int64_t before = scenario.live(kind);
    scenarios::attempt(scenario, caller, "openPipe",
                       [&] { return openPipe(pipe, to, from, scenario.param("chunk")); });
    scenario.output("not_pinned", scenario.live(kind) - before);
  };
  if (gate_at >= 0) open();
  {
    scenarios::GateBetween gate(scenario, from, to);
    lanes.settle("setting up");
    if (gate_at < 0) gate.close();
    if (gate_at < 0) open();
    for (int copy = 0; copy < copies; ++copy) {
      if (copy == gate_at) gate.close();
      scenarios::launch(scenario, from, "produce", scenarios::produce, source.get(), n,
                        copy);
      scenarios::attempt(scenario, caller, "copyStaged",
                         [&] { return copyStaged(pipe, target.get(), source.get(), n); });
      scenarios::launch(scenario, to, "consume", scenarios::consume, target.get(), n,
                        out.get() + size_t(copy) * n);
    }
    gate.open(false);  // The first two chunks do not wait for to's device.
    lanes.settle("copies through a pipe");
    gate.output();
  }
  scenarios::attempt(scenario, caller, "closePipe", [&] { return closePipe(pipe); });
  target.outputSpilled();
  out.output();
}

namespace scenarios {

// "allowAccess(1, 0)"
std::string callOfAllowAccess(int device, int peer) {
  return "allowAccess(" + std::to_string(device) + ", " + std::to_string(peer) + ")";
}

}  // namespace scenarios

// Calls allowAccess() `times` times, then runs a kernel that uses the access.  Also calls
// it for two devices that do not exist.
GRIDLOCK_SCENARIO(access) {
  const scenarios::Lanes lanes(scenario, scenario.param("devices"));
  const Lane mine = lanes.call(scenario.param("to"), "mine's stream"),
             theirs = lanes.call(scenario.param("from"), "theirs' stream");
  const auto data =
      scenarios::bufferOn<scenarios::Byte>(scenario, theirs.device, "out", 4);
  scenarios::Caller caller(scenario);
  lanes.settle("setting up");
  if (!scenarios::arePeers(scenario, mine, theirs)) return;
  for (int time = 0; time < scenario.param("times"); ++time) {
    scenarios::attempt(scenario, caller,
                       scenarios::callOfAllowAccess(mine.device, theirs.device),
                       [&] { return allowAccess(mine.device, theirs.device); });
    scenario.output("left", cudaGetLastError());
  }
  scenarios::launch(scenario, mine, "produce", scenarios::produce, data.get(), 4, 3);
  lanes.settle("a kernel that writes the peer's memory");
  int present = 0;
  scenario.check(cudaGetDeviceCount(&present), "cudaGetDeviceCount");
  for (const int peer : {present, -1}) {
    scenario.output("refused",
                    caller.call([&] { return allowAccess(mine.device, peer); }));
    cudaGetLastError();
    const OnDevice here(mine.device);
    scenario.output("expected", cudaDeviceEnablePeerAccess(peer, 0));
    cudaGetLastError();
  }
  scenarios::forbidAccess(scenario, mine, theirs);
  data.output();
}

// copyDirect(), `copies` times, between the same kernels as in `staged`.
GRIDLOCK_SCENARIO(direct) {
  const int n = scenario.param("bytes");
  const int copies = scenario.param("copies", 1);
  const scenarios::Lanes lanes(scenario, scenario.param("devices"));
  const Lane from = lanes.call(scenario.param("from"), "from's stream"),
             to = lanes.call(scenario.param("to"), "to's stream");
  using scenarios::Byte;
  using scenarios::Span;
  const Span source(scenario, from.device, "source", scenario.param("source_at", 0), n,
                    scenarios::kAroundSource);
  const Span target(scenario, to.device, "target", scenario.param("target_at", 0), n,
                    scenarios::kAroundTarget);
  const auto out =
      scenarios::bufferOn<Byte>(scenario, to.device, "out", size_t(copies) * n);
  scenarios::GateBetween gate(scenario, from, to);
  scenarios::Caller caller(scenario);
  lanes.settle("setting up");

  gate.close();
  for (int copy = 0; copy < copies; ++copy) {
    scenarios::launch(scenario, from, "produce", scenarios::produce, source.get(), n,
                      copy);
    scenarios::attempt(scenario, caller, "copyDirect", [&] {
      return copyDirect(to, target.get(), from, source.get(), n);
    });
    scenarios::launch(scenario, to, "consume", scenarios::consume, target.get(), n,
                      out.get() + size_t(copy) * n);
  }
  gate.open(true);
  lanes.settle("copies from device to device");
  gate.output();
  target.outputSpilled();
  out.output();
}

namespace scenarios {

// Decodes the operations of a sequence from its number (gridlock/cases.h): octal digits,
// the next one in the lowest, and a 7 above the last.
std::vector<int> operationsOf(long long number) {
  std::vector<int> operations;
  for (; number > 7; number >>= 3) operations.push_back(int(number & 7));
  return operations;
}

__global__ void tell(int* cell, int value) {
  if (threadIdx.x == 0) *cell = value;
}

// Adds up the cells whose bits are set.
__global__ void addCells(const int* cells, unsigned which, int* sum) {
  int all = 0;
  for (int i = 0; which >> i; ++i)
    if (which >> i & 1) all += cells[i];
  if (threadIdx.x == 0) *sum = all;
}

struct Arrow {
  int later, earlier;
};

// The kinds of operations of `arrows`, on four lanes.
constexpr Arrow kArrows[] = {{1, 0}, {0, 1}, {2, 0}, {0, 2},
                             {3, 2}, {2, 3}, {3, 1}, {1, 3}};

}  // namespace scenarios

// One follow() after the other, between four lanes.  Before each, the earlier lane writes
// its own cell; after it, the later lane adds up all cells written before, directly or
// through other lanes: `missing` is what the sums lack.  With a gate in front of a lane,
// the lanes that follow it neither directly nor through others still end.
GRIDLOCK_SCENARIO(arrows) {
  constexpr int kLanes = 4;
  const std::vector<int> arrows = scenarios::operationsOf(scenario.param("arrows"));
  const int gated = scenario.param("gated");  // kLanes: no gate.
  const scenarios::Lanes lanes(scenario, scenario.param("devices"), kLanes);
  const scenarios::Pinned<int> cells(scenario, "cells", arrows.size());
  const scenarios::Pinned<int> sums(scenario, "sums", arrows.size());
  scenarios::Gate gate(scenario);
  scenarios::Caller caller(scenario);
  lanes.settle("setting up");

  if (gated < kLanes) gate.close(lanes[gated], "the gate of a lane");
  unsigned before[kLanes] = {};  // The cells written before the lane's next work.
  bool held_up[kLanes + 1] = {};
  held_up[gated] = true;
  std::vector<int> right;
  for (size_t i = 0; i < arrows.size(); ++i) {
    const auto [later, earlier] = scenarios::kArrows[arrows[i]];
    scenarios::launch(scenario, lanes[earlier], "tell", scenarios::tell, cells.get() + i,
                      1 << i);
    scenarios::attempt(scenario, caller, "follow", [&, to = later, from = earlier] {
      return follow(lanes[to], lanes[from]);
    });
    before[earlier] |= 1u << i;
    before[later] |= before[earlier];
    held_up[later] |= held_up[earlier];
    scenarios::launch(scenario, lanes[later], "addCells", scenarios::addCells,
                      cells.get(), before[later], sums.get() + i);
    right.push_back(int(before[later]));
  }
  for (int lane = 0; lane < kLanes; ++lane)
    if (gated < kLanes && !held_up[lane]) cudaStreamSynchronize(lanes[lane].stream);
  gate.open();
  lanes.settle("lanes that follow each other");
  gate.output();
  int missing = 0;
  for (size_t i = 0; i < arrows.size(); ++i) missing += right[i] - sums.get()[i];
  scenario.output("missing", missing);
}

// Copies of different sizes go in turn through several pipes, which are closed without a
// wait.  Before copy number `again`, the first pipe is closed and opened again, in the
// same Pipe object.
GRIDLOCK_SCENARIO(sizes) {
  const int chunk = scenario.param("chunk"), pipes = scenario.param("pipes");
  const int sizes[] = {0, 1, chunk, chunk + 1, 2 * chunk, 3 * chunk, 3 * chunk + 1};
  const scenarios::Lanes lanes(scenario, scenario.param("devices"));
  const Lane from = lanes.call(scenario.param("from"), "from's stream"),
             to = lanes.call(scenario.param("to"), "to's stream");
  const std::vector<int> copies = scenarios::operationsOf(scenario.param("copies"));
  int all = 0;
  for (const int copy : copies) all += sizes[copy];
  using scenarios::bufferOn;
  using scenarios::Byte;
  const auto source = bufferOn<Byte>(scenario, from.device, "source", 3 * chunk + 1);
  const auto target = bufferOn<Byte>(scenario, to.device, "target", 3 * chunk + 1);
  const auto out = bufferOn<Byte>(scenario, to.device, "out", all);
  scenarios::Caller caller(scenario);
  lanes.settle("setting up");

  std::vector<scenarios::OwnPipe> pipe(pipes);
  const auto open = [&](int number) {
    scenarios::attempt(scenario, caller, "openPipe",
                       [&] { return openPipe(pipe[number], to, from, chunk + number); });
  };
  const auto close = [&](int number) {
    scenarios::attempt(scenario, caller, "closePipe",
                       [&] { return closePipe(pipe[number]); });
  };
  for (int number = 0; number < pipes; ++number) open(number);
  int done = 0;
  for (size_t copy = 0; copy < copies.size(); ++copy) {
    const int n = sizes[copies[copy]];
    if (int(copy) == scenario.param("again")) close(0), open(0);
    scenarios::launch(scenario, from, "produce", scenarios::produce, source.get(), n,
                      int(copy));
    scenarios::attempt(scenario, caller, "copyStaged", [&] {
      return copyStaged(pipe[copy % pipes], target.get(), source.get(), n);
    });
    scenarios::launch(scenario, to, "consume", scenarios::consume, target.get(), n,
                      out.get() + done);
    done += n;
  }
  for (int number = 0; number < pipes; ++number) close(number);
  // The closed pipes are empty, so the last copy has arrived.
  scenario.output("at_close", static_cast<const Byte*>(nullptr), 0);
  if (const int last = copies.empty() ? 0 : sizes[copies.back()]) {
    std::vector<Byte> bytes(last);
    scenario.check(
        cudaMemcpy(bytes.data(), target.get(), bytes.size(), cudaMemcpyDeviceToHost),
        "cudaMemcpy");
    scenario.output("at_close", bytes.data(), bytes.size());
  }
  lanes.settle("copies through pipes that are closed");
  out.output();
}

namespace scenarios {

// Integer i of data too long for one block; unwritten memory never holds it.
__device__ inline int farElement(size_t i) { return int(i * 2654435761u >> 8) & 0xffff; }

__global__ void setFar(int* data, size_t n) {
  const size_t step = size_t(gridDim.x) * blockDim.x;
  for (size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < n; i += step)
    data[i] = farElement(i);
}

// Counts the integers that are not `times` times their first value.
__global__ void countWrong(const int* data, size_t n, int times,
                           unsigned long long* wrong) {
  const size_t step = size_t(gridDim.x) * blockDim.x;
  for (size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < n; i += step)
    if (data[i] != times * farElement(i)) atomicAdd(wrong, 1ull);
}

template <class... Parameters, class... Arguments>
void launchLarge(const Scenario& scenario, Lane lane, const char* name,
                 void (*kernel)(Parameters...), Arguments... arguments) {
  const OnDevice here(lane.device);
  kernel<<<1024, 256, 0, lane.stream>>>(arguments...);
  scenario.check(cudaGetLastError(), name);
}

}  // namespace scenarios

// More bytes, or more integers, than 32 bits can number: `n` integers by copyStaged(),
// copyDirect(), or addPeer().
GRIDLOCK_SCENARIO(far) {
  enum { kStaged, kDirect, kAdded };
  const int way = scenario.param("way");
  const size_t n = scenario.param("n"), bytes = n * sizeof(int);
  const scenarios::Lanes lanes(scenario, scenario.param("devices"));
  const Lane from = lanes.call(scenario.param("from"), "from's stream"),
             to = lanes.call(scenario.param("to"), "to's stream");
  if (way == kAdded && !scenarios::arePeers(scenario, to, from)) return;
  if (way != kAdded) scenario.output("peers", 1);
  const auto source = scenarios::bufferOn<int>(scenario, from.device, "source", n);
  const auto target = scenarios::bufferOn<int>(scenario, to.device, "target", n);
  auto wrong = scenarios::bufferOn<unsigned long long>(scenario, to.device, "wrong", 1);
  wrong.fill([](size_t) { return 0ull; });
  scenarios::Caller caller(scenario);
  lanes.settle("setting up");
  scenarios::launchLarge(scenario, from, "setFar", scenarios::setFar, source.get(), n);
  if (way == kStaged) {
    const scenarios::OwnPipe pipe;
    scenarios::attempt(scenario, caller, "openPipe", [&] {
      return openPipe(pipe, to, from, size_t(scenario.param("chunk")));
    });
    scenarios::attempt(scenario, caller, "copyStaged", [&] {
      return copyStaged(pipe, target.get(), source.get(), bytes);
    });
    scenarios::attempt(scenario, caller, "closePipe", [&] { return closePipe(pipe); });
  } else if (way == kDirect) {
    scenarios::attempt(scenario, caller, "copyDirect", [&] {
      return copyDirect(to, target.get(), from, source.get(), bytes);
    });
  } else {
    const OnDevice here(to.device);
    scenario.check(cudaDeviceEnablePeerAccess(from.device, 0),
                   "cudaDeviceEnablePeerAccess");
    scenarios::launchLarge(scenario, to, "setFar", scenarios::setFar, target.get(), n);
    scenarios::attempt(scenario, caller, "addPeer", [&] {
      return addPeer(to, target.get(), from, source.get(), int(n));
    });
  }
  scenarios::launchLarge(scenario, to, "countWrong", scenarios::countWrong, target.get(),
                         n, way == kAdded ? 2 : 1, wrong.get());
  lanes.settle("more than 32 bits can number");
  if (way == kAdded) scenarios::forbidAccess(scenario, to, from);
  wrong.output();
}

namespace scenarios {

// The permissions of two devices to use each other's memory.
class Permissions {
 public:
  Permissions(const Scenario& scenario, Caller& caller, Lane one, Lane other)
      : scenario_(scenario), caller_(caller), sides_{one, other} {}

  // Side `mine` asks for the permission, by the student's function.
  void allow(int mine) {
    const int device = sides_[mine].device, peer = sides_[1 - mine].device;
    attempt(scenario_, caller_, callOfAllowAccess(device, peer),
            [&] { return allowAccess(device, peer); });
    scenario_.output("left", cudaGetLastError());
    allowed_[mine] = true;
  }
  // Enables the access as other code would, perhaps when it is enabled already.
  void enable(int mine) {
    const OnDevice here(sides_[mine].device);
    cudaDeviceEnablePeerAccess(sides_[1 - mine].device, 0);
    cudaGetLastError();
    allowed_[mine] = true;
  }
  void forbid(int mine) {
    if (allowed_[mine]) forbidAccess(scenario_, sides_[mine], sides_[1 - mine]);
    allowed_[mine] = false;
  }
  bool allowed(int mine) const { return allowed_[mine]; }

 private:
  const Scenario& scenario_;
  Caller& caller_;
  const Lane sides_[2];
  bool allowed_[2] = {};
};

}  // namespace scenarios

// Permissions between two devices are given by allowAccess(), used, and taken back, in
// any order.
GRIDLOCK_SCENARIO(permissions) {
  // Each value is for one side; the value plus 1 is for the other side.
  enum { kAllow, kForbid = 2, kUse = 4, kEnable = 6 };
  const scenarios::Lanes lanes(scenario, scenario.param("devices"));
  const Lane sides[2] = {lanes[scenario.param("from")], lanes[scenario.param("to")]};
  using scenarios::bufferOn;
  using scenarios::Byte;
  const auto here = bufferOn<Byte>(scenario, sides[0].device, "data", 1);
  const auto there = bufferOn<Byte>(scenario, sides[1].device, "data", 1);
  lanes.settle("setting up");
  if (!scenarios::arePeers(scenario, sides[0], sides[1])) return;
  scenario.output("left", cudaGetLastError());
  scenarios::Caller caller(scenario);
  scenarios::Permissions permissions(scenario, caller, sides[0], sides[1]);
  for (const int step : scenarios::operationsOf(scenario.param("steps"))) {
    const int mine = step % 2;
    if (step - mine == kAllow) permissions.allow(mine);
    if (step - mine == kForbid) permissions.forbid(mine);
    if (step - mine == kEnable) permissions.enable(mine);
    if (step - mine == kUse && permissions.allowed(mine))
      scenarios::launch(scenario, sides[mine], "produce", scenarios::produce,
                        (mine == 0 ? there : here).get(), 1, 3);
    lanes.settle("a kernel that writes the peer's memory");
  }
  for (const int mine : {0, 1}) permissions.forbid(mine);
}

namespace scenarios {

__global__ void setTo(int* data, int n, int value) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) data[i] = value + i;
}

}  // namespace scenarios

// Two arrays, each with its lane: written, copied and added in any order, and the host
// never waits.
GRIDLOCK_SCENARIO(mixed) {
  enum { kSet, kCopy = 2, kAdd = 4 };  // Plus 1: to the other side.
  const int n = scenario.param("n");
  const scenarios::Lanes lanes(scenario, scenario.param("devices"));
  const Lane sides[2] = {lanes[scenario.param("from")], lanes[scenario.param("to")]};
  const auto here = scenarios::bufferOn<int>(scenario, sides[0].device, "out", n);
  const auto there = scenarios::bufferOn<int>(scenario, sides[1].device, "out", n);
  int* const data[2] = {here.get(), there.get()};
  if (!scenarios::arePeers(scenario, sides[0], sides[1])) return;
  for (const int mine : {0, 1}) {
    const OnDevice current(sides[mine].device);
    scenario.check(cudaDeviceEnablePeerAccess(sides[1 - mine].device, 0),
                   "cudaDeviceEnablePeerAccess");
  }
  scenarios::Caller caller(scenario);
  lanes.settle("setting up");
  for (const int mine : {0, 1})
    scenarios::launch(scenario, sides[mine], "setTo", scenarios::setTo, data[mine], n,
                      mine);
  int value = 10;
  for (const int step : scenarios::operationsOf(scenario.param("steps"))) {
    const int mine = step % 2, theirs = 1 - mine;
    if (step - mine == kSet)
      scenarios::launch(scenario, sides[mine], "setTo", scenarios::setTo, data[mine], n,
                        value);
    if (step - mine == kCopy)
      scenarios::attempt(scenario, caller, "copyDirect", [&] {
        return copyDirect(sides[mine], data[mine], sides[theirs], data[theirs],
                          n * sizeof(int));
      });
    if (step - mine == kAdd)
      scenarios::attempt(scenario, caller, "addPeer", [&] {
        return addPeer(sides[mine], data[mine], sides[theirs], data[theirs], n);
      });
    value += 10;
  }
  lanes.settle("two arrays on two devices");
  for (const int mine : {0, 1})
    scenarios::forbidAccess(scenario, sides[mine], sides[1 - mine]);
  here.output();
  there.output();
}

// Calls addPeer() `rounds` times, with new values each time: large ones, and below zero
// every other time.
GRIDLOCK_SCENARIO(add) {
  const int n = scenario.param("n"), at = scenario.param("at", 0);
  const scenarios::Lanes lanes(scenario, scenario.param("devices"));
  const Lane theirs = lanes.call(scenario.param("from"), "theirs' stream"),
             mine = lanes.call(scenario.param("to"), "mine's stream");
  const auto values = scenarios::bufferOn<int>(scenario, theirs.device, "values", n + at);
  const auto sum = scenarios::bufferOn<int>(scenario, mine.device, "out", n + at);
  if (!scenarios::arePeers(scenario, mine, theirs)) return;
  scenarios::endAccess(theirs, mine);
  scenarios::GateBetween gate(scenario, theirs, mine);
  if (const OnDevice here(mine.device); true)
    scenario.check(cudaDeviceEnablePeerAccess(theirs.device, 0),
                   "cudaDeviceEnablePeerAccess");
  scenarios::Caller caller(scenario);
  lanes.settle("setting up");

  gate.close();
  scenarios::launch(scenario, mine, "setTo", scenarios::setTo, sum.get(), at, 0);
  scenarios::launch(scenario, mine, "setTo", scenarios::setTo, sum.get() + at, n, 1);
  for (int round = 0; round < scenario.param("rounds", 1); ++round) {
    const int large = round % 2 == 0 ? -2'000'000'000 : 2'000'000'000;
    scenarios::launch(scenario, theirs, "setTo", scenarios::setTo, values.get() + at, n,
                      large + 100 * (round + 1));
    scenarios::attempt(scenario, caller, "addPeer", [&] {
      return addPeer(mine, sum.get() + at, theirs, values.get() + at, n);
    });
  }
  gate.open(true);
  lanes.settle("a kernel that reads the peer's memory");
  gate.output();
  scenario.output("opened", scenarios::endAccess(theirs, mine));
  scenarios::forbidAccess(scenario, mine, theirs);
  sum.output();
}

namespace scenarios {

// A station's memory for one item.  The host can read a watched slot while work
// runs: on a GPU through a separate stream, in the simulator because it is managed
// memory.
class Slot {
 public:
  Slot(const Scenario& scenario, int n, bool watched) : scenario_(scenario) {
    const size_t bytes = (n ? n : 1) * sizeof(int);
#ifdef GRIDLOCK_SIM
    scenario.check(watched ? cudaMallocManaged(&data_, bytes) : cudaMalloc(&data_, bytes),
                   "cudaMalloc");
#else
    scenario.check(cudaMalloc(&data_, bytes), "cudaMalloc");
    if (watched)
      scenario.check(cudaStreamCreateWithFlags(&looks_, cudaStreamNonBlocking),
                     "cudaStreamCreateWithFlags");
#endif
    scenario.check(cudaMemset(data_, DeviceBuffer<int>::kPoison, bytes), "cudaMemset");
    scenario.name_memory(data_, n * sizeof(int), sizeof(int), "slot");
  }
  Slot(const Slot&) = delete;
  Slot& operator=(const Slot&) = delete;
  ~Slot() {
    if (looks_) cudaStreamDestroy(looks_);
    cudaFree(data_);
  }
  int* get() const { return data_; }

  // Waits until the first integer is this one, or a gate has given up.
  void await(int value, const volatile int* gave_up) const {
#ifdef GRIDLOCK_SIM
    (void)gave_up;
    while (*static_cast<volatile int*>(data_) != value) {
    }
#else
    for (int seen = ~value; seen != value && *gave_up == 0;) {
      scenario_.check(
          cudaMemcpyAsync(&seen, data_, sizeof seen, cudaMemcpyDeviceToHost, looks_),
          "cudaMemcpyAsync");
      scenario_.check(cudaStreamSynchronize(looks_), "cudaStreamSynchronize");
    }
#endif
  }

 private:
  const Scenario& scenario_;
  int* data_ = nullptr;
  cudaStream_t looks_ = nullptr;
};

// One station per device.  The devices come in order from number `first` on, or backwards
// if asked.
class Row {
 public:
  Row(const Scenario& scenario, const Lanes& lanes, int count, int n,
      bool watched = false) {
    const int first = scenario.param("first", 0);
    const int step = scenario.param("backwards", 0) ? count - 1 : 1;
    for (int number = 0; number < count; ++number) {
      const int device = (first + step * number) % count;
      const OnDevice here(device);
      const std::string stream = "station " + std::to_string(number) + "'s stream";
      Station station{lanes.call(device, stream), {}};
      for (int*& slot : station.slot)
        slot = slots_.emplace_back(scenario, n, watched).get();
      stations_.push_back(station);
    }
  }
  const Station* get() const { return stations_.data(); }
  const Station& operator[](int number) const { return stations_[number]; }
  const Slot& slot(int station, int item) const { return slots_[2 * station + item % 2]; }

 private:
  std::deque<Slot> slots_;
  std::vector<Station> stations_;
};

// The first integer of an item after the first `stations` stations.
int workedOn(int item, int stations) {
  unsigned value = unsigned(ingredient(0, item));
  for (int station = 0; station < stations; ++station)
    value = 3 * value + unsigned(station) + 1;
  return int(value);
}

}  // namespace scenarios

// Sends items through a pipeline, `times` times; with `fewer`, one item fewer each time,
// through one station fewer.  A gate keeps station number `gated` from its first item
// (-1: no gate).  The station before it has two slots for items that wait, the one
// before that two more, and so on.  With `fetches`, the station still fetches its first
// item, and the gate keeps it from the work on that item.
GRIDLOCK_SCENARIO(pipeline) {
  const int count = scenario.param("devices");
  const int n = scenario.param("n"), items = scenario.param("items");
  const int gated = scenario.param("gated", -1), fetches = scenario.param("fetches", 0);
  const scenarios::Lanes lanes(scenario, count);
  const scenarios::Row row(scenario, lanes, count, n, gated > 0);
  const scenarios::Pinned<int> in(scenario, "in", size_t(items) * n);
  const scenarios::Pinned<int> out(scenario, "out", size_t(items) * n);
  for (int item = 0; item < items; ++item)
    for (int i = 0; i < n; ++i)
      in.get()[size_t(item) * n + i] = scenarios::ingredient(i, item);
  scenarios::Gate gate(scenario);
  scenarios::Caller caller(scenario);
  lanes.settle("setting up");

  std::optional<scenarios::Neighbour> neighbour;
  if (gated >= 0 && fetches)
    gate.fill(neighbour.emplace(scenario, row[gated].lane).lane(),
              "the gate of a device");
  if (gated >= 0 && !fetches) gate.close(row[gated].lane, "the gate of a station");
  for (int time = 0; time < scenario.param("times", 1); ++time) {
    const int fewer = time * scenario.param("fewer", 0);
    for (size_t i = 0; i < out.count(); ++i) out.get()[i] = -1;
    scenarios::attempt(scenario, caller, "runPipeline", [&] {
      return runPipeline(row.get(), count - fewer, in.get(), out.get(), n, items - fewer);
    });
    for (int station = 0; station < gated && items > 0 && n > 0; ++station)
      if (items <= 2 * (gated - station) + fetches)
        row.slot(station, items - 1)
            .await(scenarios::workedOn(items - 1, station + 1), gate.gaveUp());
    gate.open();
    lanes.finish("the pipeline");
    scenario.output("out", out.get(), out.count());
    lanes.settle("what the pipeline left in other streams");
  }
  gate.output();
}

#ifdef GRIDLOCK_SIM
// More integers than 32 bits can number go through two stations.  A capture copies no
// data, but it refuses a copy that an overflow lets begin or end on the wrong side.
GRIDLOCK_SCENARIO(far_pipeline) {
  constexpr int kStations = 2;
  const size_t n = scenario.param("n"), items = scenario.param("items");
  const scenarios::Lanes lanes(scenario, kStations);
  Station stations[kStations];
  cudaEvent_t begun = nullptr;
  int *in = nullptr, *out = nullptr;
  for (int i = 0; i < kStations; ++i) {
    const OnDevice here(i);
    stations[i].lane = lanes.call(i, "station " + std::to_string(i) + "'s stream");
    for (int*& slot : stations[i].slot)
      scenario.check(cudaMalloc(&slot, n * sizeof(int)), "cudaMalloc");
    scenario.check(cudaHostAlloc(i == 0 ? &in : &out, items * n * sizeof(int),
                                 cudaHostAllocPortable),
                   "cudaHostAlloc");
  }
  scenario.name_memory(in, items * n * sizeof(int), sizeof(int), "in");
  scenario.name_memory(out, items * n * sizeof(int), sizeof(int), "out");
  scenarios::Caller caller(scenario);
  const cudaStream_t first = stations[0].lane.stream;
  scenario.check(cudaStreamBeginCapture(first, cudaStreamCaptureModeRelaxed),
                 "cudaStreamBeginCapture");
  scenario.check(cudaEventCreate(&begun), "cudaEventCreate");
  scenario.check(cudaEventRecord(begun, first), "cudaEventRecord");
  for (int i = 1; i < kStations; ++i)
    scenario.check(cudaStreamWaitEvent(stations[i].lane.stream, begun, 0),
                   "cudaStreamWaitEvent");
  scenarios::attempt(scenario, caller, "runPipeline", [&] {
    const cudaError_t error =
        runPipeline(stations, kStations, in, out, int(n), int(items));
    // A capture refuses calls that wait; another check reports such calls.
    return error == cudaErrorStreamCaptureUnsupported ||
                   error == cudaErrorStreamCaptureInvalidated
               ? cudaSuccess
               : error;
  });
  cudaGraph_t graph = nullptr;
  cudaStreamEndCapture(first, &graph);  // The other streams have not been joined.
  cudaGetLastError();
}
#endif

namespace scenarios {

// Calls every function once, between two devices, and outputs the data that arrived.
void passOn(const Scenario& scenario, Caller& caller, const Lanes& lanes) {
  const Lane from = lanes[0], to = lanes[1];
  constexpr int kBytes = 4;
  const auto bytes = [&](Lane lane, const char* name) {
    return bufferOn<Byte>(scenario, lane.device, name, kBytes);
  };
  const auto source = bytes(from, "source"), there = bytes(to, "target");
  const auto back = bytes(from, "target"), out = bytes(from, "out");
  const auto returned = bytes(from, "returned");
  lanes.settle("setting up");
  const OwnPipe pipe, pipe_back;
  attempt(scenario, caller, "openPipe", [&] { return openPipe(pipe, to, from, 3); });
  attempt(scenario, caller, "openPipe", [&] { return openPipe(pipe_back, from, to, 2); });
  launch(scenario, from, "produce", produce, source.get(), kBytes, 0);
  attempt(scenario, caller, "copyStaged",
          [&] { return copyStaged(pipe, there.get(), source.get(), kBytes); });
  attempt(scenario, caller, "copyDirect",
          [&] { return copyDirect(from, back.get(), to, there.get(), kBytes); });
  attempt(scenario, caller, "copyStaged",
          [&] { return copyStaged(pipe_back, returned.get(), there.get(), kBytes); });
  attempt(scenario, caller, "follow", [&] { return follow(to, from); });
  launch(scenario, to, "produce", produce, there.get(), kBytes, 1);
  if (arePeers(scenario, from, to)) {
    attempt(scenario, caller, "allowAccess",
            [&] { return allowAccess(from.device, to.device); });
    cudaGetLastError();  // Another check judges this error.
    attempt(scenario, caller, "addPeer", [&] {
      return addPeer(from, reinterpret_cast<int*>(back.get()), to,
                     reinterpret_cast<int*>(there.get()), kBytes / int(sizeof(int)));
    });
  }
  launch(scenario, from, "consume", consume, back.get(), kBytes, out.get());
  attempt(scenario, caller, "follow", [&] { return follow(to, from); });
  launch(scenario, to, "consume", consume, there.get(), kBytes, there.get());
  attempt(scenario, caller, "closePipe", [&] { return closePipe(pipe); });
  attempt(scenario, caller, "closePipe", [&] { return closePipe(pipe_back); });
  lanes.settle("everything once");
  out.output();
  returned.output();
}

// Gives the lane a stream that no longer exists.
void destroyStream(const Scenario& scenario, Lane& lane) {
  const OnDevice here(lane.device);
  scenario.check(cudaStreamCreate(&lane.stream), "cudaStreamCreate");
  scenario.check(cudaStreamDestroy(lane.stream), "cudaStreamDestroy");
}

}  // namespace scenarios

// Outputs what follow() returns for two lanes, and then for one without a stream; the
// other lane is busy meanwhile, so that there is something to wait for.
GRIDLOCK_SCENARIO(follow_gone) {
  const scenarios::Lanes lanes(scenario, 2);
  const int64_t side = scenario.param("side");
  scenarios::Gate gate(scenario);
  scenarios::Caller caller(scenario);
  scenario.output("there", caller.call([&] { return follow(lanes[1], lanes[0]); }));
  Lane both[] = {lanes[0], lanes[1]};
  scenarios::destroyStream(scenario, both[side]);
  lanes.settle("setting up");
  gate.close(lanes[1 - side], "the gate of the lane that is there");
  scenario.output("returned", caller.call([&] { return follow(both[1], both[0]); }));
  cudaGetLastError();
  gate.open();
  lanes.settle("what was refused");
}

// Outputs the error of each function for a lane with a stream that has been destroyed, on
// either device.  The other lane is busy meanwhile, so that there is something to wait
// for.  Then everything runs once with existing lanes.
GRIDLOCK_SCENARIO(gone) {
  constexpr int kCount = 2;
  const scenarios::Lanes lanes(scenario, kCount);
  const scenarios::Row row(scenario, lanes, kCount, 1);
  const scenarios::Pinned<int> items(scenario, "items", 2 * kCount);
  Station stations[kCount] = {row[0], row[1]};
  Lane& gone = stations[scenario.param("side")].lane;
  scenarios::destroyStream(scenario, gone);
  const Lane from = stations[0].lane, to = stations[1].lane;
  int *const source = stations[0].slot[0], *const target = stations[1].slot[0];
  if (!scenarios::arePeers(scenario, to, from)) return;
  if (const OnDevice here(to.device); true)
    scenario.check(cudaDeviceEnablePeerAccess(from.device, 0),
                   "cudaDeviceEnablePeerAccess");
  scenarios::Gate gate(scenario);
  scenarios::Caller caller(scenario);
  lanes.settle("setting up");
  gate.close(lanes[1 - scenario.param("side")], "the gate of the lane that is there");
  const auto refuse = [&](const char* name, auto function) {
    scenario.output(name, caller.call(function));
    cudaGetLastError();
  };
  refuse("follow", [&] { return follow(to, from); });
  refuse("copyDirect", [&] { return copyDirect(to, target, from, source, sizeof(int)); });
  refuse("addPeer", [&] { return addPeer(to, target, from, source, 1); });
  const scenarios::OwnPipe pipe;
  refuse("copyStaged", [&] {
    const cudaError_t error = openPipe(pipe, to, from, 2 * sizeof(int));
    return error ? error : copyStaged(pipe, target, source, sizeof(int));
  });
  refuse("runPipeline", [&] {
    return runPipeline(stations, kCount, items.get(), items.get() + kCount, 1, kCount);
  });
  gate.open();
  lanes.settle("what was refused");
  scenarios::forbidAccess(scenario, to, from);
  scenarios::passOn(scenario, caller, lanes);
}

namespace scenarios {

// Issues work by the student's functions, between two devices that are peers.
class Issuer {
 public:
  static constexpr int kItems = 3;

  explicit Issuer(const Scenario& scenario)
      : scenario_(scenario),
        lanes_(scenario, kStations),
        row_(scenario, lanes_, kStations, 1),
        in_(scenario, "in", kItems),
        out_(scenario, "out", kItems) {
    for (int item = 0; item < kItems; ++item) in_.get()[item] = ingredient(0, item);
    if (may_overlap())
      for (const int lane : {0, 1}) lanes_.call(lane, kNames[function()][lane]);
    for (int number = 0; number < kStations; ++number) {
      const OnDevice here(row_[number].lane.device);
      for (int* slot : row_[number].slot)
        scenario.check(cudaMemset(slot, 0, sizeof *slot), "cudaMemset");
    }
    const OnDevice here(to().device);
    scenario.check(cudaDeviceEnablePeerAccess(from().device, 0),
                   "cudaDeviceEnablePeerAccess");
    settle("setting up");
  }

  // Calls the function that the parameter "function" names.
  cudaError_t issue() {
    int *const source = row_[0].slot[0], *const target = row_[1].slot[0];
    switch (function()) {
      case 0:
        return follow(to(), from());
      case 1:
        return staged(target, source);
      case 2:
        return copyDirect(to(), target, from(), source, sizeof(int));
      case 3:
        return addPeer(to(), target, from(), source, 1);
      default:
        return runPipeline(row_.get(), kStations, in_.get(), out_.get(), 1, kItems);
    }
  }
  void settle(const char* what) const { lanes_.settle(what); }
  // Whether the work of the last call may be in flight at the next one.
  bool may_overlap() const { return function() < 4; }

 private:
  static constexpr int kStations = 2;
  // The functions' own names for the two streams.
  static constexpr const char* kNames[][kStations] = {
      {"earlier's stream", "later's stream"},
      {"from's stream", "to's stream"},
      {"from's stream", "to's stream"},
      {"theirs' stream", "mine's stream"},
  };

  int64_t function() const { return scenario_.param("function"); }
  cudaError_t staged(int* target, const int* source) const {
    const OwnPipe pipe;
    TRY(openPipe(pipe, to(), from(), 1));
    TRY(copyStaged(pipe, target, source, sizeof(int)));
    return closePipe(pipe);
  }
  const Lane& from() const { return row_[0].lane; }
  const Lane& to() const { return row_[1].lane; }

  const Scenario& scenario_;
  const Lanes lanes_;
  const Row row_;
  const Pinned<int> in_, out_;
};

}  // namespace scenarios

// Calls one function `times` times, and then twice more; outputs how many events and
// allocations there are before and after the last two calls.
GRIDLOCK_SCENARIO(left_behind) {
  scenarios::Issuer issuer(scenario);
  scenarios::Caller caller(scenario);
  for (const int64_t times : {scenario.param("times"), int64_t{2}}) {
    for (int64_t time = 0; time < times; ++time) {
      scenarios::attempt(scenario, caller, "the function",
                         [&] { return issuer.issue(); });
      if (!issuer.may_overlap() || time + 1 == times)
        issuer.settle("what the function has issued");
    }
    for (const char* kind : {"events", "allocations"})
      scenario.output(kind, scenario.live(kind));
  }
}

// Outputs the error of a function when one of its launches fails, and whether that launch
// was made.
GRIDLOCK_SCENARIO(failing_launch) {
  scenarios::Issuer issuer(scenario);
  scenarios::Caller caller(scenario);
  scenario.fail_launch(scenario.param("nth"), cudaErrorLaunchOutOfResources);
  scenario.output("returned", caller.call([&] { return issuer.issue(); }));
  scenario.output("failed", scenario.has_launch_failed());
  cudaGetLastError();
  issuer.settle("what was issued before the launch that failed");
}

namespace scenarios {

// The order is that of checks.cpp and of the predictions.
cudaError_t (*const kTrials[])(Side here, Side there) = {
    launchElsewhere,   recordElsewhere, recordThere,      waitElsewhere,  copyElsewhere,
    waitNeverRecorded, elapsedAcross,   recordAfterReset, freeAfterReset,
};

Side sideOn(const Scenario& scenario, Lane lane) {
  const OnDevice here(lane.device);
  Side side{lane.device, lane.stream, nullptr, nullptr};
  scenario.check(cudaEventCreate(&side.event), "cudaEventCreate");
  scenario.check(cudaMalloc(&side.data, 2 * sizeof(int)), "cudaMalloc");
  return side;
}

// Not to be called after a reset of the device, which destroys memory and events.
void giveBack(const Side& side) {
  const OnDevice here(side.device);
  cudaFree(side.data);
  cudaEventDestroy(side.event);
}

}  // namespace scenarios

// One trial, with its prediction.
GRIDLOCK_SCENARIO(trial) {
  const int64_t number = scenario.param("trial");
  const auto trial = scenarios::kTrials[number];
  const cudaError_t predicted = kPredictions[number];
  scenarios::Lanes lanes(scenario, 2);
  const Side here = scenarios::sideOn(scenario, lanes.call(0, "here's stream"));
  const Side there = scenarios::sideOn(scenario, lanes.call(1, "there's stream"));
  lanes.settle("setting up");
  scenario.output("predicted", predicted);
  // The prediction comes first, then the run.
  if (predicted != cudaErrorUnknown) scenario.output("returned", trial(here, there));
  cudaGetLastError();
  const bool was_reset = trial == recordAfterReset || trial == freeAfterReset;
  if (was_reset && predicted != cudaErrorUnknown)
    lanes.forget(there.device);
  else
    scenarios::giveBack(there);
  lanes.settle("the trial");
  scenarios::giveBack(here);
}

GRIDLOCK_MODULE()
