#include "oracle/generate.h"

#include <algorithm>
#include <utility>

#include "common/invariant.h"
#include "oracle/statements.h"

#include <fmt/format.h>

namespace gridlock::oracle {

namespace {

using write::guard;
using write::Ops;
using write::sync;

class Generator : Statements {
 public:
  using Statements::Statements;

  Program make() {
    Program program;
    do {
      program = shape();
      if (one_in(3)) mutate(program);
      if (one_in(6)) mutate(program);
      for (Thread& thread : program.threads)
        if (thread.ops.empty()) thread.ops.push_back(fence());
    } while (!complaint(program).empty() || !is_small(program));
    return program;
  }

 private:
  Program shape() {
    switch (below(11)) {
      case 0:
      case 1:
      case 2:
        return message();
      case 3:
      case 4:
        return relay();
      case 5:
      case 6:
        return tickets();
      case 7:
        return locks();
      case 8:
        return store_buffering();
      case 9:
        return passer_by();
      default:
        return anything();
    }
  }

  // --- Shapes ------------------------------------------------------------------------

  /// Appends a block that writes data and signals: one thread, or a worker and a leader.
  void add_sender(Program& program, int block, int data_word, int flag) {
    Ops leader, worker;
    worker.push_back(data(Kind::store, data_word, 5));
    if (one_in(2)) {
      maybe_fence(worker);
      worker.push_back(sync());
      leader.push_back(sync());
      maybe_fence(leader);
      leader.push_back(signal(flag));
      program.threads.push_back({block, leader});
    } else {
      maybe_fence(worker);
      worker.push_back(signal(flag));
    }
    program.threads.push_back({block, worker});
  }

  /// Appends a block that reads the data if it has seen the flag: one thread, or a leader
  /// that signals to a helper.
  void add_receiver(Program& program, int block, int data_word, int flag,
                    int local_flag) {
    Ops leader{observe(flag)};
    if (one_in(2)) {
      leader.push_back(guard(1));
      maybe_fence(leader);
      leader.push_back(payload(data_word));
      program.threads.push_back({block, leader});
      return;
    }
    maybe_fence(leader);
    Op tell = plain(Kind::store, local_flag);
    tell.stores_last_read = true;
    leader.push_back(tell);
    leader.push_back(sync());
    Ops helper{sync(), plain(Kind::load, local_flag), guard(1)};
    maybe_fence(helper);
    helper.push_back(payload(data_word));
    program.threads.push_back({block, leader});
    program.threads.push_back({block, helper});
  }

  Program message() {
    Program program{"", 3, {}};
    add_sender(program, 0, 0, 1);
    add_receiver(program, 1, 0, 1, 2);
    return program;
  }

  /// A message within a block, while another block accesses the flag by an atomic.
  Program passer_by() {
    Program program{"", 3, {}};
    add_sender(program, 0, 0, 1);
    Ops receiver{observe(1), guard(1)};
    maybe_fence(receiver);
    receiver.push_back(payload(0));
    // A sender of two threads has a barrier, and all threads of its block must arrive.
    if (program.threads.size() == 2) receiver.insert(receiver.begin(), sync());
    program.threads.push_back({0, receiver});
    program.threads.push_back({1, {strong(Kind::add, 1, 0)}});
    return program;
  }

  /// A message through another block, as in Xiao and Feng's barrier.
  Program relay() {
    Program program{"", 4, {}};
    add_sender(program, 0, 0, 1);
    Ops watcher{observe(1)};
    if (one_in(2)) {
      watcher.push_back(guard(1));
      maybe_fence(watcher);
      watcher.push_back(signal(2));
      program.threads.push_back({1, watcher});
    } else {
      maybe_fence(watcher);
      watcher.push_back(sync());
      Op pass = strong(Kind::store, 2);
      // `pass` stores the value that the block read, so the last block's guard tests the
      // first block's signal.
      pass.stores_last_read = true;
      Ops announcer{sync()};
      Op keep = plain(Kind::store, 3);
      keep.stores_last_read = true;
      watcher.insert(watcher.end() - 1, keep);
      announcer.push_back(plain(Kind::load, 3));
      maybe_fence(announcer);
      announcer.push_back(pass);
      program.threads.push_back({1, watcher});
      program.threads.push_back({1, announcer});
    }
    Ops last{observe(2), guard(1)};
    maybe_fence(last);
    last.push_back(payload(0));
    program.threads.push_back({2, last});
    return program;
  }

  /// Every block writes data and takes a ticket; the last block reads all data.
  Program tickets() {
    const int blocks = one_in(2) ? 2 : 3;
    Program program{"", blocks + 1, {}};
    const Op ticket = strong(Kind::add, blocks, 1);
    const bool resets = one_in(3);
    for (int block = 0; block < blocks; ++block) {
      Ops ops{data(Kind::store, block, block + 5)};
      maybe_fence(ops);
      ops.push_back(one_in(4) ? strong(Kind::add, blocks, 1) : ticket);
      ops.push_back(guard(blocks - 1));
      maybe_fence(ops);
      for (int other = 0; other < blocks; ++other)
        if (other != block) ops.push_back(data(Kind::load, other));
      if (resets) ops.push_back(data(Kind::store, blocks, 0));
      program.threads.push_back({block, ops});
    }
    return program;
  }

  /// Each block tries once to take a lock.  A block that gets the lock works on the data.
  Program locks() {
    Program program{"", 2, {}};
    const int threads = 2 + static_cast<int>(below(2));
    const Op lock = strong(Kind::exchange, 1, 1);
    for (int block = 0; block < threads; ++block) {
      Ops ops{one_in(4) ? strong(Kind::exchange, 1, 1) : lock, guard(0)};
      maybe_fence(ops);
      ops.push_back(one_in(2) ? data(Kind::load, 0) : data(Kind::store, 0, block + 5));
      maybe_fence(ops);
      ops.push_back(one_in(3) ? strong(Kind::exchange, 1, 0) : strong(Kind::store, 1, 0));
      program.threads.push_back({block, ops});
    }
    return program;
  }

  /// Each of two threads announces itself, and works if it does not see the other
  /// (Dekker).
  Program store_buffering() {
    Program program{"", 3, {}};
    const bool same_block = one_in(4);
    for (int side = 0; side < 2; ++side) {
      Ops ops{one_in(3) ? strong(Kind::exchange, side, 1) : strong(Kind::store, side, 1)};
      maybe_fence(ops);
      ops.push_back(strong(Kind::load, 1 - side));
      ops.push_back(guard(0));
      maybe_fence(ops);
      ops.push_back(data(Kind::store, 2, side + 5));
      program.threads.push_back({same_block ? 0 : side, ops});
    }
    return program;
  }

  Program anything() {
    Program program{"", 2 + static_cast<int>(below(2)), {}};
    const int blocks = 2 + static_cast<int>(below(2));
    for (int block = 0; block < blocks; ++block) {
      const int threads = one_in(3) && program.threads.size() < 3 ? 2 : 1;
      const bool syncs = threads == 2 && !one_in(3);
      for (int thread = 0; thread < threads; ++thread) {
        Ops ops = some_ops(program.variables);
        if (syncs) {
          ops.insert(ops.begin() + below(static_cast<std::uint32_t>(ops.size()) + 1),
                     sync());
        }
        maybe_guard(ops);
        program.threads.push_back({block, ops});
      }
    }
    return program;
  }

  Ops some_ops(int variables) {
    Ops ops;
    const std::uint32_t count = 2 + below(3);
    while (ops.size() < count) {
      const int variable = static_cast<int>(below(static_cast<std::uint32_t>(variables)));
      // The first word is mostly data.
      const bool is_data = variable == 0;
      switch (below(5)) {
        case 0:
          ops.push_back(fence());
          break;
        case 1:
        case 2:
          ops.push_back(is_data ? data(Kind::store, 0, 5) : signal(variable));
          break;
        default:
          ops.push_back(is_data ? data(Kind::load, 0) : observe(variable));
      }
    }
    return ops;
  }

  void maybe_guard(Ops& ops) {
    for (std::size_t at = 0; at + 1 < ops.size(); ++at) {
      if (!ops[at].reads()) continue;
      const bool barrier_follows =
          std::any_of(ops.begin() + static_cast<std::ptrdiff_t>(at), ops.end(),
                      [](const Op& op) { return op.kind == Kind::barrier; });
      if (barrier_follows || one_in(3)) continue;
      ops.insert(ops.begin() + static_cast<std::ptrdiff_t>(at) + 1,
                 guard(one_in(4) ? 0 : 1));
      return;
    }
  }

  // --- Mistakes ----------------------------------------------------------------------

  void mutate(Program& program) {
    Thread& thread =
        program.threads[below(static_cast<std::uint32_t>(program.threads.size()))];
    if (thread.ops.empty()) return;
    const auto size = static_cast<std::uint32_t>(thread.ops.size());
    const std::uint32_t at = below(size);
    Op& op = thread.ops[at];
    switch (below(5)) {
      case 0:
        thread.ops.erase(thread.ops.begin() + at);
        break;
      case 1:
        if (at + 1 < size) std::swap(op, thread.ops[at + 1]);
        break;
      case 2:
        change_order(op);
        break;
      case 3:
        change_strength(op);
        break;
      default:
        if (op.kind == Kind::guard || op.kind == Kind::barrier) return;
        Op again = op;
        change_order(again);
        thread.ops.insert(thread.ops.begin() + at, again);
    }
  }

  /// Whether the program's executions can be enumerated in milliseconds.
  static bool is_small(const Program& program) {
    std::vector<double> writers(static_cast<std::size_t>(program.variables), 1);
    std::size_t events = static_cast<std::size_t>(program.variables), sc_fences = 0;
    for (const Thread& thread : program.threads)
      for (const Op& op : thread.ops) {
        ++events;
        if (op.writes()) ++writers[static_cast<std::size_t>(op.variable)];
        if (op.order == Order::seq_cst) {
          ++sc_fences;
          events += op.kind != Kind::fence;
        }
      }
    double candidates = 1;
    for (std::size_t fence = 2; fence <= sc_fences; ++fence)
      candidates *= static_cast<double>(fence);
    for (const Thread& thread : program.threads)
      for (const Op& op : thread.ops)
        if (op.reads()) candidates *= writers[static_cast<std::size_t>(op.variable)];
    return events <= 30 && candidates <= 60'000;
  }
};

}  // namespace

Program generate(std::uint64_t number) {
  Program program = Generator(number).make();
  INVARIANT("A program that is generated is well formed.", complaint(program).empty());
  program.name = fmt::format("litmus_{}", number);
  return program;
}

}  // namespace gridlock::oracle
