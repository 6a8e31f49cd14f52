#include "sim/happens_before.h"

#include <algorithm>

namespace gridlock::sim {

namespace {

constexpr int kDeviceIndex = 0;  // Index of device scope in the pairs of sc clocks.
constexpr int kSystemIndex = 1;

/// Everything the word publishes that reaches `reader`, each with the scope of the fence
/// that the reader needs to take it up.
struct Reaching {
  const Clock* by_scope[kScopes] = {};
  const ScKnowledge* sc_by_scope[kScopes] = {};
  const Clock* sc[2] = {};
};

Reaching reaching(const SyncWord::Published& published, const Place& writer,
                  const Place& reader) {
  Reaching result;
  for (const MemoryScope scope : {kBlockScope, kDeviceScope, kSystemScope}) {
    if (!includes(scope, writer, reader)) continue;
    result.by_scope[scope] = &published.released[scope];
    result.sc_by_scope[scope] = &published.released_sc[scope];
    if (scope != kBlockScope)
      result.sc[scope - kDeviceScope] = &published.sc[scope - kDeviceScope];
  }
  return result;
}

/// The PTX rule: release, observation, later fence.  An acquire operation is its own
/// fence, of its own scope, but not a fence.sc.
void read_strict(Knowledge& mine, const Reaching& seen, MemoryOrder order,
                 MemoryScope scope) {
  for (int s = 0; s < kScopes; ++s) {
    if (!seen.by_scope[s]) continue;
    if (acquires(order) && scope >= s) {
      mine.known.join_keeping_overlay(*seen.by_scope[s]);
      mine.sc.join(*seen.sc_by_scope[s]);
    } else {
      mine.pending[s].join(*seen.by_scope[s]);
      mine.pending_sc[s].join(*seen.sc_by_scope[s]);
    }
  }
  for (int s = 0; s < 2; ++s)
    if (seen.sc[s]) mine.sc.pending[s].join(*seen.sc[s]);
}

/// The hardware's rule: reading is enough, and what is seen here is visible everywhere,
/// so this thread's block hands it on.
void read_lenient(Knowledge& mine, const Reaching& seen) {
  const Clock* last = nullptr;
  const auto learn = [&](const Clock* what) {
    if (!what || (last && last->same(*what))) return;
    mine.known.join_keeping_overlay(*what);
    last = what;
  };
  Joins joins;
  learn(seen.by_scope[kBlockScope]);
  for (int s = 0; s < 2; ++s) {
    const Clock* released = seen.by_scope[s + kDeviceScope];
    learn(released);
    learn(seen.sc[s]);
    if (released) joins.add(mine.sc.released[s], *released);
    if (seen.sc[s]) joins.add(mine.sc.released[s], *seen.sc[s]);
  }
  joins.run();
}

/// A fence takes up what was pending.
void take_up(Clock& known, Clock& pending) {
  if (pending.empty()) return;
  known.join_keeping_overlay(pending);
  pending.clear();
}

void publish(Clock& into, const Clock& what, bool extends, Joins& joins) {
  if (extends)
    joins.add(into, what);
  else
    into = what;
}

void publish(ScKnowledge& into, const ScKnowledge& what, bool extends) {
  if (extends)
    into.join(what);
  else
    into = what;
}

/// All of these parties' clocks become their join; `of` picks a clock of a party in a
/// level.  Mostly, both levels know the same, or there is nothing new to any party.
/// `flat` leaves the overlays free for the parties' own entries.
template <class Of>
void meet(const std::vector<Party*>& parties, bool flat, Of of) {
  const Clock& lenient = of(*parties.front(), kLenient);
  const Clock& strict = of(*parties.front(), kStrict);
  const bool news = std::any_of(parties.begin(), parties.end(), [&](Party* party) {
    return !of(*party, kLenient).same(lenient) || !of(*party, kStrict).same(strict);
  });
  if (!news) return;
  const bool levels_alike = std::all_of(
      parties.begin(), parties.end(),
      [&](Party* party) { return of(*party, kLenient).same(of(*party, kStrict)); });
  std::array<Clock, kLevels> met;
  for (const Level in : {kLenient, kStrict}) {
    if (in == kStrict && levels_alike) {
      met[in] = met[kLenient];
      continue;
    }
    ClockFold fold;
    for (Party* party : parties) fold.add(of(*party, in));
    met[in] = fold.take();
    if (flat) met[in].flatten();
    if (in == kStrict) met[in].share_if_equal(met[kLenient]);
  }
  for (Party* party : parties)
    for (const Level in : {kLenient, kStrict}) of(*party, in) = met[in];
}

}  // namespace

void ScKnowledge::join(const ScKnowledge& other) {
  for (int s = 0; s < 2; ++s) {
    released[s].join(other.released[s]);
    pending[s].join(other.pending[s]);
  }
}

void ScKnowledge::clear() {
  for (int s = 0; s < 2; ++s) {
    released[s].clear();
    pending[s].clear();
  }
}

void Knowledge::clear() {
  known.clear();
  sc.clear();
  for (int s = 0; s < kScopes; ++s) {
    released[s].clear();
    released_sc[s].clear();
    pending[s].clear();
    pending_sc[s].clear();
  }
}

void Party::tick() {
  ++epoch;
  for (Knowledge& knowledge : level) knowledge.known.set_overlay(slot, epoch);
}

void fence(Party& party, MemoryScope scope, bool sc) {
  Knowledge& strict = party.level[kStrict];
  for (int s = 0; s <= scope; ++s) {
    take_up(strict.known, strict.pending[s]);
    strict.sc.join(strict.pending_sc[s]);
    strict.pending_sc[s].clear();
  }
  for (Knowledge& mine : party.level) {
    for (int s = 0; sc && s + kDeviceScope <= scope; ++s)
      take_up(mine.known, mine.sc.pending[s]);
  }
  strict.known.share_if_equal(party.level[kLenient].known);
  for (Knowledge& mine : party.level) {
    for (int s = 0; sc && s + kDeviceScope <= scope; ++s)
      mine.sc.released[s] = mine.known;
    for (int s = 0; s <= scope; ++s) mine.released[s] = mine.known;
  }
  for (int s = 0; s <= scope; ++s) strict.released_sc[s] = strict.sc;
  party.tick();  // What comes after the fence is not published by it.
}

void strong_read(Party& party, SyncWord& word, MemoryOrder order, MemoryScope scope,
                 const SyncWord::Overwritten* old) {
  const std::uint64_t write = old ? old->number : word.writes;
  if (write == 0) return;
  const Slot writer = old ? old->writer : word.writer;
  const Place& from = old ? old->writer_place : word.writer_place;
  const MemoryScope writer_scope = old ? old->writer_scope : word.writer_scope;
  const bool observed =
      includes(scope, party.place, from) && includes(writer_scope, from, party.place);
  if (!observed && writer != party.slot) return;
  const auto mine =
      std::find_if(word.observers.begin(), word.observers.end(),
                   [&](const auto& seen) { return seen.slot == party.slot; });
  const bool before = mine != word.observers.end() && mine->epoch >= party.first_epoch;
  if (before && mine->write == write && !acquires(order)) return;  // Nothing new.
  const auto& published = old ? old->published : word.published;
  read_lenient(party.level[kLenient], reaching(published[kLenient], from, party.place));
  read_strict(party.level[kStrict], reaching(published[kStrict], from, party.place),
              order, scope);
  const SyncWord::Observer now{party.slot, party.epoch, write};
  if (mine != word.observers.end())
    *mine = now;
  else
    word.observers.push_back(now);
}

void strong_write(Party& party, SyncWord& word, MemoryOrder order, MemoryScope scope,
                  bool extends) {
  const bool linked = extends && word.writes != 0 &&
                      includes(scope, party.place, word.writer_place) &&
                      includes(word.writer_scope, word.writer_place, party.place);
  const bool same_block = linked && word.writer_place.block == party.place.block;
  Joins joins;
  for (int in = 0; in < kLevels; ++in) {
    Knowledge& mine = party.level[in];
    SyncWord::Published& published = word.published[in];
    for (int s = 0; s < kScopes; ++s) {
      const bool by_this_operation = releases(order) && s <= scope;
      const bool chained = s == kBlockScope ? same_block : linked;
      publish(published.released[s], by_this_operation ? mine.known : mine.released[s],
              chained, joins);
      if (in == kStrict)
        publish(published.released_sc[s],
                by_this_operation ? mine.sc : mine.released_sc[s], chained);
    }
    for (int s = 0; s < 2; ++s)
      publish(published.sc[s], mine.sc.released[s], linked, joins);
  }
  joins.run();
  word.writer = party.slot;
  word.writer_epoch = party.epoch;
  word.writer_place = party.place;
  word.writer_scope = scope;
  ++word.writes;
  if (releases(order)) party.tick();
}

void barrier(const std::vector<Party*>& parties) {
  meet(parties, true,
       [](Party& party, Level in) -> Clock& { return party.level[in].known; });
  for (int s = 0; s < 2; ++s) {
    meet(parties, false, [s](Party& party, Level in) -> Clock& {
      return party.level[in].sc.released[s];
    });
    meet(parties, false,
         [s](Party& party, Level in) -> Clock& { return party.level[in].sc.pending[s]; });
  }
  for (Party* party : parties) party->tick();
}

void ApiClock::join(const ApiClock& other) {
  for (int in = 0; in < kLevels; ++in) level[in].join(other.level[in]);
}

void ApiClock::join(const Party& party) {
  for (int in = 0; in < kLevels; ++in) level[in].join(party.level[in].known);
}

void ApiClock::clear() {
  for (Clock& clock : level) clock.clear();
}

void ApiClock::flatten() {
  for (Clock& clock : level) clock.flatten();
  level[kStrict].share_if_equal(level[kLenient]);
}

void take_over(Party& later, const ApiClock& earlier) {
  for (int in = 0; in < kLevels; ++in)
    later.level[in].known.join_keeping_overlay(earlier.level[in]);
}

bool has_observed(const Party& party, Level in, const SyncWord& word) {
  if (word.writer == party.slot && word.writer_epoch >= party.first_epoch) return true;
  return std::any_of(word.observers.begin(), word.observers.end(), [&](const auto& seen) {
    return seen.write >= word.writes && party.knows(in, seen.slot, seen.epoch);
  });
}

}  // namespace gridlock::sim
