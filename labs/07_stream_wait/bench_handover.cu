// An experiment of lab 07: how long it takes from the end of a kernel in one lane to the
// start of the next one, in another lane that waits for it.  follow() is compared with a
// host that waits and then launches, with kernels that follow one another in one lane,
// and with kernels that run all the time and pass a flag.  The lanes are on one device,
// or on two.
//
// baseline: reference
// unit: ns per hand-over, with the kernel before it
// point: devices that take part
// devices: 2

#include "stream_wait.cu"

#include <gridlock/scenario.h>

#include <cuda/atomic>

namespace experiment {
using gridlock::DeviceBuffer;
using gridlock::Scenario;
}  // namespace experiment

#include "lanes.cuh"

namespace experiment {

#ifdef GRIDLOCK_SIM
constexpr int kFew = 2, kMany = 4, kFlagsFew = 1, kFlagsMany = 2;
#else
constexpr int kFew = 8, kMany = 88;  // A stream takes some hundred entries.
constexpr int kFlagsFew = 100, kFlagsMany = 1100;
#endif

// The kernel of the chain does next to nothing.
__global__ void step() {}

// A step that is checked: its number is the number of kernels before it.
__global__ void count(int* done, int number, int* wrong) {
  if (*done != number) *wrong += 1;
  *done = number + 1;
}

// Keeps a lane busy until the host has issued all that is timed.  On a GPU it gives up
// after a while: a student's code may be waiting for this kernel.
__global__ void waitAtGate(const volatile int* open, int* gave_up) {
#ifndef GRIDLOCK_SIM
  const long long start = clock64();
  while (*open == 0) {
    if (clock64() - start < 2'000'000'000ll) continue;
    *gave_up += 1;
    return;
  }
#else
  while (*open == 0) {
  }
#endif
}

// Two such kernels run at once, in two lanes: each stores a flag in `theirs` and polls
// its own, `mine`.
__global__ void passFlag(unsigned* mine, unsigned* theirs, unsigned rounds, bool begins) {
  using Flag = cuda::atomic_ref<unsigned, cuda::thread_scope_system>;
  const auto wait = [mine](unsigned round) {
    while (Flag(*mine).load(cuda::memory_order_acquire) != round) {
    }
  };
  for (unsigned round = 1; round <= rounds; ++round) {
    if (!begins) wait(round);
    Flag(*theirs).store(round, cuda::memory_order_release);
    if (begins) wait(round);
  }
}

// A few integers that the host and all devices may use.
class Words {
 public:
  enum { kOpen, kGaveUp, kDone, kWrong, kCount };
  explicit Words(const Scenario& scenario) {
    scenario.check(cudaHostAlloc(&words_, kCount * sizeof(int),
                                 cudaHostAllocPortable | cudaHostAllocMapped),
                   "cudaHostAlloc");
    for (int i = 0; i < kCount; ++i) words_[i] = 0;
  }
  Words(const Words&) = delete;
  Words& operator=(const Words&) = delete;
  ~Words() { cudaFreeHost(words_); }
  int* operator()(int which) const { return words_ + which; }
  int wrong() const { return words_[kWrong] + words_[kGaveUp]; }

 private:
  int* words_ = nullptr;
};

// A chain of kernels through two lanes in turn, or through one lane.
class Chain {
 public:
  explicit Chain(const Scenario& scenario, int lanes = 2)
      : scenario_(scenario),
        words_(scenario),
        own_first_(scenario, 0),
        own_second_(scenario, scenario.param("point") == 1 ? 0 : 1),
        first_(own_first_),
        second_(lanes == 1 ? own_first_ : own_second_) {}

  Lane first() const { return first_; }
  Lane second() const { return second_; }

  // Outputs the time of a hand-over as "picoseconds", and the number of errors as
  // "wrong". `pass(later, earlier)` makes the next work in `later` wait for the work in
  // `earlier`. With `ahead` the host issues all kernels before the first one begins.
  template <class Pass>
  void time(Pass pass, bool ahead) const {
    tell(pass);
    const double few = milliseconds(pass, ahead, kFew);
    const double many = milliseconds(pass, ahead, kMany);
    output(many - few, kMany - kFew, words_.wrong());
  }

  // As time(), for work that other code has timed and checked.
  void output(double milliseconds, int times, int64_t wrong) const {
    const double each = milliseconds * 1e9 / times;
    scenario_.output("picoseconds", each > 0 ? int64_t(each) : 0);
    scenario_.output("wrong", wrong);
  }

  template <class... Parameters, class... Arguments>
  void launch(Lane lane, void (*kernel)(Parameters...), Arguments... arguments) const {
    const OnDevice here(lane.device);
    kernel<<<1, 1, 0, lane.stream>>>(arguments...);
    scenario_.check(cudaGetLastError(), "a launch");
  }

  void settle() const {
    for (const int device : {0, 1}) {
      const OnDevice here(device);
      scenario_.check(cudaDeviceSynchronize(), "the chain");
    }
  }

 private:
  // Runs a chain in which each kernel checks whether the one before it has ended.
  template <class Pass>
  void tell(Pass pass) const {
    for (int i = 0; i < kFew; ++i) {
      const Lane lane = i % 2 == 0 ? first_ : second_;
      launch(lane, count, words_(Words::kDone), i, words_(Words::kWrong));
      pass(i % 2 == 0 ? second_ : first_, lane);
    }
    settle();
    *words_(Words::kDone) = 0;
  }

  template <class Pass>
  double milliseconds(Pass pass, bool ahead, int steps) const {
    const Mark begin(scenario_, first_), end(scenario_, first_);
    *words_(Words::kOpen) = !ahead;
    launch(first_, waitAtGate, words_(Words::kOpen), words_(Words::kGaveUp));
    begin.record();
    for (int i = 0; i < steps; i += 2) {
      launch(first_, step);
      pass(second_, first_);
      launch(second_, step);
      pass(first_, second_);
    }
    end.record();
    *static_cast<volatile int*>(words_(Words::kOpen)) = 1;
    settle();
    return begin.millisecondsTo(end);
  }

  const Scenario& scenario_;
  const Words words_;
  const OwnLane own_first_, own_second_;
  const Lane first_, second_;
};

DeviceBuffer<unsigned> flagOn(const Scenario& scenario, Lane lane) {
  const OnDevice here(lane.device);
  return DeviceBuffer<unsigned>(scenario, "flag", 1);
}

}  // namespace experiment

GRIDLOCK_SCENARIO(points) {
  for (const int devices : {1, 2}) scenario.output("point", devices);
}

GRIDLOCK_SCENARIO(measure) {
  const experiment::Chain chain(scenario);
  chain.time(
      [&](Lane later, Lane earlier) { scenario.check(follow(later, earlier), "follow"); },
      true);
}

// Two events, recorded again and again.
GRIDLOCK_SCENARIO(peer_kept_events) {
  const experiment::Chain chain(scenario);
  const experiment::Mark of_first(scenario, chain.first(), cudaEventDisableTiming);
  const experiment::Mark of_second(scenario, chain.second(), cudaEventDisableTiming);
  chain.time(
      [&](Lane later, Lane earlier) {
        const auto& mark = earlier.stream == chain.first().stream ? of_first : of_second;
        mark.record();
        mark.holdBack(later);
      },
      true);
}

GRIDLOCK_SCENARIO(peer_host_waits) {
  const experiment::Chain chain(scenario);
  chain.time(
      [&](Lane, Lane earlier) {
        scenario.check(cudaStreamSynchronize(earlier.stream), "cudaStreamSynchronize");
      },
      false);
}

// In one lane, each kernel waits only for the one before it: this times the kernels
// alone.
GRIDLOCK_SCENARIO(peer_one_lane) {
  const experiment::Chain chain(scenario, 1);
  chain.time([](Lane, Lane) {}, true);
}

// Two kernels that run throughout.  Each flag is on the device that polls it.
GRIDLOCK_SCENARIO(peer_flags) {
  const experiment::Chain chain(scenario);
  const bool apart = chain.second().device != 0;
  const experiment::PeerAccess access(scenario, [&](int device, int peer) {
    return apart ? experiment::enablePeer(device, peer) : cudaSuccess;
  });
  auto of_first = experiment::flagOn(scenario, chain.first());
  auto of_second = experiment::flagOn(scenario, chain.second());
  chain.settle();
  int64_t wrong = 0;
  const auto milliseconds = [&](unsigned rounds) {
    of_first.fill([](size_t) { return 0u; });
    of_second.fill([](size_t) { return 0u; });
    chain.settle();
    const experiment::Mark begin(scenario, chain.first()), end(scenario, chain.first());
    chain.launch(chain.second(), experiment::passFlag, of_second.get(), of_first.get(),
                 rounds, false);
    begin.record();
    chain.launch(chain.first(), experiment::passFlag, of_first.get(), of_second.get(),
                 rounds, true);
    end.record();
    chain.settle();
    for (const auto* flag : {&of_first, &of_second}) {
      unsigned last = 0;
      flag->download(&last);
      wrong += last != rounds;
    }
    return begin.millisecondsTo(end);
  };
  milliseconds(experiment::kFlagsFew);  // Warms up.
  const double few = milliseconds(experiment::kFlagsFew);
  const double many = milliseconds(experiment::kFlagsMany);
  // A round goes to the other device, and back.
  chain.output(many - few, 2 * (experiment::kFlagsMany - experiment::kFlagsFew), wrong);
}

GRIDLOCK_MODULE()
