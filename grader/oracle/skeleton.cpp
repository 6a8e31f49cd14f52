#include "oracle/skeleton.h"

#include <algorithm>
#include <map>
#include <stdexcept>

#include "common/invariant.h"

namespace gridlock::oracle {

namespace {

class Builder {
 public:
  Builder(const Program& program, const std::vector<int>& stops)
      : program_(program), stops_(stops) {}

  Skeleton build() {
    for (int variable = 0; variable < program_.variables; ++variable) {
      Event initial;
      initial.variable = variable;
      initial.writes = true;
      s_.writes.push_back({add(initial)});
    }
    int result = 0;
    for (int t = 0; t < static_cast<int>(program_.threads.size()); ++t) {
      add_thread(t, result);
      for (const Op& op : program_.threads[static_cast<std::size_t>(t)].ops)
        result += op.reads();
    }
    relate();
    INVARIANT("Each read has a result of its own.",
              static_cast<int>(s_.reads.size()) <= result);
    INVARIANT("Every fence.sc is a fence.",
              std::ranges::all_of(s_.sc_fences, [&](int fence) {
                return s_[fence].kind == Event::Kind::fence && s_[fence].sc;
              }));
    return std::move(s_);
  }

 private:
  int add(const Event& event) {
    if (s_.size() == Relation::kEventsMax)
      throw std::runtime_error("a litmus program with too many operations");
    s_.events.push_back(event);
    return s_.size() - 1;
  }

  /// A thread whose events are being added.
  struct Begun {
    int number, block;
    std::vector<int> events, guard_reads;
    int last_read = -1, guards = 0, barriers = 0;
  };

  void append(Begun& thread, int event) {
    for (const int earlier : thread.events) s_.program_order.add(earlier, event);
    for (const int read : thread.guard_reads) s_.depends.add(read, event);
    thread.events.push_back(event);
  }

  void add_thread(int number, int result) {
    const Thread& program = program_.threads[static_cast<std::size_t>(number)];
    Begun thread{number, program.block, {}, {}};
    for (const Op& op : program.ops) {
      if (op.kind == Kind::guard) {
        if (!passes_guard(thread, op)) return;
      } else if (op.kind == Kind::barrier) {
        append(thread, barrier(thread.block, thread.barriers++));
      } else {
        add_operation(thread, op, result);
        result += op.reads();
      }
    }
  }

  bool passes_guard(Begun& thread, const Op& guard) {
    INVARIANT("A guard has a read before it.", thread.last_read >= 0);
    const bool stops = thread.guards++ == stops_[static_cast<std::size_t>(thread.number)];
    s_.conditions.push_back({thread.last_read, guard.value, !stops});
    thread.guard_reads.push_back(thread.last_read);
    return !stops;
  }

  void add_operation(Begun& thread, const Op& op, int result) {
    Event event = event_of(op, thread.number, thread.block);
    if (op.order == Order::seq_cst && op.kind != Kind::fence)
      append(thread, fence_before(op, event));
    if (op.reads()) event.result = result;
    if (op.kind == Kind::add) event.addend_from = s_.size();
    if (op.stores_last_read) {
      INVARIANT("A store of what was read has a read before it.", thread.last_read >= 0);
      event.addend_from = thread.last_read;
      event.value = 0;
    }
    const int index = add(event);
    append(thread, index);
    if (op.stores_last_read) s_.depends.add(thread.last_read, index);
    if (op.reads()) s_.reads.push_back(thread.last_read = index);
    if (op.writes()) s_.writes[static_cast<std::size_t>(op.variable)].push_back(index);
    if (event.sc) s_.sc_fences.push_back(index);
  }

  static Event event_of(const Op& op, int thread, int block) {
    Event event;
    event.kind = op.kind == Kind::fence ? Event::Kind::fence : Event::Kind::access;
    event.thread = thread;
    event.block = block;
    event.variable = op.kind == Kind::fence ? -1 : op.variable;
    event.reads = op.reads();
    event.writes = op.writes();
    event.strong = op.kind == Kind::fence || op.order != Order::weak;
    event.scope = op.scope;
    event.value = op.value;
    const Order order = op.order;
    event.sc = op.kind == Kind::fence && order == Order::seq_cst;
    event.acquires = op.reads() && (order == Order::acquire || order == Order::acq_rel ||
                                    order == Order::seq_cst);
    // A seq_cst write does not release: the fence before it does.
    event.releases = op.writes() && (order == Order::release || order == Order::acq_rel);
    return event;
  }

  /// Appends a fence.sc.  CUDA C++ compiles a seq_cst access to this fence, followed by
  /// an acquire or relaxed access.
  int fence_before(const Op& op, const Event& access) {
    Event fence;
    fence.kind = Event::Kind::fence;
    fence.thread = access.thread;
    fence.block = access.block;
    fence.strong = true;
    fence.sc = true;
    fence.scope = op.scope;
    const int index = add(fence);
    s_.sc_fences.push_back(index);
    return index;
  }

  int barrier(int block, int number) {
    const auto [found, is_new] = barriers_.try_emplace({block, number}, 0);
    if (is_new) {
      Event event;
      event.kind = Event::Kind::barrier;
      event.block = block;
      found->second = add(event);
    }
    return found->second;
  }

  void relate() {
    const int n = s_.size();
    s_.before = s_.program_order;
    for (int i = 0; i < n; ++i)
      for (int j = program_.variables; j < n; ++j)
        if (i < program_.variables) s_.before.add(i, j);
    s_.before.close(n);
    INVARIANT("No event comes before itself.", !s_.before.has_cycle(n));
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        if (i != j && morally_strong(s_[i], s_[j])) s_.morally_strong.add(i, j);
  }

  /// Whether two operations are morally strong (PTX ISA 8.7).  Either program order
  /// relates them, or both are strong, with scopes that include each other's threads.
  /// Two accesses must also be to the same location.
  static bool morally_strong(const Event& a, const Event& b) {
    if (a.thread < 0 || b.thread < 0) return false;
    if (a.variable >= 0 && b.variable >= 0 && a.variable != b.variable) return false;
    if (a.thread == b.thread) return true;
    return a.strong && b.strong && scope_includes(a, b) && scope_includes(b, a);
  }

  const Program& program_;
  const std::vector<int>& stops_;
  Skeleton s_;
  std::map<std::pair<int, int>, int> barriers_;
};

}  // namespace

bool scope_includes(const Event& a, const Event& b) {
  return a.scope != Scope::block || a.block == b.block;
}

std::vector<Skeleton> skeletons_of(const Program& program) {
  if (const std::string what = complaint(program); !what.empty())
    throw std::runtime_error("malformed litmus program: " + what);
  // The number of each thread's guards.  A thread stops at one of them, or at its end.
  std::vector<int> guards;
  for (const Thread& thread : program.threads)
    guards.push_back(static_cast<int>(std::ranges::count_if(
        thread.ops, [](const Op& op) { return op.kind == Kind::guard; })));
  std::vector<Skeleton> skeletons;
  std::vector<int> stops(guards.size(), 0);
  for (;;) {
    skeletons.push_back(Builder(program, stops).build());
    std::size_t t = 0;
    while (t < stops.size() && stops[t] == guards[t]) stops[t++] = 0;
    if (t == stops.size()) return skeletons;
    ++stops[t];
  }
}

}  // namespace gridlock::oracle
