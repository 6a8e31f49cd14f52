#include "oracle/oracle.h"

#include <algorithm>

#include "common/invariant.h"

namespace gridlock::oracle {

namespace {

/// Enumerates the executions of a skeleton.
class Enumeration {
 public:
  Enumeration(const Skeleton& skeleton, int results, Patterns patterns,
              Judgement& judgement)
      : s_(skeleton),
        results_(results),
        patterns_(patterns),
        judgement_(judgement),
        candidate_{skeleton,
                   std::vector<int>(static_cast<std::size_t>(skeleton.size()), -1),
                   {}} {}

  void run() { choose_source(0); }

 private:
  int& source(int read) { return candidate_.reads_from[static_cast<std::size_t>(read)]; }

  void choose_source(std::size_t number) {
    if (number == s_.reads.size()) {
      with_sources();
      return;
    }
    const int read = s_.reads[number];
    const auto& writes = s_.writes[static_cast<std::size_t>(s_[read].variable)];
    for (const int write : writes) {
      if (write == read || s_.before.has(read, write)) continue;
      const bool overwritten = std::ranges::any_of(writes, [&](int later) {
        return s_.before.has(write, later) && s_.before.has(later, read);
      });
      if (overwritten) continue;
      source(read) = write;
      choose_source(number + 1);
    }
  }

  /// The value that a read sees.
  /// \pre reads-from and dependence have no cycle
  int value_of_read(int read) {
    INVARIANT("A read's value comes from a write.",
              source(read) >= 0 && s_[source(read)].writes);
    const Event& write = s_[source(read)];
    return write.value + (write.addend_from < 0 ? 0 : value_of_read(write.addend_from));
  }

  bool guards_agree() {
    return std::ranges::all_of(s_.conditions, [&](const auto& c) {
      return (value_of_read(c.read) == c.value) == c.equal;
    });
  }

  void with_sources() {
    Relation flow = s_.depends;
    for (const int read : s_.reads) flow.add(source(read), read);
    if (flow.has_cycle(s_.size())) return;  // PTX ISA 8.10.4: values out of thin air.
    if (!guards_agree()) return;
    flow |= s_.program_order;
    in_order_ = !flow.has_cycle(s_.size());
    values_.assign(static_cast<std::size_t>(results_), kNotRead);
    for (const int read : s_.reads)
      values_[static_cast<std::size_t>(s_[read].result)] = value_of_read(read);

    observation_ = observation_order(s_, candidate_.reads_from);
    strict_ = synchronizes(s_, observation_, Level::strict, patterns_);
    lenient_ = synchronizes(s_, observation_, Level::lenient, patterns_);
    std::vector<int> order = s_.sc_fences;
    std::ranges::sort(order);
    lenient_values_ = strict_race_ = false;
    do {
      if (respects_program_order(order)) with_fence_order(order);
    } while (std::next_permutation(order.begin(), order.end()));
    judgement_.strict_race_with_lenient_values |=
        in_order_ && lenient_values_ && strict_race_;
  }

  bool respects_program_order(const std::vector<int>& order) const {
    for (std::size_t i = 0; i < order.size(); ++i)
      for (std::size_t j = i + 1; j < order.size(); ++j)
        if (s_.before.has(order[j], order[i])) return false;
    return true;
  }

  void with_fence_order(const std::vector<int>& order) {
    candidate_.fence_sc_order = Relation{};
    for (std::size_t i = 0; i < order.size(); ++i)
      for (std::size_t j = i + 1; j < order.size(); ++j)
        if (s_.morally_strong.has(order[i], order[j]))
          candidate_.fence_sc_order.add(order[i], order[j]);

    const Orders strict = orders_of(candidate_, observation_, strict_);
    if (!is_consistent(candidate_, strict)) return;
    const bool strict_race = has_race(s_, strict.cause);
    count(judgement_.strict, strict_race);
    strict_race_ |= strict_race;
    if (in_order_) count(judgement_.strict_in_order, strict_race);

    const Orders lenient = orders_of(candidate_, observation_, lenient_);
    if (!is_consistent(candidate_, lenient)) return;
    const bool lenient_race = has_race(s_, lenient.cause);
    count(judgement_.lenient, lenient_race);
    if (in_order_) count(judgement_.lenient_in_order, lenient_race);
    lenient_values_ = true;
  }

  void count(Executions& executions, bool race) {
    ++executions.count;
    executions.race |= race;
    executions.results.insert(values_);
  }

  const Skeleton& s_;
  int results_;
  Patterns patterns_;
  Judgement& judgement_;
  Candidate candidate_;
  Relation observation_, strict_, lenient_;
  bool in_order_ = true;
  // Whether, with the present values, the lenient level has an execution for some order
  // of the sc fences; and whether the strict level has a race for some order of them.
  bool lenient_values_ = false;
  bool strict_race_ = false;
  Results values_;
};

}  // namespace

Judgement judge(const Program& program, Patterns patterns) {
  Judgement judgement;
  const int results = count_reads(program);
  for (const Skeleton& skeleton : skeletons_of(program))
    Enumeration(skeleton, results, patterns, judgement).run();
  INVARIANT("What the lenient level allows, PTX allows.",
            std::ranges::includes(judgement.strict.results, judgement.lenient.results));
  INVARIANT("What races in the lenient level races in the strict one.",
            !judgement.lenient.race || judgement.strict.race);
  INVARIANT("Executions in order are some of all.",
            judgement.strict_in_order.count <= judgement.strict.count &&
                judgement.lenient_in_order.count <= judgement.lenient.count);
  return judgement;
}

}  // namespace gridlock::oracle
