// Accesses to data in the story of an execution that broke no rule: data that threads
// exchange, reads of new memory, and the origin of a word's value.
#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <map>

#include "common/text.h"
#include "protocol/new_memory.h"
#include "sim/device/block_pool.h"
#include "sim/explain/storyline.h"

namespace gridlock::sim {

namespace {

constexpr std::size_t kNamesMax = 100'000;  // Naming a word takes a while.

/// A location's name, such as "masks[3]" or "count".
std::string short_name(const Location& location) {
  std::string name = last_name(location.name);
  if (location.index) name += "[" + std::to_string(*location.index) + "]";
  return name;
}

/// The variable in a name: "masks" for "masks[3]".
std::string variable_in(const std::string& name) {
  return name.substr(0, name.find('['));
}

/// The index in a name: 3 for "masks[3]"; nothing if it has none.
std::optional<std::int64_t> index_in(const std::string& name) {
  const std::size_t bracket = name.find('[');
  if (bracket == std::string::npos) return std::nullopt;
  return std::atoll(name.c_str() + bracket + 1);
}

bool is_of_kernel(const Event& event) { return event.slot >= kFirstThreadSlot; }

bool overlaps(const Event& event, std::uintptr_t address, std::uint32_t size) {
  return event.address < address + size && address < event.address + event.size;
}

bool covers(const Event& event, std::uintptr_t address, std::uint32_t size) {
  return event.address <= address && address + size <= event.address + event.size;
}

}  // namespace

/// Plain accesses to memory that one thread writes and another thread accesses.
std::vector<Index> Storyline::exchanges() const {
  struct Use {
    std::set<Lane> lanes;
    bool written = false;
  };
  std::map<std::uintptr_t, Use> uses;
  for (const Event& event : events_) {
    if (!is_plain(event.op)) continue;
    Use& use = uses[event.address];
    use.lanes.insert(lane(event));
    use.written |= event.op == Op::write;
  }
  std::vector<Index> steps;
  for (Index i = 0; i < events_.size(); ++i) {
    if (!is_plain(events_[i].op)) continue;
    const Use& use = uses[events_[i].address];
    if (use.written && use.lanes.size() > 1) steps.push_back(i);
  }
  return steps;
}

/// The first plain reads that found the byte pattern of new memory.
std::vector<Index> Storyline::reads_of_new_memory() const {
  constexpr std::size_t kReadsShown = 2;
  std::vector<Index> steps;
  for (Index i = 0; i < events_.size() && steps.size() < kReadsShown; ++i) {
    const Event& event = events_[i];
    if (event.op == Op::read && event.found_known &&
        is_of_new_memory(event.found, event.size))
      steps.push_back(i);
  }
  return steps;
}

/// Where the word with this name lies within the event's bytes; nothing if it does not.
/// \param first the location of the event's first bytes
std::optional<Storyline::Word> Storyline::word_in(const Event& event,
                                                  const Location& first,
                                                  const std::string& name) const {
  constexpr std::uint32_t kSizes[] = {1, 2, 4, 8};
  const std::string first_name = short_name(first);
  if (first_name == name) {
    for (const std::uint32_t size : kSizes)
      if (size < event.size &&
          short_name(machine_.name_of(event.address + size, size)) != name)
        return Word{event.address, size};
    return Word{event.address, std::min(event.size, 8u)};
  }
  const auto index = index_in(name), first_index = index_in(first_name);
  if (!index || !first_index || variable_in(first_name) != variable_in(name) ||
      *index < *first_index)
    return std::nullopt;
  for (const std::uint32_t size : kSizes) {
    const std::uintptr_t address =
        event.address + static_cast<std::uintptr_t>(*index - *first_index) * size;
    if (covers(event, address, size) &&
        short_name(machine_.name_of(address, size)) == name &&
        short_name(machine_.name_of(address - size, size)) != name)
      return Word{address, size};
  }
  return std::nullopt;
}

/// The last few writes to each of the words with these names, "masks[1]" or "count".
std::vector<Storyline::WordWrite> Storyline::writes_to(
    const std::set<std::string>& words) const {
  constexpr std::size_t kWritesShown = 3;
  std::map<std::string, std::vector<std::string>> of_variable;
  for (const std::string& word : words) of_variable[variable_in(word)].push_back(word);
  struct Named {
    Location location;
    const std::vector<std::string>* words =
        nullptr;  ///< The wanted names in its variable; null if none.
  };
  std::map<std::uintptr_t, Named> names;
  std::map<std::string, std::size_t> shown;
  std::vector<WordWrite> writes;
  for (Index i = words.empty() ? 0 : events_.size(); i-- > 0;) {
    const Event& event = events_[i];
    if (!is_write(event)) continue;
    const auto [found, is_new] = names.try_emplace(event.address);
    Named& first = found->second;
    if (is_new) {
      first.location = machine_.name_of(event.address, event.size);
      const auto variable = of_variable.find(variable_in(short_name(first.location)));
      if (variable != of_variable.end()) first.words = &variable->second;
    }
    if (names.size() > kNamesMax) break;
    if (!first.words) continue;
    for (const std::string& name : *first.words)
      if (shown[name] < kWritesShown)
        if (const auto word = word_in(event, first.location, name)) {
          ++shown[name];
          writes.push_back({i, *word, name});
        }
  }
  return writes;
}

/// The write from which the read got these bytes; nothing if that is uncertain.
std::optional<Index> Storyline::writer_for(Index read, std::uintptr_t address,
                                           std::uint32_t size) const {
  const Event& seen = events_[read];
  const bool is_shared = machine_.name_of(address).is_shared;
  for (Index i = read; i-- > 0;) {
    const Event& event = events_[i];
    if (!is_write(event) || event.overwritten || event.same ||
        !overlaps(event, address, size) || (is_shared && event.home != seen.home))
      continue;
    if (!covers(event, address, size)) return std::nullopt;
    // A read may see an older value.
    const bool same_word = event.address == seen.address && event.size == seen.size;
    if (const auto left = left_by(i);
        same_word && left && seen.found_known && left->bits != seen.found)
      return std::nullopt;
    return i;
  }
  return std::nullopt;
}

/// The read whose value a write passes on: for a copy, the copy's own read; for a thread,
/// a recent read that returned the written value.
std::optional<Index> Storyline::read_passed_on(Index write) const {
  constexpr std::size_t kSoon = 4;       // Steps of the thread.
  constexpr std::uint64_t kFlagMax = 1;  // Equal flags may be a coincidence.
  const Event& event = events_[write];
  const std::optional<Value> left = left_by(write);
  std::size_t steps = 0;
  for (Index i = write; i-- > 0 && steps < kSoon;) {
    const Event& read = events_[i];
    if (lane(read) != lane(event)) continue;
    ++steps;
    if (is_write(read) || read.size != event.size) continue;
    const bool passes_on = is_of_kernel(event)
                               ? left && read.found_known && read.found == left->bits &&
                                     (read.op == Op::read || read.found > kFlagMax)
                               : read.pc == event.pc;
    if (passes_on) return i;
  }
  return std::nullopt;
}

/// Goes back from a write through the reads and writes that handed its value on.
std::vector<Index> Storyline::way_of_value(const WordWrite& write) const {
  constexpr std::size_t kHopsShown = 4;
  std::vector<Index> way;
  auto [address, size] = write.word;
  for (std::optional<Index> at = write.at; at && way.size() < 2 * kHopsShown;) {
    way.push_back(*at);
    const auto read = read_passed_on(*at);
    if (!read) break;
    address = events_[*read].address + (address - events_[*at].address);
    at = writer_for(*read, address, size);
    if (at && same_thread(events_[*at], events_[*read])) break;
    way.push_back(*read);
  }
  return way;
}

/// The last write to each element of these variables, by the variable and the index.
std::map<std::string, std::map<std::int64_t, Index>> Storyline::last_writes_by_index(
    const std::set<std::string>& variables) const {
  std::map<std::uintptr_t, Index> written;
  for (Index i = events_.size(); i-- > 0 && written.size() < kNamesMax;)
    if (is_write(events_[i]) && is_of_kernel(events_[i]))
      written.try_emplace(events_[i].address, i);
  std::map<std::string, std::map<std::int64_t, Index>> last;
  for (const auto& [address, write] : written) {
    const std::string name = short_name(machine_.name_of(address, events_[write].size));
    const auto index = index_in(name);
    if (index && variables.contains(variable_in(name)))
      last[variable_in(name)][*index] = write;
  }
  return last;
}

/// For words that no thread has written: the last writes to their neighbours on both
/// sides.
std::vector<Index> Storyline::writes_beside(const std::set<std::string>& words) const {
  std::set<std::string> variables;
  for (const std::string& word : words)
    if (index_in(word)) variables.insert(variable_in(word));
  if (variables.empty()) return {};
  auto last = last_writes_by_index(variables);
  std::vector<Index> steps;
  for (const std::string& word : words) {
    const auto index = index_in(word);
    const auto& around = last[variable_in(word)];
    if (!index || around.contains(*index)) continue;
    const auto above = around.upper_bound(*index);
    if (above != around.begin()) steps.push_back(std::prev(above)->second);
    if (above != around.end()) steps.push_back(above->second);
  }
  return steps;
}

/// For each of these words, the source of its last value.  For a word that no thread has
/// written, the writes beside it.
/// \param writes the writes to these words, the last first
std::vector<Index> Storyline::what_tells_of(const std::set<std::string>& words,
                                            const std::vector<WordWrite>& writes) const {
  std::vector<Index> steps;
  std::set<std::uintptr_t> followed;
  for (const WordWrite& write : writes)
    if (followed.insert(write.word.address).second) {
      const std::vector<Index> way = way_of_value(write);
      if (way.size() > 1) steps.insert(steps.end(), way.begin(), way.end());
    }
  std::set<std::string> missed = words;
  for (const WordWrite& write : writes)
    if (is_of_kernel(events_[write.at])) missed.erase(write.name);
  const std::vector<Index> beside = writes_beside(missed);
  steps.insert(steps.end(), beside.begin(), beside.end());
  return steps;
}

}  // namespace gridlock::sim
