#include "sim/explain/uses.h"

#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "sim/explain/cause_makers.h"
#include "sim/explain/stream_links.h"

namespace gridlock::sim {

namespace {

constexpr std::size_t kAddressesCounted = 4096;  ///< Most addresses that are told apart.
constexpr std::size_t kValuesTold = 4;
constexpr std::size_t kOwnTold = 8;  ///< The most accesses in LineUse::own.

/// A use, while it is being counted.
struct Counted {
  LineUse use;
  Event first, last;  ///< The uses of the lowest and the highest address.
  std::set<std::uintptr_t> addresses{};
  std::vector<std::uintptr_t> own{};  ///< As in LineUse.
  std::map<std::uint64_t, std::set<std::array<int, 3>>>
      threads{};  ///< Threads of each block.
  std::set<std::uint64_t> kernels{};
  bool values_known = true;
};

/// The value that the event wrote or, if it did not write, read.
std::optional<Value> value_told(const Event& event) {
  if (event.op == Op::write || event.op == Op::volatile_write ||
      event.op == Op::atomic_store)
    return event.value_known ? value_of(event, event.value) : std::nullopt;
  if (event.found_known) return value_of(event, event.found);
  return is_strong_read(event.op) ? value_of(event, event.value) : std::nullopt;
}

std::optional<Value> result_of(const Event& event) {
  if (event.op != Op::read_modify_write || !event.left_known) return std::nullopt;
  return value_of(event, event.left);
}

void note_value(Counted& counted, const Event& event) {
  if (!counted.values_known) return;
  auto& values = counted.use.values;
  auto& results = counted.use.results;
  const auto value = value_told(event), result = result_of(event);
  counted.values_known = value.has_value();
  if (!value) {
    values.clear();
    return results.clear();
  }
  const bool is_change = result && results.size() == values.size();
  for (std::size_t i = 0; i < values.size(); ++i)
    if (values[i].bits == value->bits && (!is_change || results[i].bits == result->bits))
      return;
  values.push_back(*value);
  if (is_change)
    results.push_back(*result);
  else
    results.clear();
  if (values.size() <= kValuesTold && !counted.use.many_values) return;
  const auto is_less = [](const Value& one, const Value& other) {
    return one.bits < other.bits;
  };
  const auto [least, greatest] =
      std::minmax_element(values.begin(), values.end(), is_less);
  // Only integers of one sign are in the order of their bits.
  const std::uint64_t sign = std::uint64_t{1} << (8 * value->bytes - 1);
  counted.values_known =
      value->kind == ValueKind::integer && ((least->bits ^ greatest->bits) & sign) == 0;
  counted.use.many_values = counted.values_known;
  values = counted.values_known ? std::vector{*least, *greatest} : std::vector<Value>{};
  results.clear();
}

void note(Counted& counted, const Event& event, const Actor& who) {
  LineUse& use = counted.use;
  ++use.times;
  use.failed += event.only_read;
  counted.threads[who.block_uid].insert(who.thread);
  counted.kernels.insert(who.kernel_number);
  if (event.size == 0) return;
  if (event.address < counted.first.address) counted.first = event;
  if (event.address > counted.last.address) counted.last = event;
  if (counted.addresses.size() <= kAddressesCounted)
    counted.addresses.insert(event.address);
  const bool is_own = who.block == use.block && who.thread == use.thread &&
                      counted.kernels.size() == 1 && counted.own.size() < kOwnTold;
  if (is_own && (counted.own.empty() || counted.own.back() != event.address))
    counted.own.push_back(event.address);
  note_value(counted, event);
}

LineUse finished(const Machine& machine, Counted counted) {
  LineUse& use = counted.use;
  use.kernels = counted.kernels.size();
  use.blocks = counted.threads.size();
  const std::set<std::array<int, 3>> one{use.thread};
  for (const auto& [block, threads] : counted.threads) {
    use.threads += threads.size();
    use.same_thread = use.same_thread && threads == one;
  }
  if (counted.first.size == 0) return std::move(use);
  use.first = machine.name_of(counted.first.address, counted.first.size);
  use.last = machine.name_of(counted.last.address, counted.last.size);
  if (counted.addresses.size() <= kAddressesCounted)
    use.elements = counted.addresses.size();
  for (const std::uintptr_t address : counted.own)
    use.own.push_back(machine.name_of(address, counted.first.size));
  return std::move(use);
}

LineUse call_of(const Machine& machine, const ApiStep& step) {
  LineUse use;
  use.op = step.name;
  use.pc = step.pc;
  use.host = true;
  use.times = 1;
  use.bytes = step.bytes;
  if (step.kind == ApiStep::Kind::kernel) {
    use.first.kind = Location::Kind::kernel;
    use.first.index = step.kernel;
    use.first.name = step.function;
    use.last = use.first;
  }
  if (step.stream != ApiStep::kNoStream)
    use.stream_name =
        StreamExplainer(machine.streams).name_of(machine.streams.at(step.stream));
  return use;
}

/// Counts another call from the same line.  A size or kernel that differs is dropped from
/// the row.
void note_again(LineUse& known, const LineUse& use) {
  known.times += use.times;
  if (known.bytes != use.bytes) known.bytes = 0;
  if (known.first.kind != Location::Kind::kernel) return;
  if (known.first.name != use.first.name) known.first.name = "kernels";
  known.first.index.reset();
  known.last = known.first;
}

/// The host's calls, listed for each stream.
std::vector<LineUse> calls_of(const Machine& machine) {
  std::vector<LineUse> uses;
  std::map<std::tuple<std::uint64_t, std::string, std::uint64_t>, std::size_t> known;
  const auto add = [&](LineUse use, std::uint64_t stream) {
    const auto [place, is_new] = known.try_emplace({use.pc, use.op, stream}, uses.size());
    if (!is_new)
      note_again(uses[place->second], use);
    else if (uses.size() < kUsesMax)
      uses.push_back(std::move(use));
    else
      known.erase(place);
  };
  for (const ApiStep& step : machine.streams.steps())
    add(call_of(machine, step), step.stream);
  for (const ApiState::HostCall& call : machine.api.calls)
    add({.op = call.call,
         .pc = call.pc,
         .host = true,
         .times = call.times,
         .device = call.device},
        ApiStep::kNoStream);
  return uses;
}

Counted begun(const Event& event, const Actor& who) {
  Counted counted;
  counted.use.kind = kind_of(event);
  counted.use.op = event.name;
  counted.use.pc = event.pc;
  counted.use.block = who.block;
  counted.use.thread = who.thread;
  counted.first = counted.last = event;
  return counted;
}

}  // namespace

std::vector<LineUse> uses_of(const Machine& machine) {
  std::vector<LineUse> uses = calls_of(machine);
  using Key = std::tuple<std::uint64_t, const char*, const Allocation*>;
  std::map<Key, std::size_t> places;
  std::vector<Counted> counted;
  const Arena& arena = machine.memory.arena;
  for (const Event& event : machine.history.events) {
    const Actor who = machine.actor(event.slot, event.epoch);
    if (who.host || event.block == 0) continue;
    const bool allocated = event.size > 0 && arena.contains(event.address);
    const Allocation* const allocation = allocated ? arena.at(event.address) : nullptr;
    const auto [known, is_new] =
        places.try_emplace({event.pc, event.name, allocation}, counted.size());
    if (is_new && uses.size() + counted.size() >= kUsesMax) break;
    if (is_new) counted.push_back(begun(event, who));
    note(counted[known->second], event, who);
  }
  for (Counted& each : counted) uses.push_back(finished(machine, std::move(each)));
  return uses;
}

}  // namespace gridlock::sim
