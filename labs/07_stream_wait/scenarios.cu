// The scenarios of lab 07: each launches the student's code with the parameters it is
// given and returns what that code did.  They judge nothing.

#include "stream_wait.cu"
#include "trials.cuh"

#include <gridlock/scenario.h>

#include <memory>
#include <string>
#include <vector>

namespace scenarios {

using gridlock::DeviceBuffer;
using gridlock::Scenario;
using Byte = unsigned char;

// Byte i of what is sent with this seed; never that of memory which nobody wrote.
// checks.cpp has the same formula.
__host__ __device__ inline Byte element(int i, int seed) {
  return static_cast<Byte>((i * 37 + seed * 59 + 11) % 127);
}

// Element i of item `item` of the pipeline; likewise.
inline int ingredient(int i, int item) { return 1000 * (item + 1) + 7 * i; }

// One lane on each device, or `count` lanes on so many devices, neighbours together: in
// streams that have nothing to do with the default streams.
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
    }
  }
  ~Lanes() {
    for (const Lane& lane : lanes_)
      if (lane.stream) cudaStreamDestroy(lane.stream);
  }

  const Lane& operator[](int number) const { return lanes_[number]; }

  // The device was reset, and its stream is gone.
  void forget(int device) { lanes_[device].stream = nullptr; }

  // Waits for all devices; the first is current then.
  void settle(const char* what) const {
    for (const Lane& lane : lanes_) {
      const OnDevice here(lane.device);
      scenario_.check(cudaDeviceSynchronize(), what);
    }
    cudaSetDevice(0);
  }

 private:
  const Scenario& scenario_;
  std::vector<Lane> lanes_;
};

// Whether the two devices can use each other's memory; tells the checker.
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

// Waits until the host opens the gate.  On a GPU not for ever: a student's code may be
// waiting for this kernel.
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

  // `whose` names the lane for who reads that everybody waits.
  void close(Lane lane, const char* whose) {
    scenario_.name_memory(open_.get(), sizeof(int), sizeof(int), whose);
    const OnDevice here(lane.device);
    waitAtGate<<<1, 1, 0, lane.stream>>>(open_.get(), gave_up_.get());
    scenario_.check(cudaGetLastError(), "waitAtGate");
    closed_ = true;
  }
  void open() {
    if (closed_) *static_cast<volatile int*>(open_.get()) = 1;
    closed_ = false;
  }

  // When all is done: whether the gate was opened in time.
  void output() const { scenario_.output("gave_up", *gave_up_.get()); }

 private:
  const Scenario& scenario_;
  Pinned<int> open_, gave_up_;
  bool closed_ = false;
};

// The lanes that are kept busy while the student's code is called.
constexpr int kNobody = 0, kSource = 1, kTarget = 2;

// Calls one of the student's functions, of which `name` is the name; tells which device
// is current then.  It was 0 before.
template <class Function>
void attempt(const Scenario& scenario, const std::string& name, Function function) {
  failure() = Failure{};
  const cudaError_t error = function();
  const std::string where = failure().text
                                ? ", " + std::string(failure().text) + " in line " +
                                      std::to_string(failure().line)
                                : "";
  scenario.check(error, (name + where).c_str());
  int device = -1;
  scenario.check(cudaGetDevice(&device), "cudaGetDevice");
  scenario.output("current", device);
  cudaSetDevice(0);
}

}  // namespace scenarios

// Data in the host's memory goes from a kernel in one lane to a kernel in another.
GRIDLOCK_SCENARIO(follow) {
  const int n = scenario.param("bytes");
  const int gated = scenario.param("gated", scenarios::kNobody);
  const scenarios::Lanes lanes(scenario, scenario.param("devices"));
  const Lane earlier = lanes[scenario.param("from")], later = lanes[scenario.param("to")];
  const scenarios::Pinned<scenarios::Byte> message(scenario, "message", n);
  const auto out = scenarios::bufferOn<scenarios::Byte>(scenario, later.device, "out", n);
  scenarios::Gate gate(scenario);
  lanes.settle("setting up");

  if (gated == scenarios::kSource) gate.close(earlier, "the gate of the earlier lane");
  if (gated == scenarios::kTarget) gate.close(later, "the gate of the later lane");
  scenarios::launch(scenario, earlier, "produce", scenarios::produce, message.get(), n,
                    5);
  scenarios::attempt(scenario, "follow", [&] { return follow(later, earlier); });
  scenarios::launch(scenario, later, "consume", scenarios::consume, message.get(), n,
                    out.get());
  if (gated == scenarios::kTarget)
    cudaStreamSynchronize(earlier.stream);  // It waits for nobody.
  gate.open();
  lanes.settle("two lanes, one after the other");
  gate.output();
  out.output();
}

// `copies` copies through one pipe: each time the source is written anew in from's
// stream, and the target is read in to's.
GRIDLOCK_SCENARIO(staged) {
  const int n = scenario.param("bytes");
  const int copies = scenario.param("copies", 1);
  const int gated = scenario.param("gated", scenarios::kNobody);
  const scenarios::Lanes lanes(scenario, scenario.param("devices"));
  const Lane from = lanes[scenario.param("from")], to = lanes[scenario.param("to")];
  using scenarios::bufferOn;
  using scenarios::Byte;
  const auto source = bufferOn<Byte>(scenario, from.device, "source", n);
  const auto target = bufferOn<Byte>(scenario, to.device, "target", n);
  const auto out = bufferOn<Byte>(scenario, to.device, "out", size_t(copies) * n);
  Pipe pipe{};
  scenarios::attempt(scenario, "openPipe",
                     [&] { return openPipe(&pipe, to, from, scenario.param("chunk")); });
  lanes.settle("setting up");

  {
    scenarios::Gate gate(scenario);
    if (gated == scenarios::kSource) gate.close(from, "the gate of from's lane");
    if (gated == scenarios::kTarget) gate.close(to, "the gate of to's lane");
    for (int copy = 0; copy < copies; ++copy) {
      scenarios::launch(scenario, from, "produce", scenarios::produce, source.get(), n,
                        copy);
      scenarios::attempt(scenario, "copyStaged", [&] {
        return copyStaged(&pipe, target.get(), source.get(), n);
      });
      scenarios::launch(scenario, to, "consume", scenarios::consume, target.get(), n,
                        out.get() + size_t(copy) * n);
    }
    if (gated == scenarios::kTarget)
      cudaStreamSynchronize(from.stream);  // Two chunks need nothing of to's device.
    gate.open();
    lanes.settle("copies through a pipe");
    gate.output();
  }
  scenarios::attempt(scenario, "closePipe", [&] { return closePipe(&pipe); });
  cudaSetDevice(0);
  out.output();
}

// allowAccess() `times` times, then a kernel that uses it; and once for no device at all.
GRIDLOCK_SCENARIO(access) {
  const scenarios::Lanes lanes(scenario, scenario.param("devices"));
  const Lane mine = lanes[scenario.param("to")], theirs = lanes[scenario.param("from")];
  const auto data =
      scenarios::bufferOn<scenarios::Byte>(scenario, theirs.device, "out", 4);
  lanes.settle("setting up");
  if (!scenarios::arePeers(scenario, mine, theirs)) return;
  for (int time = 0; time < scenario.param("times"); ++time) {
    scenarios::attempt(scenario, "allowAccess",
                       [&] { return allowAccess(mine.device, theirs.device); });
    scenario.output("left", cudaGetLastError());
  }
  scenarios::launch(scenario, mine, "produce", scenarios::produce, data.get(), 4, 3);
  lanes.settle("a kernel that writes the peer's memory");
  int present = 0, current = -1;
  scenario.check(cudaGetDeviceCount(&present), "cudaGetDeviceCount");
  scenario.output("refused", allowAccess(mine.device, present));
  cudaGetLastError();
  scenario.check(cudaGetDevice(&current), "cudaGetDevice");
  scenario.output("current", current);
  cudaSetDevice(0);
  scenarios::forbidAccess(scenario, mine, theirs);
  data.output();
}

// copyDirect(), `copies` times, in between the same kernels as in `staged`.
GRIDLOCK_SCENARIO(direct) {
  const int n = scenario.param("bytes");
  const int copies = scenario.param("copies", 1);
  const scenarios::Lanes lanes(scenario, scenario.param("devices"));
  const Lane from = lanes[scenario.param("from")], to = lanes[scenario.param("to")];
  using scenarios::bufferOn;
  using scenarios::Byte;
  const auto source = bufferOn<Byte>(scenario, from.device, "source", n);
  const auto target = bufferOn<Byte>(scenario, to.device, "target", n);
  const auto out = bufferOn<Byte>(scenario, to.device, "out", size_t(copies) * n);
  scenarios::Gate gate(scenario);
  lanes.settle("setting up");

  const int gated = scenario.param("gated", scenarios::kNobody);
  if (gated == scenarios::kSource) gate.close(from, "the gate of from's lane");
  if (gated == scenarios::kTarget) gate.close(to, "the gate of to's lane");
  for (int copy = 0; copy < copies; ++copy) {
    scenarios::launch(scenario, from, "produce", scenarios::produce, source.get(), n,
                      copy);
    scenarios::attempt(scenario, "copyDirect", [&] {
      return copyDirect(to, target.get(), from, source.get(), n);
    });
    scenarios::launch(scenario, to, "consume", scenarios::consume, target.get(), n,
                      out.get() + size_t(copy) * n);
  }
  gate.open();
  lanes.settle("copies from device to device");
  gate.output();
  out.output();
}

namespace scenarios {

// Takes the operations of a sequence out of its number, as checker/cases.h puts them in:
// octal digits, the next one in the lowest, and a 7 above the last.
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

// One follow() after the other, between four lanes.  Before each the earlier lane writes
// a cell of its own; after it the later one adds up all cells that were written before,
// be it by way of other lanes: `missing` is what the sums lack.  With a gate in front of
// a lane, all those that follow it neither directly nor by others come to an end.
GRIDLOCK_SCENARIO(arrows) {
  constexpr int kLanes = 4;
  const std::vector<int> arrows = scenarios::operationsOf(scenario.param("arrows"));
  const int gated = scenario.param("gated");  // kLanes: none.
  const scenarios::Lanes lanes(scenario, scenario.param("devices"), kLanes);
  const scenarios::Pinned<int> cells(scenario, "cells", arrows.size());
  const scenarios::Pinned<int> sums(scenario, "sums", arrows.size());
  scenarios::Gate gate(scenario);
  lanes.settle("setting up");

  if (gated < kLanes) gate.close(lanes[gated], "the gate of a lane");
  unsigned before[kLanes] = {};  // Which cells are written before what comes next.
  bool held_up[kLanes + 1] = {};
  held_up[gated] = true;
  std::vector<int> right;
  for (size_t i = 0; i < arrows.size(); ++i) {
    const auto [later, earlier] = scenarios::kArrows[arrows[i]];
    scenarios::launch(scenario, lanes[earlier], "tell", scenarios::tell, cells.get() + i,
                      1 << i);
    scenarios::attempt(scenario, "follow", [&, to = later, from = earlier] {
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

// Copies of different sizes through one pipe, which is closed at once.
GRIDLOCK_SCENARIO(sizes) {
  const int chunk = scenario.param("chunk");
  const int sizes[] = {0, 1, chunk, chunk + 1, 2 * chunk, 3 * chunk, 3 * chunk + 1};
  const scenarios::Lanes lanes(scenario, scenario.param("devices"));
  const Lane from = lanes[scenario.param("from")], to = lanes[scenario.param("to")];
  const std::vector<int> copies = scenarios::operationsOf(scenario.param("copies"));
  int all = 0;
  for (const int copy : copies) all += sizes[copy];
  using scenarios::bufferOn;
  using scenarios::Byte;
  const auto source = bufferOn<Byte>(scenario, from.device, "source", 3 * chunk + 1);
  const auto target = bufferOn<Byte>(scenario, to.device, "target", 3 * chunk + 1);
  const auto out = bufferOn<Byte>(scenario, to.device, "out", all);
  lanes.settle("setting up");

  Pipe pipe{};
  scenarios::attempt(scenario, "openPipe",
                     [&] { return openPipe(&pipe, to, from, chunk); });
  int done = 0;
  for (size_t copy = 0; copy < copies.size(); ++copy) {
    const int n = sizes[copies[copy]];
    scenarios::launch(scenario, from, "produce", scenarios::produce, source.get(), n,
                      int(copy));
    scenarios::attempt(scenario, "copyStaged",
                       [&] { return copyStaged(&pipe, target.get(), source.get(), n); });
    scenarios::launch(scenario, to, "consume", scenarios::consume, target.get(), n,
                      out.get() + done);
    done += n;
  }
  scenarios::attempt(scenario, "closePipe", [&] { return closePipe(&pipe); });
  lanes.settle("copies through a pipe that is closed");
  out.output();
}

// A pipe whose buffers nobody has the memory for.  If it can be made nevertheless,
// because it takes memory when it needs it, a small copy fits into one buffer.
GRIDLOCK_SCENARIO(large_chunk) {
  constexpr int kBytes = 12;
  const scenarios::Lanes lanes(scenario, 2);
  const Lane from = lanes[0], to = lanes[1];
  using scenarios::bufferOn;
  using scenarios::Byte;
  const auto source = bufferOn<Byte>(scenario, from.device, "source", kBytes);
  const auto target = bufferOn<Byte>(scenario, to.device, "out", kBytes);
  scenarios::Gate gate(scenario);
  lanes.settle("setting up");
  Pipe pipe{};
  cudaError_t error =
      openPipe(&pipe, to, from, static_cast<size_t>(scenario.param("chunk")));
  if (error == cudaSuccess) {
    gate.close(to, "the gate of to's lane");
    scenarios::launch(scenario, from, "produce", scenarios::produce, source.get(), kBytes,
                      0);
    error = copyStaged(&pipe, target.get(), source.get(), kBytes);
    cudaStreamSynchronize(from.stream);  // All of it is in one buffer.
  }
  gate.open();
  cudaGetLastError();
  cudaSetDevice(0);
  lanes.settle("a small copy through a large pipe");
  scenario.output("refused", error != cudaSuccess);
  if (error != cudaSuccess) return;
  gate.output();
  target.output();
  scenarios::attempt(scenario, "closePipe", [&] { return closePipe(&pipe); });
}

// copyDirect() of more bytes than 32 bits can count, from no memory at all: an error, if
// CUDA hears of them.
GRIDLOCK_SCENARIO(large_direct) {
  const scenarios::Lanes lanes(scenario, 2);
  const auto target =
      scenarios::bufferOn<scenarios::Byte>(scenario, lanes[1].device, "target", 1);
  lanes.settle("setting up");
  scenario.output("returned", copyDirect(lanes[1], target.get(), lanes[0], nullptr,
                                         static_cast<size_t>(scenario.param("bytes"))));
  cudaGetLastError();
  lanes.settle("a copy that is refused");
}

namespace scenarios {

// How two devices stand to each other: who may use whose memory.
class Permissions {
 public:
  Permissions(const Scenario& scenario, Lane one, Lane other)
      : scenario_(scenario), sides_{one, other} {}

  // Side `mine` asks for it, by the student's function.
  void allow(int mine) {
    attempt(scenario_, "allowAccess",
            [&] { return allowAccess(sides_[mine].device, sides_[1 - mine].device); });
    scenario_.output("left", cudaGetLastError());
    allowed_[mine] = true;
  }
  void forbid(int mine) {
    if (allowed_[mine]) forbidAccess(scenario_, sides_[mine], sides_[1 - mine]);
    allowed_[mine] = false;
  }
  bool allowed(int mine) const { return allowed_[mine]; }

 private:
  const Scenario& scenario_;
  const Lane sides_[2];
  bool allowed_[2] = {};
};

}  // namespace scenarios

// Permissions between two devices are given by allowAccess(), used, and taken back, in
// any order.
GRIDLOCK_SCENARIO(permissions) {
  enum { kAllow, kForbid = 2, kUse = 4 };  // Each of one side, and of the other.
  const scenarios::Lanes lanes(scenario, scenario.param("devices"));
  const Lane sides[2] = {lanes[scenario.param("from")], lanes[scenario.param("to")]};
  using scenarios::bufferOn;
  using scenarios::Byte;
  const auto here = bufferOn<Byte>(scenario, sides[0].device, "data", 1);
  const auto there = bufferOn<Byte>(scenario, sides[1].device, "data", 1);
  lanes.settle("setting up");
  if (!scenarios::arePeers(scenario, sides[0], sides[1])) return;
  scenario.output("left", cudaGetLastError());
  scenarios::Permissions permissions(scenario, sides[0], sides[1]);
  for (const int step : scenarios::operationsOf(scenario.param("steps"))) {
    const int mine = step % 2;
    if (step - mine == kAllow) permissions.allow(mine);
    if (step - mine == kForbid) permissions.forbid(mine);
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
  enum { kSet, kCopy = 2, kAdd = 4 };  // Each to one side, and to the other.
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
      scenarios::attempt(scenario, "copyDirect", [&] {
        return copyDirect(sides[mine], data[mine], sides[theirs], data[theirs],
                          n * sizeof(int));
      });
    if (step - mine == kAdd)
      scenarios::attempt(scenario, "addPeer", [&] {
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

// addPeer(), `rounds` times, with values that are new each time.
GRIDLOCK_SCENARIO(add) {
  const int n = scenario.param("n");
  const scenarios::Lanes lanes(scenario, scenario.param("devices"));
  const Lane theirs = lanes[scenario.param("from")], mine = lanes[scenario.param("to")];
  const auto values = scenarios::bufferOn<int>(scenario, theirs.device, "values", n);
  const auto sum = scenarios::bufferOn<int>(scenario, mine.device, "out", n);
  if (!scenarios::arePeers(scenario, mine, theirs)) return;
  scenarios::Gate gate(scenario);
  if (const OnDevice here(mine.device); true)
    scenario.check(cudaDeviceEnablePeerAccess(theirs.device, 0),
                   "cudaDeviceEnablePeerAccess");
  lanes.settle("setting up");

  const int gated = scenario.param("gated", scenarios::kNobody);
  if (gated == scenarios::kSource) gate.close(theirs, "the gate of theirs' lane");
  if (gated == scenarios::kTarget) gate.close(mine, "the gate of my lane");
  scenarios::launch(scenario, mine, "setTo", scenarios::setTo, sum.get(), n, 1);
  for (int round = 0; round < scenario.param("rounds", 1); ++round) {
    scenarios::launch(scenario, theirs, "setTo", scenarios::setTo, values.get(), n,
                      100 * (round + 1));
    scenarios::attempt(scenario, "addPeer",
                       [&] { return addPeer(mine, sum.get(), theirs, values.get(), n); });
  }
  gate.open();
  lanes.settle("a kernel that reads the peer's memory");
  gate.output();
  scenarios::forbidAccess(scenario, mine, theirs);
  sum.output();
}

// Items through a pipeline of one station a device.  The devices come in a row that
// begins with `first`, and goes backwards if asked.
GRIDLOCK_SCENARIO(pipeline) {
  const int count = scenario.param("devices");
  const int n = scenario.param("n"), items = scenario.param("items");
  const int gated = scenario.param("gated", scenarios::kNobody);
  const int first = scenario.param("first", 0);
  const int step = scenario.param("backwards", 0) ? count - 1 : 1;
  const scenarios::Lanes lanes(scenario, count);
  std::vector<std::unique_ptr<gridlock::DeviceBuffer<int>>> slots;
  std::vector<Station> stations;
  for (int number = 0; number < count; ++number) {
    const int device = (first + step * number) % count;
    const OnDevice here(device);
    Station station{lanes[device], {}};
    for (int*& slot : station.slot) {
      slots.push_back(std::make_unique<gridlock::DeviceBuffer<int>>(scenario, "slot", n));
      slot = slots.back()->get();
    }
    stations.push_back(station);
  }
  const scenarios::Pinned<int> in(scenario, "in", size_t(items) * n);
  const scenarios::Pinned<int> out(scenario, "out", size_t(items) * n);
  for (int item = 0; item < items; ++item)
    for (int i = 0; i < n; ++i)
      in.get()[size_t(item) * n + i] = scenarios::ingredient(i, item);
  scenarios::Gate gate(scenario);
  lanes.settle("setting up");

  if (gated == scenarios::kSource)
    gate.close(stations.front().lane, "the gate of the first station");
  if (gated == scenarios::kTarget)
    gate.close(stations.back().lane, "the gate of the last station");
  scenarios::attempt(scenario, "runPipeline", [&] {
    return runPipeline(stations.data(), count, in.get(), out.get(), n, items);
  });
  if (gated == scenarios::kTarget)
    for (int number = 0; number + 1 < count; ++number)  // Two items fit in between.
      cudaStreamSynchronize(stations[number].lane.stream);
  gate.open();
  lanes.settle("the pipeline");
  gate.output();
  scenario.output("out", out.get(), out.count());
}

namespace scenarios {

struct Trial {
  cudaError_t predicted;
  cudaError_t (*run)(Side here, Side there);
};

// In the order of checks.cpp.  The predictions are constants: they stand before the run.
constexpr Trial kTrials[] = {
    {kLaunchElsewhere, launchElsewhere}, {kRecordElsewhere, recordElsewhere},
    {kRecordThere, recordThere},         {kWaitElsewhere, waitElsewhere},
    {kCopyElsewhere, copyElsewhere},     {kWaitNeverRecorded, waitNeverRecorded},
    {kElapsedAcross, elapsedAcross},     {kRecordAfterReset, recordAfterReset},
    {kFreeAfterReset, freeAfterReset},
};

Side sideOn(const Scenario& scenario, Lane lane) {
  const OnDevice here(lane.device);
  Side side{lane.device, lane.stream, nullptr, nullptr};
  scenario.check(cudaEventCreate(&side.event), "cudaEventCreate");
  scenario.check(cudaMalloc(&side.data, 2 * sizeof(int)), "cudaMalloc");
  return side;
}

// What a reset has destroyed must not be given back.
void giveBack(const Side& side) {
  const OnDevice here(side.device);
  cudaFree(side.data);
  cudaEventDestroy(side.event);
}

}  // namespace scenarios

// One trial, with its prediction.
GRIDLOCK_SCENARIO(trial) {
  const scenarios::Trial& trial = scenarios::kTrials[scenario.param("trial")];
  scenarios::Lanes lanes(scenario, 2);
  const Side here = scenarios::sideOn(scenario, lanes[0]);
  const Side there = scenarios::sideOn(scenario, lanes[1]);
  lanes.settle("setting up");
  scenario.output("predicted", trial.predicted);
  // First the prediction, then the run.
  if (trial.predicted != cudaErrorUnknown)
    scenario.output("returned", trial.run(here, there));
  cudaGetLastError();
  const bool was_reset = trial.run == recordAfterReset || trial.run == freeAfterReset;
  if (was_reset && trial.predicted != cudaErrorUnknown)
    lanes.forget(there.device);
  else
    scenarios::giveBack(there);
  lanes.settle("the trial");
  scenarios::giveBack(here);
}

GRIDLOCK_MODULE()
