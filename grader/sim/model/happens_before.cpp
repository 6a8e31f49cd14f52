#include "sim/model/happens_before.h"

#include <algorithm>
#include <utility>

namespace gridlock::sim {

namespace {

/// All that a word publishes to a reader.  To acquire a part, the reader needs a fence of
/// the part's scope.
struct Reaching {
  const Clock* by_scope[kScopes] = {};
  const ScKnowledge* sc_by_scope[kScopes] = {};
  const Clock* sc[2] = {};
  /// What the reader's own block published before, carried on by writes of other blocks.
  const SyncWord::CarriedOn* carried_on = nullptr;
};

Reaching reaching(const SyncWord::Published& published, const Place& writer,
                  const Place& reader) {
  Reaching result;
  for (const MemoryScope scope : {kBlockScope, kDeviceScope, kSystemScope}) {
    INVARIANT("A wider scope includes what a narrower one does.",
              scope == kSystemScope || !includes(scope, writer, reader) ||
                  includes(static_cast<MemoryScope>(scope + 1), writer, reader) ||
                  writer.block == reader.block);
    if (!includes(scope, writer, reader)) continue;
    result.by_scope[scope] = &published.released[scope];
    result.sc_by_scope[scope] = &published.released_sc[scope];
    if (scope != kBlockScope)
      result.sc[scope - kDeviceScope] = &published.sc[scope - kDeviceScope];
  }
  return result;
}

/// What `block` published on the word in the release sequence `sequence`, if the sequence
/// carries it on up to the write `number`; else null.
const SyncWord::CarriedOn* carried_on(const SyncWord& word, int in, std::uint64_t block,
                                      std::uint64_t sequence, std::uint64_t number) {
  if (!word.carried_on) return nullptr;
  const SyncWord::CarriedOnByBlock& of_blocks = (*word.carried_on)[in];
  const auto found = of_blocks.find(block);
  if (found == of_blocks.end()) return nullptr;
  const auto& list = found->second;
  const auto last = std::find_if(list.rbegin(), list.rend(), [&](const auto& carried) {
    return carried.number <= number;
  });
  return last != list.rend() && last->sequence == sequence ? &*last : nullptr;
}

/// Keeps what the last writer's block published to itself, before another block's
/// read-modify-write.
void carry_on(SyncWord& word, int in) {
  // More than kOverwrittenMax, since a read may see an old value.
  constexpr std::size_t kCarriedMax = 6;
  const SyncWord::Published& published = word.published.in(in);
  // In the lenient level a reader needs no fence, so what the word publishes at device
  // scope is enough.
  if (in == kLenient && !published.block_knows_more) return;
  const Clock& released = published.released[kBlockScope];
  const ScKnowledge& released_sc = published.released_sc[kBlockScope];
  if (released.empty() && released_sc.empty()) return;
  if (!word.carried_on)
    word.carried_on = std::make_unique<std::array<SyncWord::CarriedOnByBlock, kLevels>>();
  auto& list = (*word.carried_on)[in][word.writer_place.block];
  if (list.size() == kCarriedMax) list.erase(list.begin());
  INVARIANT("Writes are carried on in coherence order.",
            list.empty() || list.back().number < word.writes);
  INVARIANT("A word carries on what its last write published.",
            word.writes != 0 && word.sequence <= word.writes);
  list.push_back({word.sequence, word.writes, released, released_sc});
}

/// The publications of the write `write`, which the reader saw before; null unless that
/// write belongs to `sequence`.  The present publications of the sequence then include
/// them.  A polling thread sees one write of a sequence after another.
const SyncWord::Publications* seen_before(const SyncWord& word, std::uint64_t write,
                                          std::uint64_t sequence) {
  for (const SyncWord::Overwritten& old : word.overwritten)
    if (old.number == write && old.sequence == sequence) return &old.published;
  return nullptr;
}

/// PTX's rule: a release, a read that observes it, then a fence.  An acquire operation is
/// such a fence itself, with the operation's scope, but it is not a fence.sc.
void read_strict(Knowledge& mine, const Reaching& seen, const SyncWord::Published* before,
                 MemoryOrder order, MemoryScope scope) {
  const auto see = [&](int s, const Clock& released, const ScKnowledge& released_sc,
                       const SyncWord::Published* before) {
    if (acquires(order) && scope >= s) {
      mine.known.join_keeping_overlay(released);
      mine.sc.join(released_sc);
    } else if (before) {
      mine.pending[s].advance(before->released[s], released);
      mine.pending_sc[s].advance(before->released_sc[s], released_sc);
    } else {
      mine.pending[s].join(released);
      mine.pending_sc[s].join(released_sc);
    }
  };
  mine.has_more = true;
  // What is published at block scope does not grow along the release sequence.
  if (seen.by_scope[kBlockScope])
    see(kBlockScope, *seen.by_scope[kBlockScope], *seen.sc_by_scope[kBlockScope],
        nullptr);
  if (seen.carried_on)
    see(kBlockScope, seen.carried_on->released, seen.carried_on->released_sc, nullptr);
  for (int s = 0; s < 2; ++s) {
    const int at = s + kDeviceScope;
    if (seen.by_scope[at]) see(at, *seen.by_scope[at], *seen.sc_by_scope[at], before);
    if (!seen.sc[s] || seen.sc[s]->empty() || mine.sc.pending(s).same(*seen.sc[s]))
      continue;
    if (before)
      mine.sc.edit_pending(s).advance(before->sc[s], *seen.sc[s]);
    else
      mine.sc.edit_pending(s).join(*seen.sc[s]);
  }
}

/// The hardware's rule: a read acquires without a fence.  A write that one thread sees is
/// visible to all, so all later strong writes of this thread pass it on.
void read_lenient(Knowledge& mine, const Reaching& seen,
                  const SyncWord::Published* before) {
  INVARIANT("Device scope reaches no reader that system scope does not reach.",
            !seen.by_scope[kDeviceScope] || seen.by_scope[kSystemScope]);
  if (seen.by_scope[kBlockScope])
    mine.known.join_keeping_overlay(*seen.by_scope[kBlockScope]);
  if (seen.carried_on) mine.known.join_keeping_overlay(seen.carried_on->released);
  const auto learn = [&](int s, const Clock& what, const Clock* before) {
    if (what.empty()) return;
    if (!mine.known.shares_all_of(what)) {
      if (before)
        mine.known.advance_keeping_overlay(*before, what);
      else
        mine.known.join_keeping_overlay(what);
    }
    if (mine.sc.released(s).same(what)) return;
    if (before)
      mine.sc.edit_released(s).advance(*before, what);
    else
      mine.sc.edit_released(s).join(what);
  };
  for (int s = 0; s < 2; ++s) {
    const int at = s + kDeviceScope;
    if (seen.by_scope[at])
      learn(s, *seen.by_scope[at], before ? &before->released[at] : nullptr);
    if (seen.sc[s]) learn(s, *seen.sc[s], before ? &before->sc[s] : nullptr);
  }
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

/// Gives each party what any of them knew.  Usually, both levels are alike.
void meet_known(const std::vector<Party*>& parties) {
  const bool levels_alike = std::ranges::all_of(parties, [](const Party* party) {
    return party->level[kLenient].known.same(party->level[kStrict].known);
  });
  std::array<Clock, kLevels> met;
  for (const Level in : {kLenient, kStrict}) {
    if (in == kStrict && levels_alike) {
      met[in] = met[kLenient];
      continue;
    }
    ClockFold fold;
    for (const Party* party : parties) fold.add(party->level[in].known);
    met[in] = fold.take();
    met[in].flatten();  // Leaves the overlay to each party's own entry.
    if (in == kStrict) met[in].share_if_equal(met[kLenient]);
  }
  INVARIANT("A barrier passes on what each party did last.",
            std::ranges::all_of(parties, [&](const Party* party) {
              return met[kStrict].at(party->slot) >=
                     party->level[kStrict].known.at(party->slot);
            }));
  INVARIANT("A barrier tells no less in the lenient level.",
            met[kLenient].includes(met[kStrict]));
  for (Party* party : parties) {
    for (const Level in : {kLenient, kStrict}) party->level[in].known = met[in];
    party->tick();
  }
}

/// Whether all parties without news of fence.sc since their last barrier have the same
/// knowledge of fence.sc.
bool all_old_alike(const std::vector<Party*>& parties) {
  const Party* first = nullptr;
  for (const Party* party : parties) {
    if (party->sc_is_new) continue;
    if (!first) first = party;
    for (const Level in : {kLenient, kStrict})
      if (!party->level[in].sc.same(first->level[in].sc)) return false;
  }
  return true;
}

/// Gives each party what any of them knew of fence.sc.  Usually, at most one thread of a
/// block has learned of such a fence since the block's last barrier, and knows all that
/// the others know.
void meet_sc(const std::vector<Party*>& parties, Meeting meeting) {
  const auto is_new = [](const Party* party) { return party->sc_is_new; };
  auto party = std::ranges::find_if(parties, is_new);
  if (meeting == Meeting::block && party == parties.end()) return;
  if (meeting != Meeting::block) party = parties.begin();
  INVARIANT("Threads without news of fences know of the same ones.",
            meeting != Meeting::block || all_old_alike(parties));
  std::array<ScKnowledge, kLevels> met;
  for (; party != parties.end(); ++party)
    if (meeting != Meeting::block || is_new(*party))
      for (const Level in : {kLenient, kStrict}) met[in].join((*party)->level[in].sc);
  for (Party* each : parties) {
    for (const Level in : {kLenient, kStrict}) each->level[in].sc = met[in];
    each->sc_is_new = meeting != Meeting::block;
  }
}

/// The write that a strong read saw: `old`, or else the word's last one.
const StrongWrite& write_seen(const SyncWord& word, const SyncWord::Overwritten* old) {
  return old ? static_cast<const StrongWrite&>(*old) : word;
}

/// Whether `old` is a value that the word keeps, or null.
bool is_kept(const SyncWord& word, const SyncWord::Overwritten* old) {
  const SyncWord::Overwritten* const first = word.overwritten.data();
  return !old || (old >= first && old < first + word.overwritten.size());
}

/// Adds to the party's knowledge what a write publishes to it.  The write is `old` or, if
/// that is null, the word's last one.
/// \param before the number of the write that the party saw before; 0: none
void learn(Party& party, const SyncWord& word, std::uint64_t before, MemoryOrder order,
           MemoryScope scope, const SyncWord::Overwritten* old) {
  const StrongWrite& read = write_seen(word, old);
  const Place& from = read.writer_place;
  const std::uint64_t write = old ? old->number : word.writes;
  const std::uint64_t sequence = read.sequence;
  INVARIANT("A release sequence begins no later than the write that is seen.",
            sequence <= write);
  INVARIANT("A thread sees no write before one that it has seen.", before <= write);
  const auto seen = [&](Level in) {
    Reaching result = reaching(read.published.in(in), from, party.place);
    if (party.place.block != from.block)
      result.carried_on = carried_on(word, in, party.place.block, sequence, write);
    return result;
  };
  party.sc_is_new = true;
  const auto* earlier = before ? seen_before(word, before, sequence) : nullptr;
  read_lenient(party.level[kLenient], seen(kLenient),
               earlier ? &earlier->in(kLenient) : nullptr);
  read_strict(party.level[kStrict], seen(kStrict),
              earlier ? &earlier->in(kStrict) : nullptr, order, scope);
}

/// Whether the word publishes nothing, and a strong write of the party adds nothing.
bool leaves_silent(const Party& party, const SyncWord& word, MemoryOrder order) {
  const auto has_nothing = [](const Knowledge& mine) {
    return !mine.has_more && mine.sc.empty();
  };
  return !word.published.any() && !word.carries_on_anything() && !releases(order) &&
         std::ranges::all_of(party.level, has_nothing);
}

bool publishes_all_of(const Party& party, const SyncWord& word) {
  for (int in = 0; in < kLevels; ++in)
    for (int s = 0; s < kScopes; ++s)
      if (!word.published.in(in).released[s].includes(party.level[in].released[s]))
        return false;
  return true;
}

/// Whether the word publishes no less in the lenient level than in the strict one, at
/// device and system scope.
bool publishes_no_less_leniently(const SyncWord& word) {
  const SyncWord::Published& lenient = word.published.in(kLenient);
  const SyncWord::Published& strict = word.published.in(kStrict);
  return lenient.released[kDeviceScope].includes(strict.released[kDeviceScope]) &&
         lenient.released[kSystemScope].includes(strict.released[kSystemScope]);
}

/// Whether the party's lenient knowledge includes its strict knowledge.  Reports rely on
/// it.
bool knows_no_less_leniently(const Party& party) {
  return party.level[kLenient].known.includes(party.level[kStrict].known);
}

bool releases_narrowly_what_widely(const Party& party) {
  for (const Knowledge& mine : party.level)
    for (int s = 0; s + 1 < kScopes; ++s)
      if (!mine.released[s].includes(mine.released[s + 1])) return false;
  return true;
}

bool is_in_coherence_order(const SyncWord& word) {
  const auto& kept = word.overwritten;
  for (std::size_t i = 1; i < kept.size(); ++i)
    if (kept[i - 1].number >= kept[i].number) return false;
  return kept.empty() || kept.back().number < word.writes;
}

/// What a write releases to `scope`.  The write itself releases up to the scope `own`:
/// what its thread knows now.  To wider scopes, it releases what the thread knew at its
/// last fence of that scope.
template <class Known>
const Known& released_to(int scope, int own, const Known& now,
                         const std::array<Known, kScopes>& at_fence) {
  return scope <= own ? now : at_fence[static_cast<std::size_t>(scope)];
}

/// Publishes what the party has released.  A read-modify-write that is `linked` to the
/// last write also passes on what that write published.
void pass_on(Party& party, SyncWord& word, MemoryOrder order, MemoryScope scope,
             bool linked) {
  const bool same_block = linked && word.writer_place.block == party.place.block;
  const int own = releases(order) ? scope : -1;
  Joins joins;
  for (int in = 0; in < kLevels; ++in) {
    Knowledge& mine = party.level[in];
    SyncWord::Published& published = word.published.edit(in);
    const SyncWord::CarriedOn* earlier = nullptr;
    if (linked && !same_block) {
      carry_on(word, in);
      earlier = carried_on(word, in, party.place.block, word.sequence, word.writes);
    }
    published.block_knows_more =
        earlier || (same_block && published.block_knows_more) || own == kBlockScope ||
        !mine.released[kBlockScope].same(mine.released[kDeviceScope]);
    for (int s = 0; s < kScopes; ++s) {
      const bool chained = s == kBlockScope ? same_block : linked;
      publish(published.released[s], released_to(s, own, mine.known, mine.released),
              chained, joins);
      if (in == kStrict)
        publish(published.released_sc[s], released_to(s, own, mine.sc, mine.released_sc),
                chained);
    }
    if (earlier) {
      joins.add(published.released[kBlockScope], earlier->released);
      published.released_sc[kBlockScope].join(earlier->released_sc);
    }
    for (int s = 0; s < 2; ++s)
      publish(published.sc[s], mine.sc.released(s), linked, joins);
  }
  joins.run();
  INVARIANT("A strong write publishes what its thread has released.",
            publishes_all_of(party, word));
  INVARIANT("What a word publishes strictly, it publishes leniently.",
            publishes_no_less_leniently(word));
}

/// Publishes what happened before the writer's launch.  If the write `extends` a release
/// sequence, also what happened before the launches of that sequence's writers.
void pass_on_launch(const Party& party, SyncWord& word, bool extends) {
  if (word.launch.same(party.launch)) return;
  if (!extends || word.launch.empty() || party.launch.includes(word.launch))
    word.launch = party.launch;
  else if (!word.launch.includes(party.launch))
    word.launch.join(party.launch);
}

/// The acquire half of a fence: the thread now knows what its strong reads saw.
void acquire_by_fence(Party& party, MemoryScope scope, bool sc) {
  Knowledge& lenient = party.level[kLenient];
  Knowledge& strict = party.level[kStrict];
  for (int s = 0; s <= scope; ++s) {  // Several scopes usually have the same clock.
    if (s == 0 || !strict.pending[s].same(strict.pending[s - 1])) {
      // The lenient clock includes the strict one, so no join is needed.
      if (lenient.known.shares_all_of(strict.pending[s]))
        strict.known = lenient.known;
      else
        strict.known.join_keeping_overlay(strict.pending[s]);
    }
    if (s == 0 || !strict.pending_sc[s].same(strict.pending_sc[s - 1]))
      strict.sc.join(strict.pending_sc[s]);
  }
  for (int s = 0; s <= scope; ++s) {
    strict.pending[s].clear();
    strict.pending_sc[s].clear();
  }
  for (Knowledge& mine : party.level) {
    for (int s = 0; sc && s + kDeviceScope <= scope; ++s) {
      if (mine.sc.pending(s).empty()) continue;
      mine.known.join_keeping_overlay(mine.sc.pending(s));
      mine.sc.edit_pending(s).clear();
    }
  }
}

/// The release half of a fence: a later strong write publishes what the thread knows now.
void release_by_fence(Party& party, MemoryScope scope, bool sc) {
  const Knowledge& lenient = party.level[kLenient];
  Knowledge& strict = party.level[kStrict];
  strict.known.share_if_equal(lenient.known);
  // A publication is joined into many clocks, which is cheaper without an overlay.
  std::array<Clock, kLevels> flat;
  for (const Level in : {kLenient, kStrict}) {
    const bool alike = in == kStrict && strict.known.same(lenient.known);
    flat[in] = alike ? flat[kLenient] : party.level[in].known;
    flat[in].flatten();
  }
  for (const Level in : {kLenient, kStrict}) {
    Knowledge& mine = party.level[in];
    mine.has_more = true;
    mine.known = flat[in];  // The next epoch restores the overlay.
    for (int s = 0; sc && s + kDeviceScope <= scope; ++s)
      mine.sc.edit_released(s) = flat[in];
    for (int s = 0; s <= scope; ++s) mine.released[s] = flat[in];
  }
  for (int s = 0; s <= scope; ++s) strict.released_sc[s] = strict.sc;
}

}  // namespace

const Clock ScKnowledge::kNothing;
ScKnowledge::Held* ScKnowledge::free_ = nullptr;

void ScKnowledge::recycle() {
  INVARIANT("Only knowledge that no thread has is used again.", held_->references == 0);
  for (int s = 0; s < 2; ++s) {
    held_->released[s].clear();
    held_->pending[s].clear();
  }
  held_->next_free = free_;
  free_ = held_;
}

ScKnowledge::Held& ScKnowledge::own() {
  if (held_ && held_->references == 1) return *held_;
  Held* fresh = free_ ? std::exchange(free_, free_->next_free) : new Held;
  INVARIANT("Knowledge that is used again is empty.",
            fresh->released[0].empty() && fresh->released[1].empty() &&
                fresh->pending[0].empty() && fresh->pending[1].empty());
  fresh->references = 1;
  if (held_) {
    fresh->released = held_->released;
    fresh->pending = held_->pending;
    --held_->references;
  }
  return *(held_ = fresh);
}

void ScKnowledge::advance(const ScKnowledge& before, const ScKnowledge& now) {
  if (same(before))
    *this = now;
  else
    join(now);
}

void ScKnowledge::join(const ScKnowledge& other) {
  if (!other.held_ || same(other)) return;
  if (!held_) {
    *this = other;
    return;
  }
  for (int s = 0; s < 2; ++s) {
    if (!other.released(s).empty() && !released(s).same(other.released(s)))
      edit_released(s).join(other.released(s));
    if (!other.pending(s).empty() && !pending(s).same(other.pending(s)))
      edit_pending(s).join(other.pending(s));
  }
}

const SyncWord::Publications::Held SyncWord::Publications::kNothing;

SyncWord::Publications& SyncWord::Publications::operator=(const Publications& other) {
  if (held_ && other.held_)
    *held_ = *other.held_;  // Usually, the two share most clocks.
  else if (this != &other)
    held_ = other.held_ ? std::make_unique<Held>(*other.held_) : nullptr;
  return *this;
}

void SyncWord::forget() {
  static_cast<StrongWrite&>(*this) = {};
  overwritten.clear();
  observers.clear();
  overtaken.clear();
  carried_on.reset();
  address = 0;
  size = 0;
  writes = 0;
}

/// When the list is full, drops observers of writes that no thread can read any more and
/// that can never again be the last.  So the list stays short even if thousands of
/// threads change the word.
void SyncWord::note_observer(std::vector<Observer>::iterator place, const Observer& now) {
  INVARIANT("An observer has seen a write that has been made.", now.write <= writes);
  if (place != observers.end() && place->slot == now.slot) {
    INVARIANT("A slot's epochs only grow.", place->epoch <= now.epoch);
    *place = now;
    return;
  }
  if (observers.size() == observers.capacity()) {
    const std::uint64_t oldest =
        overwritten.empty() ? writes : overwritten.front().number;
    const auto last =
        std::remove_if(observers.begin(), observers.end(),
                       [&](const Observer& seen) { return seen.write < oldest; });
    observers.erase(last, observers.end());
    place = std::lower_bound(
        observers.begin(), observers.end(), now.slot,
        [](const Observer& seen, Slot slot) { return seen.slot < slot; });
  }
  INVARIANT("A word's observers are in the order of their slots, one each.",
            (place == observers.begin() || (place - 1)->slot < now.slot) &&
                (place == observers.end() || now.slot < place->slot));
  observers.insert(place, now);
}

void Knowledge::clear() {
  known.clear();
  sc.clear();
  INVARIANT("A thread without fences has released nothing and awaits none.",
            has_more || std::ranges::all_of(
                            released, [](const Clock& each) { return each.empty(); }));
  INVARIANT("A thread that has read no signal has none pending.",
            has_more || std::ranges::all_of(
                            pending, [](const Clock& each) { return each.empty(); }));
  if (!std::exchange(has_more, false)) return;
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
  INVARIANT("No thread comes to the epochs that stand for copies in flight.",
            epoch < kUnended - 1);
  INVARIANT("No other thread knows more of a thread's slot than the thread itself.",
            place.block == 0 || (level[kLenient].known.at(slot) == epoch &&
                                 level[kStrict].known.at(slot) == epoch));
}

void fence(Party& party, MemoryScope scope, bool sc) {
  INVARIANT("A fence has one of PTX's scopes.", scope < kScopes);
  party.sc_is_new = true;
  acquire_by_fence(party, scope, sc);
  release_by_fence(party, scope, sc);
  party.tick();  // The fence does not release later work.
  INVARIANT("After a fence, a thread knows no less in the lenient level.",
            knows_no_less_leniently(party));
  INVARIANT("What a fence releases widely, it releases narrowly.",
            releases_narrowly_what_widely(party));
}

void strong_read(Party& party, SyncWord& word, MemoryOrder order, MemoryScope scope,
                 const SyncWord::Overwritten* old) {
  const std::uint64_t write = old ? old->number : word.writes;
  INVARIANT("A strong read sees a write that has been made.", write <= word.writes);
  INVARIANT("An old value that is read is one that the word keeps.", is_kept(word, old));
  if (write == 0) return;
  const StrongWrite& read = write_seen(word, old);
  const Place& from = read.writer_place;
  const bool observed = includes(scope, party.place, from) &&
                        includes(read.writer_scope, from, party.place);
  if (!observed && read.writer != party.slot) return;
  const auto place =
      std::lower_bound(word.observers.begin(), word.observers.end(), party.slot,
                       [](const auto& seen, Slot slot) { return seen.slot < slot; });
  const bool has_seen_one = place != word.observers.end() && place->slot == party.slot &&
                            place->epoch >= party.first_epoch;
  const std::uint64_t before = has_seen_one ? place->write : 0;
  INVARIANT("Reads of one thread are coherent: none sees an earlier write.",
            before <= write);
  if (before == write && !acquires(order)) return;
  if (read.published.any() || word.carries_on_anything())
    learn(party, word, before, order, scope, old);
  if (!read.launch.same(party.launch))
    party.level[kLenient].known.join_keeping_overlay(read.launch);
  INVARIANT("After a strong read, a thread knows no less in the lenient level.",
            knows_no_less_leniently(party));
  word.note_observer(place, {party.slot, party.epoch, write});
}

void strong_write(Party& party, SyncWord& word, MemoryOrder order, MemoryScope scope,
                  bool extends) {
  INVARIANT("A word's last write has a number in whole strides.",
            word.writes % kWriteStride == 0);
  word.written_by_rmw = extends;
  pass_on_launch(party, word, extends);
  const bool linked = extends && word.writes != 0 &&
                      includes(scope, party.place, word.writer_place) &&
                      includes(word.writer_scope, word.writer_place, party.place);
  if (!leaves_silent(party, word, order)) pass_on(party, word, order, scope, linked);
  word.writer = party.slot;
  word.writer_epoch = party.epoch;
  word.writer_place = party.place;
  word.writer_scope = scope;
  word.writes += kWriteStride;
  if (!linked) word.sequence = word.writes;
  INVARIANT("A word's writes are in coherence order.", is_in_coherence_order(word));
  INVARIANT("A release sequence begins no later than the last write.",
            word.sequence <= word.writes);
  if (releases(order)) party.tick();
}

bool publishes_nothing(const Party& party, Level level) {
  const Knowledge& mine = party.level[level];
  for (int s = 0; s < 2; ++s)
    if (!mine.sc.released(s).empty()) return false;
  return !mine.has_more || std::ranges::all_of(mine.released, [](const Clock& released) {
    return released.empty();
  });
}

void barrier(const std::vector<Party*>& parties, Meeting meeting) {
  INVARIANT("A barrier has parties.", !parties.empty());
  INVARIANT(
      "Only threads of one block meet at its barrier.",
      meeting != Meeting::block || std::ranges::all_of(parties, [&](const Party* party) {
        return party->place.block == parties.front()->place.block;
      }));
  INVARIANT("The threads of a block come in the order of their slots, once each.",
            meeting != Meeting::block ||
                std::adjacent_find(parties.begin(), parties.end(),
                                   [](const Party* one, const Party* next) {
                                     return one->slot >= next->slot;
                                   }) == parties.end());
  meet_known(parties);
  meet_sc(parties, meeting);
}

void ApiClock::join(const ApiClock& other) {
  for (int in = 0; in < kLevels; ++in) level[in].join(other.level[in]);
}

void ApiClock::join(const Party& party) {
  for (int in = 0; in < kLevels; ++in) level[in].join(party.level[in].known);
}

void ApiClock::flatten() {
  for (Clock& clock : level) clock.flatten();
  INVARIANT("The API tells no less in the lenient level.",
            level[kLenient].includes(level[kStrict]));
  level[kStrict].share_if_equal(level[kLenient]);
}

void take_over(Party& later, const ApiClock& earlier) {
  for (int in = 0; in < kLevels; ++in)
    later.level[in].known.join_keeping_overlay(earlier.level[in]);
}

bool has_observed(const Party& party, Level in, const SyncWord& word) {
  if (word.writer == party.slot && word.writer_epoch >= party.first_epoch) return true;
  return std::ranges::any_of(word.observers, [&](const auto& seen) {
    return seen.write >= word.writes && party.knows(in, seen.slot, seen.epoch);
  });
}

}  // namespace gridlock::sim
