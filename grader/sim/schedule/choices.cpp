#include "sim/schedule/choices.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "common/invariant.h"

namespace gridlock::sim {

struct HashId {
  std::size_t operator()(const ThreadId& id) const {
    std::uint64_t hash = id.kernel * 0x9E3779B97F4A7C15u + id.block;
    hash = hash * 0xFF51AFD7ED558CCDu + id.thread;
    return static_cast<std::size_t>(hash ^ (hash >> 29));
  }
};

namespace {

/// The next ready thread after `after`, in the order of blocks and threads; the first one
/// follows the last.
Thread* next_ready(std::span<Group* const> groups, const ThreadId& after) {
  const auto lowest_above = [](const Group& group, const ThreadId* floor) {
    Thread* lowest = nullptr;
    for (Thread* thread : group.ready)
      if ((!floor || id_of(*thread) > *floor) &&
          (!lowest || thread->number < lowest->number))
        lowest = thread;
    return lowest;
  };
  const auto block_of = [](const Group& group) {
    INVARIANT("Candidates have a ready thread.", !group.ready.empty());
    ThreadId id = id_of(*group.ready.front());
    id.thread = 0;
    return id;
  };
  const ThreadId own{after.kernel, after.block, 0};
  Group* following = nullptr;
  Group* first = nullptr;
  for (Group* group : groups) {
    const ThreadId block = block_of(*group);
    if (block == own)
      if (Thread* next = lowest_above(*group, &after)) return next;
    if (block > own && (!following || block < block_of(*following))) following = group;
    if (!first || block < block_of(*first)) first = group;
  }
  return lowest_above(following ? *following : *first, nullptr);
}

}  // namespace

ThreadId id_of(const Thread& thread) {
  if (!thread.block) return {0, 0, thread.slot};
  return {thread.block->kernel->number, thread.block->linear, thread.number};
}

/// Counts decisions, and gives the default answer to each: the running thread keeps
/// running; after a thread that waits or polls in vain, the next thread runs; a block or
/// task that can start goes first.
class Decisions {
 public:
  void at_stay(const Thread& running) {
    INVARIANT("A decision to stay is made before the next one is asked for.", !begun_);
    begin(&running);
    begun_ = true;
  }
  void at_choose(const Thread* running) {
    if (!begun_) begin(running);
    asked_to_stay_ = begun_;
    begun_ = false;
  }
  void at_value() { begin(nullptr); }
  /// The running thread keeps running, so `choose` will not be called.
  void stayed() { begun_ = false; }

  Choice usual_choice(const Candidates& candidates, const Thread* running) const {
    INVARIANT("Only a running thread is asked whether it stays.",
              !asked_to_stay_ || running);
    INVARIANT("There is a thread that can go on, or something that can start.",
              asked_to_stay_ || candidates.starts > 0 || !candidates.groups.empty());
    if (asked_to_stay_) return {const_cast<Thread*>(running), 0};
    if (candidates.starts) return {nullptr, 0};
    return {next_ready(candidates.groups, at_), 0};
  }
  void chosen(const Choice& choice) {
    if (choice.thread) at_ = id_of(*choice.thread);
  }

  ThreadId at() const { return at_; }
  std::uint32_t count() const { return count_; }
  /// How many threads have had decisions.
  std::size_t threads() const { return counts_.size(); }

 private:
  void begin(const Thread* running) {
    if (running) at_ = id_of(*running);
    count_ = ++counts_[at_];
  }
  std::unordered_map<ThreadId, std::uint32_t, HashId> counts_;
  ThreadId at_;
  std::uint32_t count_ = 0;
  /// `stay` has already counted the decision for the next `choose`.
  bool begun_ = false;
  bool asked_to_stay_ = false;
};

// --- Following a list -----------------------------------------------------------------

namespace {

class Directed : public Policy {
 public:
  explicit Directed(const Deviations& deviations) {
    for (const Deviation& deviation : deviations) at_[deviation.at].push_back(deviation);
  }
  bool stay(const Thread& running) override {
    decisions_.at_stay(running);
    const Deviation* other = deviation();
    if (other &&
        (other->kind == Deviation::Kind::thread || other->kind == Deviation::Kind::start))
      return false;
    decisions_.stayed();
    return true;
  }
  Choice choose(const Candidates& candidates, const Thread* running) override {
    decisions_.at_choose(running);
    Choice choice = decisions_.usual_choice(candidates, running);
    if (const Deviation* other = deviation()) apply(*other, candidates, choice);
    decisions_.chosen(choice);
    return choice;
  }
  std::size_t how_stale(std::size_t n) override {
    return number(Deviation::Kind::old_value, n + 1);
  }
  std::size_t next_block(std::size_t n) override {
    return number(Deviation::Kind::next_block, n);
  }

 private:
  const Deviation* deviation() const {
    const auto found = at_.find(decisions_.at());
    if (found == at_.end()) return nullptr;
    for (const Deviation& one : found->second)
      if (one.count == decisions_.count()) return &one;
    return nullptr;
  }
  static void apply(const Deviation& other, const Candidates& candidates,
                    Choice& choice) {
    if (other.kind == Deviation::Kind::start && other.pick < candidates.starts)
      choice = {nullptr, other.pick};
    if (other.kind != Deviation::Kind::thread) return;
    for (Group* group : candidates.groups)
      for (Thread* thread : group->ready)
        if (id_of(*thread) == other.thread) choice = {thread, 0};
  }
  std::size_t number(Deviation::Kind kind, std::size_t n) {
    decisions_.at_value();
    const Deviation* other = deviation();
    return other && other->kind == kind && other->pick < n ? other->pick : 0;
  }

  Decisions decisions_;
  std::unordered_map<ThreadId, Deviations, HashId> at_;
};

}  // namespace

std::unique_ptr<Policy> make_directed(const Deviations& deviations) {
  return std::make_unique<Directed>(deviations);
}

// --- Recording a list -----------------------------------------------------------------

Recorder::Recorder(std::unique_ptr<Policy> inner)
    : inner_(std::move(inner)), decisions_(std::make_unique<Decisions>()) {}
Recorder::~Recorder() = default;

bool Recorder::stay(const Thread& running) {
  decisions_->at_stay(running);
  const bool stays = inner_->stay(running);
  if (stays) decisions_->stayed();
  return stays;
}

Choice Recorder::choose(const Candidates& candidates, const Thread* running) {
  if (decisions_->threads() > kThreadsRecordedMax) return {.abandon = true};
  decisions_->at_choose(running);
  const Choice usual = decisions_->usual_choice(candidates, running);
  const Choice choice = inner_->choose(candidates, running);
  if (choice.abandon) return choice;
  INVARIANT("A policy chooses among the candidates.",
            choice.thread ? choice.thread->waiting == Waiting::nothing
                          : choice.start < candidates.starts);
  if (choice.thread != usual.thread || choice.start != usual.start) {
    Deviation deviation{decisions_->at(), decisions_->count()};
    if (choice.thread) {
      deviation.thread = id_of(*choice.thread);
    } else {
      deviation.kind = Deviation::Kind::start;
      deviation.pick = static_cast<std::uint32_t>(choice.start);
    }
    note(deviation);
  }
  decisions_->chosen(choice);
  return choice;
}

void Recorder::note(const Deviation& deviation) {
  // One more than the maximum means: there were too many.
  if (deviations_.size() <= kDeviationsMax) deviations_.push_back(deviation);
}

std::size_t Recorder::how_stale(std::size_t n) {
  decisions_->at_value();
  const std::size_t back = inner_->how_stale(n);
  INVARIANT("A policy picks one of the values that a read may see.", n > 0 && back <= n);
  if (back)
    note({decisions_->at(), decisions_->count(), Deviation::Kind::old_value, ThreadId{},
          static_cast<std::uint32_t>(back)});
  return back;
}

std::size_t Recorder::next_block(std::size_t n) {
  decisions_->at_value();
  const std::size_t pick = inner_->next_block(n);
  INVARIANT("A policy picks one of the blocks that may start.", pick < n);
  if (pick)
    note({decisions_->at(), decisions_->count(), Deviation::Kind::next_block, ThreadId{},
          static_cast<std::uint32_t>(pick)});
  return pick;
}

// --- Text

namespace {

std::string id_text(const ThreadId& id) {
  if (id.kernel == 0) return id.thread ? fmt::format("h{}", id.thread) : "h";
  return fmt::format("{}-{}-{}", id.kernel, id.block, id.thread);
}

/// Removes the parts of a deviation from the front of a text.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}
  bool character(char expected) {
    if (text_.empty() || text_.front() != expected) return false;
    text_.remove_prefix(1);
    return true;
  }
  template <class Number>
  bool number(Number& value) {
    const auto [end, error] =
        std::from_chars(text_.data(), text_.data() + text_.size(), value);
    if (error != std::errc{}) return false;
    text_.remove_prefix(static_cast<std::size_t>(end - text_.data()));
    return true;
  }
  bool id(ThreadId& id) {
    if (character('h')) {
      number(id.thread);  // Without a number, it is the host itself.
      return true;
    }
    return number(id.kernel) && id.kernel > 0 && character('-') && number(id.block) &&
           character('-') && number(id.thread);
  }
  bool deviation(Deviation& deviation) {
    if (!character('_') || !id(deviation.at) || !character('.') ||
        !number(deviation.count) || text_.empty())
      return false;
    deviation.kind = static_cast<Deviation::Kind>(text_.front());
    text_.remove_prefix(1);
    switch (deviation.kind) {
      case Deviation::Kind::thread:
        return id(deviation.thread);
      case Deviation::Kind::start:
      case Deviation::Kind::old_value:
      case Deviation::Kind::next_block:
        return number(deviation.pick);
    }
    return false;
  }
  bool done() const { return text_.empty(); }

 private:
  std::string_view text_;
};

}  // namespace

std::string to_text(const Deviations& deviations) {
  std::string text;
  for (const Deviation& one : deviations) {
    text +=
        fmt::format("_{}.{}{}", id_text(one.at), one.count, static_cast<char>(one.kind));
    text += one.kind == Deviation::Kind::thread ? id_text(one.thread)
                                                : std::to_string(one.pick);
  }
  return text;
}

std::optional<Deviations> parse_deviations(std::string_view text) {
  Deviations deviations;
  for (Reader reader(text); !reader.done();) {
    if (deviations.size() == kDeviationsMax ||
        !reader.deviation(deviations.emplace_back()))
      return std::nullopt;
  }
  return deviations;
}

}  // namespace gridlock::sim
