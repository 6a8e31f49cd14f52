#include "oracle/axioms.h"

#include <algorithm>
#include <utility>

#include "common/invariant.h"

namespace gridlock::oracle {

namespace {

bool in_one_thread(const Event& a, const Event& b) {
  return a.thread >= 0 && a.thread == b.thread;
}

bool is_strong_read(const Event& event) { return event.reads && event.strong; }
bool is_strong_write(const Event& event) {
  return event.writes && event.strong && event.thread >= 0;
}

/// The two ends of a pattern.  Release: the fence or release operation, and the write
/// that publishes.  Acquire: the read, and the fence or acquire operation.
using Pattern = std::pair<int, int>;

/// Release patterns (8.8): a release operation; a release operation and a later strong
/// write to the same location; a fence and a later strong write.
std::vector<Pattern> release_patterns(const Skeleton& s, Patterns kind) {
  std::vector<Pattern> patterns;
  for (int head = 0; head < s.size(); ++head) {
    const Event& first = s[head];
    if (first.releases) patterns.push_back({head, head});
    for (int write = 0; write < s.size(); ++write) {
      if (!s.program_order.has(head, write) || !is_strong_write(s[write]) ||
          !in_one_thread(first, s[write]))
        continue;
      if (first.kind == Event::Kind::fence || (kind == Patterns::ptx && first.releases &&
                                               first.variable == s[write].variable))
        patterns.push_back({head, write});
    }
  }
  return patterns;
}

/// Acquire patterns (8.8), the mirror image of release patterns.
std::vector<Pattern> acquire_patterns(const Skeleton& s, Patterns kind) {
  std::vector<Pattern> patterns;
  for (int read = 0; read < s.size(); ++read) {
    if (!is_strong_read(s[read])) continue;
    if (s[read].acquires) patterns.push_back({read, read});
    for (int tail = 0; tail < s.size(); ++tail) {
      if (!s.program_order.has(read, tail) || !in_one_thread(s[read], s[tail])) continue;
      if (s[tail].kind == Event::Kind::fence ||
          (kind == Patterns::ptx && s[tail].acquires &&
           s[tail].variable == s[read].variable))
        patterns.push_back({read, tail});
    }
  }
  return patterns;
}

Relation strict_synchronizes(const Skeleton& s, const Relation& observation,
                             Patterns kind) {
  Relation result;
  const std::vector<Pattern> acquires = acquire_patterns(s, kind);
  for (const auto& [head, write] : release_patterns(s, kind))
    for (const auto& [read, tail] : acquires)
      if (observation.has(write, read) && s.morally_strong.has(head, tail))
        result.add(head, tail);
  return result;
}

/// In the lenient level, every strong read acquires, at system scope.  Writes that were
/// published to the device stay published to all later readers, however these
/// communicate: see README.md.
Relation lenient_synchronizes(const Skeleton& s, const Relation& observation,
                              Patterns kind) {
  Relation flow = s.program_order;
  flow |= observation;
  flow.close(s.size());
  Relation result;
  const auto reaches_reads_after = [&](int head, int performed) {
    for (int read = 0; read < s.size(); ++read)
      if (is_strong_read(s[read]) && flow.has(performed, read)) result.add(head, read);
  };
  for (const auto& [head, write] : release_patterns(s, kind))
    for (int read = 0; read < s.size(); ++read) {
      if (!is_strong_read(s[read]) || !observation.has(write, read) ||
          !scope_includes(s[head], s[read]))
        continue;
      result.add(head, read);
      if (s[head].scope != Scope::block) reaches_reads_after(head, read);
    }
  for (const int fence : s.sc_fences)
    if (s[fence].scope != Scope::block) reaches_reads_after(fence, fence);
  return result;
}

/// Checks the axioms for one location.
class Location {
 public:
  Location(const Candidate& candidate, const Orders& orders, std::size_t variable)
      : s_(candidate.skeleton),
        from_(candidate.reads_from),
        orders_(orders),
        writes_(s_.writes[variable]) {
    for (const int read : s_.reads)
      if (s_[read].variable == static_cast<int>(variable)) reads_.push_back(read);
  }

  /// Whether some coherence order (8.9.6) satisfies these axioms.
  bool has_coherence_order() {
    // The initial value stays first.
    do {
      if (is_coherent()) return true;
    } while (std::next_permutation(writes_.begin() + 1, writes_.end()));
    return false;
  }

 private:
  bool is_coherent() {
    coherence_ = Relation{};
    for (std::size_t i = 0; i < writes_.size(); ++i)
      for (std::size_t j = i + 1; j < writes_.size(); ++j) {
        // Coherence (8.10.1).
        if (orders_.cause.has(writes_[j], writes_[i])) return false;
        // 8.9.6: coherence order does not relate writes that are neither causally ordered
        // nor morally strong.
        if (orders_.cause.has(writes_[i], writes_[j]) ||
            s_.morally_strong.has(writes_[i], writes_[j]))
          coherence_.add(writes_[i], writes_[j]);
      }
    coherence_.close(s_.size());
    return is_causal() && is_sequentially_consistent();
  }

  int source(int read) const { return from_[static_cast<std::size_t>(read)]; }

  /// Causality (8.10.6).
  bool is_causal() const {
    for (const int read : reads_)
      for (const int write : writes_) {
        if (write == read) continue;
        if (write == source(read) && orders_.cause.has(read, write)) return false;
        if (orders_.cause.has(write, read) && coherence_.has(source(read), write))
          return false;
      }
    return true;
  }

  /// Sequential consistency per location (8.10.5): program order and the morally strong
  /// part of communication order (8.9.7) have no cycle.  A read-modify-write is one
  /// event, so this is also its atomicity (8.10.3): another write between its read and
  /// its write would come both after and before this event.
  bool is_sequentially_consistent() const {
    Relation order;
    const auto communicates = [&](int from, int to) {
      if (from != to && s_.morally_strong.has(from, to)) order.add(from, to);
    };
    for (const int read : reads_) {
      communicates(source(read), read);
      for (const int write : writes_)
        if (coherence_.has(source(read), write)) communicates(read, write);
    }
    for (const int a : writes_)
      for (const int b : writes_)
        if (coherence_.has(a, b)) communicates(a, b);
    std::vector<int> accesses = writes_;
    for (const int read : reads_)
      if (!s_[read].writes) accesses.push_back(read);
    for (const int a : accesses)
      for (const int b : accesses)
        if (s_.program_order.has(a, b)) order.add(a, b);
    return !order.has_cycle(s_.size());
  }

  const Skeleton& s_;
  const std::vector<int>& from_;
  const Orders& orders_;
  std::vector<int> writes_;
  std::vector<int> reads_;
  Relation coherence_;
};

}  // namespace

Relation observation_order(const Skeleton& s, const std::vector<int>& reads_from) {
  Relation order;
  for (const int read : s.reads) {
    const int write = reads_from[static_cast<std::size_t>(read)];
    if (s.morally_strong.has(write, read)) order.add(write, read);
  }
  // Chains lead through read-modify-writes, since no other event both reads and writes.
  order.close(s.size());
  return order;
}

Relation synchronizes(const Skeleton& skeleton, const Relation& observation, Level level,
                      Patterns patterns) {
  return level == Level::strict ? strict_synchronizes(skeleton, observation, patterns)
                                : lenient_synchronizes(skeleton, observation, patterns);
}

Orders orders_of(const Candidate& candidate, const Relation& observation,
                 const Relation& synchronized) {
  const Skeleton& s = candidate.skeleton;
  Orders orders;
  orders.observation = observation;
  orders.base = s.before;
  orders.base |= synchronized;
  orders.base |= candidate.fence_sc_order;
  INVARIANT("Only reads that see a write of another event are observations.",
            !observation.has_cycle(s.size()));
  orders.base.close(s.size());
  orders.cause = orders.base;
  orders.cause |= compose(observation, orders.base, s.size());
  return orders;
}

bool is_consistent(const Candidate& candidate, const Orders& orders) {
  const Skeleton& s = candidate.skeleton;
  INVARIANT("A read sees a write of its own word.",
            std::ranges::all_of(s.reads, [&](int read) {
              const int write = candidate.reads_from[static_cast<std::size_t>(read)];
              return s[write].writes && s[write].variable == s[read].variable;
            }));
  for (const int a : s.sc_fences)  // FenceSC (8.10.2).
    for (const int b : s.sc_fences)
      if (candidate.fence_sc_order.has(a, b) && orders.cause.has(b, a)) return false;
  for (std::size_t variable = 0; variable < s.writes.size(); ++variable)
    if (!Location(candidate, orders, variable).has_coherence_order()) return false;
  return true;
}

bool has_race(const Skeleton& s, const Relation& cause) {
  for (int a = 0; a < s.size(); ++a)
    for (int b = a + 1; b < s.size(); ++b)
      if (s[a].variable >= 0 && s[a].variable == s[b].variable &&
          (s[a].writes || s[b].writes) && s[a].thread >= 0 && s[b].thread >= 0 &&
          !s.morally_strong.has(a, b) && !cause.has(a, b) && !cause.has(b, a))
        return true;
  return false;
}

}  // namespace gridlock::oracle
