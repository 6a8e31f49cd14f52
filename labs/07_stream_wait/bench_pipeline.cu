// An experiment of lab 07: what an item costs in a pipeline of 1, 2, 3, 4 stations, which
// alternate between the first device and the second.  runPipeline() is compared with
// stations in lock step, and with a host that waits for each station.
//
// baseline: reference
// unit: ns per item
// point: stations
// devices: 2
// timeline: station; copies, works
// timeline point: 4

#include <gridlock/device_clock.h>
#include <gridlock/scenario.h>

namespace experiment {
using gridlock::DeviceBuffer;
using gridlock::globalNanoseconds;
using gridlock::Scenario;
}  // namespace experiment

#include "notes.cuh"

// The student's calls go through these, which record times while notes are taken.
#define work workAndNote
#define cudaMemcpyAsync experiment::copyAndNote
#define cudaMemcpyPeerAsync experiment::copyPeerAndNote
#include "stream_wait.cu"

#include <memory>

namespace experiment {

#ifdef GRIDLOCK_SIM
constexpr int kElements = 2, kFew = 1, kMany = 3, kDrawn = 2, kStationsMax = 3;
#else
constexpr int kElements = 1 << 16, kFew = 8, kMany = 40, kDrawn = 8, kStationsMax = 4;
#endif
constexpr size_t kBytes = kElements * sizeof(int);

// Integer i of item `item`, before all stations and after them.
int ingredient(int i, int item) { return 1000 * (item + 1) + 7 * i; }

int product(int i, int item, int stations) {
  unsigned value = unsigned(ingredient(i, item));  // May wrap, as on the device.
  for (int station = 0; station < stations; ++station) value = 3 * value + station + 1;
  return int(value);
}

// Items in pinned memory, one after another.
class Items {
 public:
  explicit Items(const Scenario& scenario) {
    scenario.check(cudaHostAlloc(&items_, kMany * kBytes, cudaHostAllocPortable),
                   "cudaHostAlloc");
  }
  Items(const Items&) = delete;
  Items& operator=(const Items&) = delete;
  ~Items() { cudaFreeHost(items_); }
  int& at(int i, int item) const { return items_[size_t(item) * kElements + i]; }
  int* from(int item) const { return items_ + size_t(item) * kElements; }

 private:
  int* items_ = nullptr;
};

// The stations, and the items that pass through them.
class Line {
 public:
  Line(const Scenario& scenario, int count)
      : scenario_(scenario), in_(scenario), out_(scenario) {
    for (int s = 0; s < count; ++s) {
      const OnDevice here(s % 2);
      lanes_.push_back(std::make_unique<OwnLane>(scenario, s % 2));
      slots_.push_back(
          std::make_unique<DeviceBuffer<int>>(scenario, "slots", 2 * kElements));
      int* const slot = *slots_.back();
      stations_.push_back({*lanes_.back(), {slot, slot + kElements}});
    }
    for (int item = 0; item < kMany; ++item)
      for (int i = 0; i < kElements; ++i) in_.at(i, item) = ingredient(i, item);
    settle();
  }

  const std::vector<Station>& stations() const { return stations_; }
  int count() const { return int(stations_.size()); }
  Lane lane(int station) const { return stations_[station].lane; }
  Lane last() const { return stations_.back().lane; }
  const Items& in() const { return in_; }
  const Items& out() const { return out_; }

  // Outputs the time of an item as "picoseconds", and how many integers are "wrong".
  // `run(items)` sends that many items through the stations.
  template <class Run>
  void time(Run run) const {
    milliseconds(run, kFew);  // Warms up.
    const double few = milliseconds(run, kFew);
    wipe();
    const double many = milliseconds(run, kMany);
    const double each = (many - few) * 1e9 / (kMany - kFew);
    scenario_.output("picoseconds", each > 0 ? int64_t(each) : 0);
    scenario_.output("wrong", wrongIntegers(kMany));
  }

  // Outputs the timeline of both devices, and how many integers are "wrong".
  template <class Run>
  void draw(Run run) const {
    run(kFew);  // Warms up.
    settle();
    wipe();
    const int64_t ahead = count() > 1 ? nanosecondsAhead(scenario_, lane(0), lane(1)) : 0;
    Notes notes(scenario_, stations_);
    run(kDrawn);
    settle();
    scenario_.output("wrong", notes.output(ahead) + wrongIntegers(kDrawn));
  }

 private:
  // Earlier results must not count as new ones.
  void wipe() const {
    for (int item = 0; item < kMany; ++item) std::fill_n(out_.from(item), kElements, -1);
  }

  int64_t wrongIntegers(int items) const {
    int64_t wrong = 0;
    for (int item = 0; item < items; ++item)
      for (int i = 0; i < kElements; ++i)
        wrong += out_.at(i, item) != product(i, item, count());
    return wrong;
  }

  void settle() const {
    for (const int device : {0, 1}) {
      const OnDevice here(device);
      scenario_.check(cudaDeviceSynchronize(), "the pipeline");
    }
  }

  template <class Run>
  double milliseconds(Run run, int items) const {
    settle();
    const Mark begin(scenario_, lane(0)), over(scenario_, last()),
        end(scenario_, lane(0));
    begin.record();
    run(items);
    over.record();
    over.holdBack(lane(0));
    end.record();
    settle();
    return begin.millisecondsTo(end);
  }

  const Scenario& scenario_;
  std::vector<std::unique_ptr<OwnLane>> lanes_;
  std::vector<std::unique_ptr<DeviceBuffer<int>>> slots_;
  std::vector<Station> stations_;
  const Items in_, out_;
};

// A pipeline with one slot at each station.  Calls `before(s)` and `after(s)` around the
// copy from station s - 1 to s, and `over(s)` after all that s does with an item.
template <class Before, class After, class Over>
void giveOut(const Scenario& scenario, const Line& line, int items, Before before,
             After after, Over over) {
  for (int item = 0; item < items; ++item) {
    for (int s = 0; s < line.count(); ++s) {
      const Station& station = line.stations()[s];
      const auto [device, stream] = station.lane;
      if (s == 0) {
        scenario.check(copyAndNote(station.slot[0], line.in().from(item), kBytes,
                                   cudaMemcpyHostToDevice, stream),
                       "cudaMemcpyAsync");
      } else {
        before(s);
        scenario.check(
            copyPeerAndNote(station.slot[0], device, line.stations()[s - 1].slot[0],
                            line.lane(s - 1).device, kBytes, stream),
            "cudaMemcpyPeerAsync");
        after(s);
      }
      {
        const OnDevice here(device);
        workAndNote<<<1, 128, 0, stream>>>(station.slot[0], kElements, s);
        scenario.check(cudaGetLastError(), "work");
      }
      if (s == line.count() - 1)
        scenario.check(copyAndNote(line.out().from(item), station.slot[0], kBytes,
                                   cudaMemcpyDeviceToHost, stream),
                       "cudaMemcpyAsync");
      over(s);
    }
  }
}

// The host waits for each station, and then turns to the next one.
void hostWaits(const Scenario& scenario, const Line& line, int items) {
  const auto nothing = [](int) {};
  giveOut(scenario, line, items, nothing, nothing, [&](int s) {
    scenario.check(cudaStreamSynchronize(line.lane(s).stream), "cudaStreamSynchronize");
  });
}

// Each copy belongs to both lanes: the next work in either of them waits for it.
class LockStep {
 public:
  LockStep(const Scenario& scenario, const Line& line)
      : scenario_(scenario), line_(line) {
    for (int s = 0; s < line.count(); ++s)
      marks_.push_back(
          std::make_unique<Mark>(scenario, line.lane(s), cudaEventDisableTiming));
  }
  void run(int items) const {
    giveOut(
        scenario_, line_, items, [&](int s) { follow(s, s - 1); },
        [&](int s) { follow(s - 1, s); }, [](int) {});
  }

 private:
  void follow(int later, int earlier) const {
    marks_[earlier]->record();
    marks_[earlier]->holdBack(line_.lane(later));
  }

  const Scenario& scenario_;
  const Line& line_;
  std::vector<std::unique_ptr<Mark>> marks_;
};

// Enables peer access, if the devices allow it: copies then use the link between them.
class Links {
 public:
  explicit Links(const Scenario& scenario)
      : access_(scenario, [&](int device, int peer) {
          return arePeers(scenario) ? enablePeer(device, peer) : cudaSuccess;
        }) {}

 private:
  PeerAccess access_;
};

void runStudents(const Scenario& scenario, const Line& line, int items) {
  scenario.check(runPipeline(line.stations().data(), line.count(), line.in().from(0),
                             line.out().from(0), kElements, items),
                 "runPipeline");
}

}  // namespace experiment

GRIDLOCK_SCENARIO(points) {
  for (int stations = 1; stations <= experiment::kStationsMax; ++stations)
    scenario.output("point", stations);
}

GRIDLOCK_SCENARIO(measure) {
  const experiment::Line line(scenario, int(scenario.param("point")));
  const experiment::Links links(scenario);
  line.time([&](int items) { experiment::runStudents(scenario, line, items); });
}

GRIDLOCK_SCENARIO(timeline) {
  const experiment::Line line(scenario, int(scenario.param("point")));
  const experiment::Links links(scenario);
  line.draw([&](int items) { experiment::runStudents(scenario, line, items); });
}

GRIDLOCK_SCENARIO(peer_host_waits) {
  const experiment::Line line(scenario, int(scenario.param("point")));
  const experiment::Links links(scenario);
  line.time([&](int items) { experiment::hostWaits(scenario, line, items); });
}

GRIDLOCK_SCENARIO(timeline_host_waits) {
  const experiment::Line line(scenario, int(scenario.param("point")));
  const experiment::Links links(scenario);
  line.draw([&](int items) { experiment::hostWaits(scenario, line, items); });
}

GRIDLOCK_SCENARIO(peer_lock_step) {
  const experiment::Line line(scenario, int(scenario.param("point")));
  const experiment::Links links(scenario);
  const experiment::LockStep lock_step(scenario, line);
  line.time([&](int items) { lock_step.run(items); });
}

GRIDLOCK_SCENARIO(timeline_lock_step) {
  const experiment::Line line(scenario, int(scenario.param("point")));
  const experiment::Links links(scenario);
  const experiment::LockStep lock_step(scenario, line);
  line.draw([&](int items) { lock_step.run(items); });
}

GRIDLOCK_MODULE()
