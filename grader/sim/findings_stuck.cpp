// Nobody can go on: who waits where, and for what?
#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <tuple>

#include <fmt/format.h>

#include "sim/explain_streams.h"
#include "sim/explain_words.h"
#include "sim/machine.h"
#include "sim/storyline.h"
#include "sim/sync_objects.h"

namespace gridlock::sim {

namespace {

/// "block 3", "blocks 0-3", "blocks 0, 2, 5".
std::string list_blocks(std::vector<std::uint64_t> blocks) {
  std::sort(blocks.begin(), blocks.end());
  blocks.erase(std::unique(blocks.begin(), blocks.end()), blocks.end());
  std::string text = blocks.size() == 1 ? "block " : "blocks ";
  for (std::size_t i = 0; i < blocks.size();) {
    std::size_t end = i;
    while (end + 1 < blocks.size() && blocks[end + 1] == blocks[end] + 1) ++end;
    if (i) text += ", ";
    text += end > i ? fmt::format("{}-{}", blocks[i], blocks[end])
                    : fmt::format("{}", blocks[i]);
    i = end + 1;
  }
  return text;
}

/// Words that are told apart, of those that are polled in one place.
constexpr std::size_t kWordsTold = 3;

const char* waits_for(Waiting waiting) {
  switch (waiting) {
    case Waiting::barrier:
      return "waiting at __syncthreads";
    case Waiting::warp:
      return "waiting for its warp";
    case Waiting::grid:
      return "waiting at the grid barrier";
    case Waiting::spin:
      return "spinning";
    case Waiting::device:
      return "waiting for the device";
    default:
      return "running";
  }
}

/// Who could not even start, and why; "" if nobody.
std::string without_a_place(std::span<const Device> devices) {
  std::string text;
  for (const Device& device : devices)
    for (const Kernel* kernel : device.kernels()) {
      const std::uint64_t waiting = kernel->grid.count() - kernel->blocks_started;
      if (!waiting) continue;
      text += fmt::format(
          "{} of {} blocks cannot start: all {} places of {} are taken by blocks that "
          "wait. ",
          waiting, kernel->grid.count(), device.resident().size(),
          device.number() == 0 ? "the device"
                               : fmt::format("device {}", device.number()));
    }
  return text;
}

/// Where a thread waits, and what for.
struct Told {
  Access access;
  std::string words, advice;
};

/// What a thread that polls looks at; 0 if it waits in another way.
std::uintptr_t awaited_word(const Thread& thread) {
  if (thread.waiting != Waiting::spin) return 0;
  return thread.awaits.address ? thread.awaits.address : thread.spin.address();
}

template <class Function>
void for_each_waiter(std::span<const Device> devices, const Function& function) {
  for (const Device& device : devices)
    for (const Block* block : device.resident())
      for (const Thread& thread : block->threads)
        if (thread.waiting != Waiting::done && thread.waiting != Waiting::nothing)
          function(thread);
}

/// Threads that wait in one place and in one way.
struct Waiters {
  const Thread* first = nullptr;
  std::vector<std::uint64_t> blocks;
  std::size_t more_words = 0;  ///< That they look at, besides that of the first.
};

/// Everybody who waits.  Those who look at different words are told apart, if the words
/// are few.
std::vector<Waiters> who_waits(std::span<const Device> devices) {
  std::map<std::tuple<int, std::uint64_t, Waiting>, std::map<std::uintptr_t, Waiters>>
      places;
  for_each_waiter(devices, [&](const Thread& thread) {
    Waiters& waiters = places[{thread.place.device, thread.waiting_pc, thread.waiting}]
                             [awaited_word(thread)];
    if (!waiters.first) waiters.first = &thread;
    waiters.blocks.push_back(thread.block->linear);
  });
  std::vector<Waiters> all;
  for (const auto& [place, by_word] : places) {
    std::vector<Waiters> here;
    for (const auto& [word, waiters] : by_word) here.push_back(waiters);
    std::sort(here.begin(), here.end(), [](const Waiters& one, const Waiters& other) {
      return one.blocks.front() < other.blocks.front();
    });
    if (here.size() > kWordsTold) {  // One stands for all.
      here[0].more_words = here.size() - 1;
      for (const Waiters& other : std::span(here).subspan(1))
        here[0].blocks.insert(here[0].blocks.end(), other.blocks.begin(),
                              other.blocks.end());
      here.resize(1);
    }
    all.insert(all.end(), here.begin(), here.end());
  }
  return all;
}

/// Of a grid barrier: who has ended and will never come; "" if nobody has.
std::string who_never_comes(std::span<const Device> devices, const Kernel& kernel) {
  const std::uint64_t all = kernel.grid.count() * kernel.block.count();
  std::uint64_t there = 0;
  for_each_waiter(
      devices, [&](const Thread& thread) { there += thread.block->kernel == &kernel; });
  if (there == all) return "";
  return fmt::format(
      "{} of the grid's {} threads have ended, and a grid barrier waits for all of them: "
      "every thread must come to it, or none.",
      all - there, all);
}

/// \param more_words at which others poll in the same place
Told told_of(const Machine& machine, const Thread& thread, std::size_t more_words) {
  const std::uint64_t pc = thread.waiting_pc;
  const char* doing = waits_for(thread.waiting);
  if (thread.waiting != Waiting::spin)
    return {machine.describe(thread, doing, pc, 0),
            fmt::format("{} in {}", doing, at(pc)), ""};
  if (const std::string object = awaited_words(thread); !object.empty())
    return {machine.describe(thread, "waiting at", pc, thread.awaits.address),
            fmt::format("waiting in {} {}", at(pc), object), awaited_advice(thread)};
  const std::uintptr_t word = thread.spin.address();
  const std::string value = value_text(thread.spin.value());
  const std::string name = machine.name_of(word);
  const std::size_t others = std::max<std::size_t>(thread.spin.other_polls(), more_words);
  const std::string stays =
      others == 0 ? fmt::format(", which stays {}", value)
                  : fmt::format(" and {} more, which stay as they are", others);
  Told told{machine.describe(thread, doing, pc, word),
            fmt::format("{} in {} on {}{}", doing, at(pc), name.empty() ? "memory" : name,
                        stays),
            ""};
  if (!thread.is_host()) told.access.note = fmt::format("reads {}", value);
  return told;
}

}  // namespace

/// Nobody can go on: say who waits where for what, and who could not even start.
void Machine::report_stuck() {
  if (draining_) end_execution();
  Finding finding;
  finding.kind = name(Verdict::deadlock);
  std::vector<std::string> parts;
  std::string advice;
  const auto tell = [&](const Thread& thread, const std::string& who,
                        std::size_t more_words) {
    Told told = told_of(*this, thread, more_words);
    parts.push_back(fmt::format("{}: {}", who, told.words));
    finding.accesses.push_back(std::move(told.access));
    if (advice.empty()) advice = std::move(told.advice);
  };
  for (const Waiters& waiters : who_waits(devices_)) {
    const Thread& thread = *waiters.first;
    shared_memory_.place(*thread.block);
    tell(thread, list_blocks(waiters.blocks) + of_device(thread.place.device),
         waiters.more_words);
    if (advice.empty() && thread.waiting == Waiting::grid)
      advice = who_never_comes(devices_, *thread.block->kernel);
  }
  if (host_.waiting == Waiting::spin) {
    tell(host_, "the host", 0);
  } else if (host_.waiting == Waiting::device) {
    finding.accesses.push_back(describe(host_, host_call_, host_.waiting_pc, 0));
    parts.push_back(
        fmt::format("the host waits in {} in {{@{:x}}}", host_call_, host_.waiting_pc));
  }
  for (std::string& stream : StreamExplainer(streams).waiting())
    parts.push_back(std::move(stream));
  finding.missing = without_a_place(devices_);
  if (finding.missing.empty()) finding.missing = std::move(advice);
  if (finding.missing.empty() && has_stale_read()) {
    const Finding stale = stale_finding();
    finding.missing = stale.message + " " + stale.missing;
  }
  finding.message =
      "Nobody can go on: " + fmt::format("{}", fmt::join(parts, "; ")) + ".";
  if (history.recording) {
    std::set<std::uintptr_t> words;
    for_each_waiter(devices_, [&](const Thread& thread) {
      if (const std::uintptr_t word = awaited_word(thread)) words.insert(word);
    });
    finding.interleaving = Storyline(*this, history.events).last_writes(words);
  }
  report(std::move(finding), "deadlock", true);
  end_execution();
}

}  // namespace gridlock::sim
