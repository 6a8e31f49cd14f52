// How many steps an execution may have.
#include "sim/execution/limits.h"
#include "tests/test.h"

namespace gridlock::sim::test_limits {

TEST_SUITE("sim limits") {
  constexpr std::uint64_t kProgram = 8;  ///< The allowance of `run`.

  /// The verdict of the limits at this step, right after a thread has ended.
  std::optional<Overrun> look_at_step(std::uint64_t allowance, std::uint64_t step) {
    Limits limits;
    limits.begin(Patience::usual, allowance);
    Kernel kernel;
    const Tally now{.steps = step, .host_accesses = 0, .launches = 17};
    limits.made_progress(kernel, now);
    return limits.look(now, nullptr, {});
  }

  TEST_CASE("a program whose threads end may have two thousand million steps") {
    CHECK_FALSE(look_at_step(kProgram, 2'000'000'000));
    const std::optional<Overrun> overrun = look_at_step(kProgram, 2'100'000'000);
    REQUIRE(overrun);
    REQUIRE(overrun->despite_progress);
    CHECK(overrun->despite_progress->kind == RunsTooLong::Kind::launches);
    CHECK(overrun->despite_progress->launches == 17);
  }

  TEST_CASE(
      "a kernel in which no thread ends is told to be fair, once, before it is over") {
    Limits limits;
    limits.begin(Patience::usual, 1);
    Kernel kernel;
    kernel.grid = kernel.block = {1, 1, 1};
    const auto look = [&](std::uint64_t step) {
      return limits.look({.steps = step}, &kernel, {});
    };
    CHECK_FALSE(look(300'000));
    const auto unfair = look(400'000);
    REQUIRE(unfair);
    CHECK(unfair->may_be_unfair);
    CHECK_FALSE(look(1'400'000));
    const auto over = look(1'600'000);
    REQUIRE(over);
    CHECK_FALSE(over->may_be_unfair);
  }

  TEST_CASE("a lab may have 64 million steps") {
    CHECK_FALSE(look_at_step(1, 63'000'000));
    CHECK(look_at_step(1, 65'000'000));
  }
}

}  // namespace gridlock::sim::test_limits
