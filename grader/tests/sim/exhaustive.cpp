// The exhaustive search of small programs, compared with all interleavings one by one.
#include "sim/explore/exhaustive.h"
#include "tests/test.h"

namespace gridlock::sim::test_exhaustive {
/// A thread's operations; each is on a word, or a fence (word -1).
struct Step {
  int word = 0;
  bool writes = false;
};
using Program = std::vector<std::vector<Step>>;

Operation operation_of(const Step& step) {
  if (step.word < 0) return {.kind = Operation::Kind::fence};
  return {Operation::Kind::access, static_cast<std::uintptr_t>(0x1000 + 8 * step.word), 4,
          step.writes};
}

/// The identity of an execution: for each pair of dependent steps of two threads, which
/// one came first.
using Order = std::set<std::pair<std::pair<int, int>, std::pair<int, int>>>;

Order order_of(const Program& program, const std::vector<int>& threads) {
  Order order;
  std::vector<std::pair<int, int>> done;
  std::map<int, int> next;
  for (const int thread : threads) {
    const std::pair<int, int> now{thread, next[thread]++};
    const auto operation = [&](const std::pair<int, int>& at) {
      return operation_of(program[static_cast<std::size_t>(at.first)]
                                 [static_cast<std::size_t>(at.second)]);
    };
    for (const auto& before : done)
      if (before.first != thread && are_dependent(operation(before), operation(now)))
        order.insert({before, now});
    done.push_back(now);
  }
  return order;
}

void interleave(const Program& program, std::vector<int>& threads,
                std::vector<std::size_t>& at, std::set<Order>& orders) {
  bool ended = true;
  for (std::size_t t = 0; t < program.size(); ++t) {
    if (at[t] == program[t].size()) continue;
    ended = false;
    ++at[t];
    threads.push_back(static_cast<int>(t));
    interleave(program, threads, at, orders);
    threads.pop_back();
    --at[t];
  }
  if (ended) orders.insert(order_of(program, threads));
}

std::set<Order> all_orders(const Program& program) {
  std::set<Order> orders;
  std::vector<int> threads;
  std::vector<std::size_t> at(program.size());
  interleave(program, threads, at, orders);
  return orders;
}

/// Runs one execution of the program, with one thread per block.
std::vector<int> run(const Program& program, Policy& policy) {
  Kernel kernel;
  kernel.number = 1;
  kernel.grid = {static_cast<unsigned>(program.size()), 1, 1};
  kernel.blocks_started = program.size();
  std::vector<std::unique_ptr<Block>> blocks;
  std::vector<Group*> groups;
  for (std::size_t b = 0; b < program.size(); ++b) {
    Block& block = *blocks.emplace_back(std::make_unique<Block>());
    block.kernel = &kernel;
    block.linear = b;
    block.places = std::vector<Thread>(1);
    block.threads = block.places;
    Thread& thread = block.threads.front();
    thread.block = &block;
    block.ready = {&thread};
    if (!program[b].empty()) groups.push_back(&block);
  }
  std::vector<int> threads;
  std::vector<std::size_t> at(program.size());
  std::vector<bool> announced(program.size());
  Thread* running = nullptr;
  while (!groups.empty()) {
    const Choice choice = policy.choose({groups, 0}, running);
    if (choice.abandon) return {};
    running = choice.thread;
    const std::size_t me = running->block->linear;
    if (announced[me]) {  // Now it performs the operation.
      threads.push_back(static_cast<int>(me));
      announced[me] = false;
      if (++at[me] == program[me].size()) {
        std::erase(groups, running->block);
        running = nullptr;
        continue;
      }
    }
    policy.announces(*running, operation_of(program[me][at[me]]));
    announced[me] = true;
    REQUIRE_FALSE(policy.stay(*running));
  }
  return threads;
}

struct Searched {
  std::set<Order> orders;
  int executions = 0;  ///< Without abandoned ones.
  bool complete = false;
};

Searched search(const Program& program) {
  Searched searched;
  ExhaustiveSearch search;
  while (const auto branch = search.next()) {
    const std::vector<int> threads = run(program, *make_branch_policy(branch));
    if (!branch->abandoned) {
      ++searched.executions;
      searched.orders.insert(order_of(program, threads));
    }
    search.take(*branch);
  }
  searched.complete = search.complete();
  return searched;
}

TEST_SUITE("sim exhaustive search") {
  TEST_CASE("it misses no order that all interleavings show, and repeats none") {
    Random random(5);
    int orders = 0;
    for (int i = 0; i < 150; ++i) {
      Program program(3);
      for (auto& thread : program)
        for (std::uint32_t n = random.below(4); n > 0; --n)
          thread.push_back({static_cast<int>(random.below(4)) - 1, random.one_in(2)});
      const Searched searched = search(program);
      CAPTURE(i);
      CHECK(searched.complete);
      CHECK(searched.orders == all_orders(program));
      CHECK(searched.executions == static_cast<int>(searched.orders.size()));
      orders += searched.executions;
    }
    CHECK(orders > 500);
  }

  TEST_CASE("values to choose from are all chosen") {
    ExhaustiveSearch search;
    std::set<std::size_t> seen;
    int executions = 0;
    while (const auto branch = search.next()) {
      const auto policy = make_branch_policy(branch);
      const std::size_t first = policy->how_stale(2);
      seen.insert(10 * first + policy->how_stale(1));
      ++executions;
      search.take(*branch);
    }
    CHECK(executions == 6);
    CHECK(seen.size() == 6);
    CHECK(search.complete());
  }

  TEST_CASE("a program that reads the clock is not said to be searched") {
    ExhaustiveSearch search;
    const auto branch = search.next();
    const auto policy = make_branch_policy(branch);
    policy->announces(Thread{}, {.kind = Operation::Kind::unlisted});
    search.take(*branch);
    CHECK(search.next() == nullptr);
    CHECK_FALSE(search.complete());
  }
}

}  // namespace gridlock::sim::test_exhaustive
