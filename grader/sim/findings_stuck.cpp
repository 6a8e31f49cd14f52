// Nobody can go on: who waits where, and for what?
#include <algorithm>
#include <cstdint>
#include <map>
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

Told told_of(const Machine& machine, const Thread& thread) {
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
  const unsigned others = thread.spin.other_polls();
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
  struct Waiters {
    const Thread* first = nullptr;
    std::vector<std::uint64_t> blocks;
  };
  // By device, place and what they wait for.
  std::map<std::tuple<int, std::uint64_t, Waiting>, Waiters> groups;
  for (const Device& device : devices_)
    for (const Block* block : device.resident())
      for (const Thread& thread : block->threads) {
        if (thread.waiting == Waiting::done || thread.waiting == Waiting::nothing)
          continue;
        Waiters& waiters = groups[{device.number(), thread.waiting_pc, thread.waiting}];
        if (!waiters.first) waiters.first = &thread;
        waiters.blocks.push_back(block->linear);
      }
  Finding finding;
  finding.kind = name(Verdict::deadlock);
  std::vector<std::string> parts;
  std::string advice;
  const auto tell = [&](const Thread& thread, const std::string& who) {
    Told told = told_of(*this, thread);
    parts.push_back(fmt::format("{}: {}", who, told.words));
    finding.accesses.push_back(std::move(told.access));
    if (advice.empty()) advice = std::move(told.advice);
  };
  for (const auto& [where, waiters] : groups) {
    const Thread& thread = *waiters.first;
    shared_memory_.place(*thread.block);
    tell(thread, list_blocks(waiters.blocks) + of_device(thread.place.device));
  }
  if (host_.waiting == Waiting::spin) {
    tell(host_, "the host");
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
    std::vector<std::uintptr_t> words;
    for (const auto& [where, waiters] : groups)
      if (waiters.first->waiting == Waiting::spin) {
        const Thread& thread = *waiters.first;
        words.push_back(thread.awaits.address ? thread.awaits.address
                                              : thread.spin.address());
      }
    finding.interleaving = Storyline(*this, history.events).last_writes(words);
  }
  report(std::move(finding), "deadlock", true);
  end_execution();
}

}  // namespace gridlock::sim
