#include "sim/explain/unwritten.h"

#include <set>
#include <utility>

#include "sim/explain/cause_makers.h"

namespace gridlock::sim {

namespace {

using Where = WriteItBefore::Where;

/// Where the event wrote the variable, relative to the word and the block of the read.
Where place_of(const Event& event, std::size_t index, const UnwrittenRead& read) {
  if (event.home != read.block) return Where::elsewhere;
  const bool same_word =
      event.address <= read.address && read.address < event.address + event.size;
  if (same_word) return index >= read.before ? Where::later : Where::nowhere;
  return Where::beside;
}

}  // namespace

WriteItBefore write_missing_for(const Machine& machine, const UnwrittenRead& read) {
  WriteItBefore found;
  const auto& events = machine.history.events;
  for (std::size_t i = 0; i < events.size(); ++i) {
    const Event& event = events[i];
    if (!is_write(event) || event.home == 0 || event.only_read) continue;
    const Where where = place_of(event, machine.history.dropped() + i, read);
    const bool says_more = found.where == Where::nowhere || where < found.where;
    if (where == Where::nowhere || !says_more) continue;
    Location written = machine.name_of(event.address, event.size);
    if (written.kind != read.location.kind ||
        written.variable() != read.location.variable())
      continue;
    found.where = where;
    found.write = operation_of(event);
    found.written = std::move(written);
    found.writer = thread_name(machine.actor(event.slot, event.epoch));
  }
  std::set<Slot> writers;
  for (const Event& event : events)
    if (event.pc == found.write.at.pc && event.home == read.block)
      writers.insert(event.slot);
  found.call = at(read.call);
  found.writers = writers.size();
  found.of_threads = read.threads;
  return found;
}

}  // namespace gridlock::sim
