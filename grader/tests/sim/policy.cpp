// Policies on a scheduler of the test's own: what they promise is measured, and a list of
// choices must do what another policy did.
#include "sim/schedule/policy.h"
#include "sim/schedule/choices.h"
#include "tests/test.h"

namespace gridlock::sim::test_policy {
/// Blocks of one thread each that pass `steps` synchronization points and end.
class Course {
 public:
  Course(std::size_t blocks, std::size_t steps) : steps_(steps) {
    kernel_.number = 1;
    for (std::size_t b = 0; b < blocks; ++b) {
      auto block = std::make_unique<Block>();
      block->kernel = &kernel_;
      block->linear = b;
      block->places = std::vector<Thread>(1);
      block->threads = block->places;
      Thread& thread = block->threads.front();
      thread.block = block.get();
      thread.slot = static_cast<Slot>(b + 1);
      blocks_.push_back(std::move(block));
    }
  }

  /// The block that takes each step, e.g. "001101": one digit per step.
  std::string run(Policy& policy) {
    std::vector<Group*> groups;
    std::vector<std::size_t> left(blocks_.size(), steps_);
    for (const auto& block : blocks_) {
      block->ready = {&block->threads.front()};
      policy.enters(*block);
      groups.push_back(block.get());
    }
    std::string steps;
    Thread* running = nullptr;
    while (!groups.empty()) {
      // As in the machine, a thread announces its next operation and asks before each
      // step.  All threads write one word.
      if (running)
        policy.announces(*running, {Operation::Kind::access, kWord, sizeof(int), true});
      if (!running || !policy.stay(*running))
        running = policy.choose({groups, 0}, running).thread;
      const std::size_t block = running->block->linear;
      steps += static_cast<char>('0' + block);
      if (--left[block] > 0) continue;
      std::erase(groups, running->block);
      running = nullptr;
    }
    return steps;
  }

 private:
  static constexpr std::uintptr_t kWord = 64;
  std::size_t steps_;
  Kernel kernel_;
  std::vector<std::unique_ptr<Block>> blocks_;
};

/// The index of a block's n-th step; both count from 0.
std::size_t place(const std::string& steps, char block, std::size_t n) {
  std::size_t at = steps.find(block);
  while (n-- > 0) at = steps.find(block, at + 1);
  return at;
}

/// How many of the executions with a policy of this depth show the error.
int found(unsigned depth, std::size_t blocks, std::size_t steps, int executions,
          const std::function<bool(const std::string&)>& error) {
  Course course(blocks, steps);
  int count = 0;
  for (int seed = 0; seed < executions; ++seed) {
    const auto policy =
        make_block_priorities(static_cast<std::uint64_t>(seed), depth, blocks * steps);
    count += error(course.run(*policy));
  }
  return count;
}

/// Depth 2: all of what block 2 does falls between two neighbouring steps of block 1.
bool lost_update(const std::string& steps) {
  return place(steps, '1', 3) < place(steps, '2', 0) &&
         place(steps, '2', 9) < place(steps, '1', 4);
}

/// Depth 3: block 2 sees the first half of what block 1 does, block 1 then sees half of
/// what block 2 does, and block 2 goes on after that.
bool half_and_half(const std::string& steps) {
  return place(steps, '1', 2) < place(steps, '2', 0) &&
         place(steps, '2', 3) < place(steps, '1', 3) &&
         place(steps, '1', 5) < place(steps, '2', 4);
}

TEST_SUITE("sim policies") {
  TEST_CASE("block priorities find an error of depth 2 as often as is proved") {
    constexpr int kExecutions = 20'000;
    constexpr std::size_t kBlocks = 4, kSteps = 10;
    const int times = found(2, kBlocks, kSteps, kExecutions, lost_update);
    CAPTURE(times);
    CHECK(times * kBlocks * (kBlocks * kSteps) >= kExecutions);
    // With one change point fewer, the update is never lost.
    CHECK(found(1, kBlocks, kSteps, 2'000, lost_update) == 0);
  }

  TEST_CASE("a fair policy gives each thread its turn, whatever their numbers") {
    constexpr std::size_t kBlocks = 8, kThreads = 130;
    std::vector<std::unique_ptr<Block>> blocks;
    std::vector<Group*> groups;
    const auto policy = make_fair();
    for (std::size_t b = 0; b < kBlocks; ++b) {
      blocks.push_back(std::make_unique<Block>());
      Block& block = *blocks.back();
      block.places = std::vector<Thread>(kThreads);
      block.threads = block.places;
      for (Thread& thread : block.threads) {
        thread.block = &block;
        block.ready.push_back(&thread);
      }
      policy->enters(block);
      groups.push_back(&block);
    }
    std::set<Thread*> polled;
    for (std::size_t turn = 0; turn < kBlocks * kThreads; ++turn) {
      Thread* const thread = policy->choose({groups}, nullptr).thread;
      CHECK(policy->stay(*thread));
      policy->yields(*thread);
      polled.insert(thread);
    }
    CHECK(polled.size() == kBlocks * kThreads);
  }

  TEST_CASE("somebody is kept away: from the beginning, and behind each of its steps") {
    constexpr std::size_t kBlocks = 3, kSteps = 10;
    Course course(kBlocks, kSteps);
    std::array<bool, kSteps> behind{};
    bool from_the_beginning = false;
    for (std::uint64_t which = 0; which < 4 * kBlocks * kSteps; ++which) {
      const auto policy = make_starving(1, which, kBlocks * kSteps);
      const std::string steps = course.run(*policy);
      CHECK(steps.size() == kBlocks * kSteps);
      const std::size_t last_of_others =
          std::max(place(steps, '1', kSteps - 1), place(steps, '2', kSteps - 1));
      // Block 0 takes `step` steps; the others take all of theirs before its next one.
      for (std::size_t step = 1; step < kSteps; ++step)
        behind[step] |= place(steps, '0', step - 1) < place(steps, '1', 0) &&
                        last_of_others < place(steps, '0', step);
      // Block 1 waits from the beginning.  Block 0 never does: its place as the first to
      // enter is the host's outside of this test.
      from_the_beginning |= place(steps, '0', kSteps - 1) < place(steps, '1', 0) &&
                            place(steps, '2', kSteps - 1) < place(steps, '1', 0);
    }
    CHECK(from_the_beginning);
    for (std::size_t step = 1; step < kSteps; ++step) {
      CAPTURE(step);
      CHECK(behind[step]);
    }
  }

  TEST_CASE(
      "whoever is to lose writes behind another each time, as long as one is left") {
    constexpr std::uint64_t kFirst = 21, kNext = 20;
    constexpr std::size_t kBlocks = 4, kSteps = 6;
    Course course(kBlocks, kSteps);
    for (std::uint64_t which = 0; which + 2 < kBlocks; ++which) {
      const auto policy = make_policy(1, kFirst + which * kNext);
      const std::string steps = course.run(*policy);
      const char loser = static_cast<char>('1' + which);
      const std::size_t last_of_others = steps.find_last_not_of(loser);
      CAPTURE(steps);
      CHECK(steps.size() == kBlocks * kSteps);
      const auto twice = steps.find(std::string(2, loser));
      CHECK((twice == steps.npos || twice >= last_of_others));
      CHECK(place(steps, loser, 2) < last_of_others);
    }
  }

  TEST_CASE("block priorities find an error of depth 3 as often as is proved") {
    constexpr int kExecutions = 60'000;
    constexpr std::size_t kBlocks = 3, kSteps = 6, kAll = kBlocks * kSteps;
    const int times = found(3, kBlocks, kSteps, kExecutions, half_and_half);
    CAPTURE(times);
    CHECK(static_cast<std::size_t>(times) * kBlocks * kAll * kAll >= kExecutions);
    CHECK(found(2, kBlocks, kSteps, 2'000, half_and_half) == 0);
  }

  TEST_CASE("a list of choices does what the policy did that it was taken from") {
    Course course(4, 8);
    for (std::uint64_t number = 0; number < 40; ++number) {
      Recorder recorder(make_policy(3, number));
      const std::string steps = course.run(recorder);
      const auto directed = make_directed(recorder.deviations());
      CAPTURE(to_text(recorder.deviations()));
      CHECK(course.run(*directed) == steps);
    }
    const auto usual = make_directed({});
    CHECK(course.run(*usual) == "00000000111111112222222233333333");
  }

  TEST_CASE("choices survive being written down") {
    using Kind = Deviation::Kind;
    const Deviations all = {{{1, 70'000, 3}, 7, Kind::thread, {2, 0, 31}, 0},
                            {{}, 2, Kind::start, {}, 1},
                            {{1, 0, 0}, 9, Kind::old_value, {}, 3},
                            {{1, 0, 0}, 12, Kind::thread, {}, 0},
                            {{3, 1, 1}, 1, Kind::next_block, {}, 63}};
    const std::string text = to_text(all);
    CHECK(text == "_1-70000-3.7~2-0-31_h.2+1_1-0-0.9=3_1-0-0.12~h_3-1-1.1%63");
    CHECK(parse_deviations(text) == all);
    CHECK(parse_deviations("") == Deviations{});
  }

  TEST_CASE("a damaged list of choices is refused") {
    for (const char* bad : {"_", "h.1+1", "_h", "_h.", "_h.1", "_h.1?2", "_h.1+", "_h.1~",
                            "_1-2.1~h", "_0-0-0.1~h", "_h.1+1x", "_h.1+99999999999"})
      CHECK_FALSE(parse_deviations(bad).has_value());
  }
}

}  // namespace gridlock::sim::test_policy
