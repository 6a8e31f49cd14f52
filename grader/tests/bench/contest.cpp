// Contests: the order of measurements, when they end, and their statistics; with a fake
// runner and a fake clock.
#include <cmath>

#include "bench/contest.h"
#include "tests/test.h"

namespace gridlock::test_contest {
/// Answers with `time(contestant, point, call)`; each call takes a second.
class FakeRunner : public ContestRunner {
 public:
  std::function<Timing(std::size_t, std::int64_t, int)> time =
      [](std::size_t, std::int64_t, int) { return Timing{100, 0, ""}; };
  int interrupt_at = 1 << 30;  ///< The first call that is interrupted, from 0 on.

  Timing run(std::size_t contestant, std::int64_t point) override {
    asked.emplace_back(contestant, point);
    return time(contestant, point, calls_of_[{contestant, point}]++);
  }
  double seconds() override { return static_cast<double>(asked.size()); }
  bool interrupted() override { return static_cast<int>(asked.size()) >= interrupt_at; }
  void round_ends(int rounds) override { ends.push_back(rounds); }

  std::vector<std::pair<std::size_t, std::int64_t>> asked;
  std::vector<int> ends;

 private:
  std::map<std::pair<std::size_t, std::int64_t>, int> calls_of_;
};

const std::vector<Contestant> kThree = {
    {"cg", "peer"}, {"reference", "reference"}, {"reference again", "again"}};

/// Between -1 and 1, different from call to call.
double noise(int call) { return std::sin(call * 12.9898 + 78.233); }

ContestRules rounds(int least, int most) {
  ContestRules rules;
  rules.rounds_min = least;
  rules.rounds_max = most;
  rules.seconds_max = 1e9;
  return rules;
}

/// A contest of the three contestants; `time` gives their times.
template <class Time>
Contest held(const Time& time, const ContestRules& rules = {},
             const std::vector<std::int64_t>& points = {1}) {
  FakeRunner runner;
  runner.time = time;
  return hold_contest(kThree, points, 0, rules, runner);
}

TEST_CASE("each round asks everybody once at every point, in another order") {
  FakeRunner runner;
  const Contest contest = hold_contest(kThree, {1, 2}, 0, rounds(4, 4), runner);
  CHECK(contest.rounds == 4);
  REQUIRE(runner.asked.size() == 5 * 6);  // The warm-up is one more.
  std::set<std::vector<std::pair<std::size_t, std::int64_t>>> orders;
  for (auto first = runner.asked.begin(); first != runner.asked.end(); first += 6) {
    std::vector<std::pair<std::size_t, std::int64_t>> order(first, first + 6);
    orders.insert(order);
    std::sort(order.begin(), order.end());
    CHECK(std::adjacent_find(order.begin(), order.end()) == order.end());
  }
  CHECK(orders.size() > 2);
  CHECK(runner.ends == std::vector{1, 2, 3, 4});
}

TEST_CASE("the first measurement of each is not kept") {
  const Contest contest = held([](std::size_t, std::int64_t, int call) {
    return Timing{call == 0 ? 9999.0 : 100.0, 0, ""};
  });
  const std::vector<double> all(static_cast<std::size_t>(contest.rounds), 100);
  for (std::size_t who = 0; who < 3; ++who) CHECK(samples_of(contest, who, 0) == all);
}

TEST_CASE("it ends when every ratio stands still, and not before the least rounds") {
  ContestRules rules = rounds(5, ContestRules().rounds_max);
  const auto one_varies_by = [](double much) {
    return [much](std::size_t who, std::int64_t, int call) {
      return Timing{who == 1 ? 100 + much * noise(call) : 100.0, 0, ""};
    };
  };
  CHECK(held(one_varies_by(0), rules).rounds == 5);

  SUBCASE("one noisy contestant keeps all of them, until its interval is narrow") {
    rules.rounds_max = 1000;
    rules.precision = 0.02;
    const Contest contest = held(one_varies_by(6), rules);
    CHECK(contest.end == ContestEnd::precise);
    CHECK(contest.rounds > 10);
    const auto ratio = ratio_of(contest, 1, 0, 0);
    REQUIRE(ratio);
    CHECK(ratio->sure.high - ratio->middle <= 0.02 * ratio->middle);
    CHECK(ratio->middle - ratio->sure.low <= 0.02 * ratio->middle);
  }
  SUBCASE("a noisy peer keeps nobody") {
    FakeRunner noisy;
    noisy.time = [](std::size_t who, std::int64_t, int call) {
      return Timing{who == 3 ? 100 + 90 * noise(call) : 100.0, 0, ""};
    };
    std::vector<Contestant> four = kThree;
    four.push_back({"relaunch", "peer"});
    CHECK(hold_contest(four, {1}, 0, rules, noisy).rounds == 5);
  }
  SUBCASE("or at the most rounds, or seconds") {
    rules.rounds_max = 12;
    const Contest contest = held(one_varies_by(90), rules);
    CHECK(contest.end == ContestEnd::rounds);
    CHECK(contest.rounds == 12);
    rules.rounds_max = 1000;
    rules.seconds_max = 30;  // 3 seconds a round; the warm-up does not count.
    const Contest timed = held(one_varies_by(90), rules);
    CHECK(timed.end == ContestEnd::seconds);
    CHECK(timed.rounds == 10);
    rules.seconds_max = 0;
    CHECK(held(one_varies_by(90), rules).rounds == 1);
  }
}

TEST_CASE("a device that slows down moves times, and no ratio") {
  double slow = 1;
  const auto slowing = [&](std::size_t who, std::int64_t, int) {
    slow *= 1.001;
    return Timing{slow * (who == 0 ? 100 : 50), 0, ""};
  };
  const Contest contest = held(slowing, rounds(40, 40));
  const std::vector<double> times = samples_of(contest, 1, 0);
  CHECK(times.back() > 1.1 * times.front());
  const auto ratio = ratio_of(contest, 1, 0, 0);
  REQUIRE(ratio);
  CHECK(ratio->middle == doctest::Approx(0.5).epsilon(0.003));
}

TEST_CASE("a sample of a slow clock is measured again, but not forever") {
  ContestRules rules = rounds(5, 5);
  rules.clock_min = 0.75;
  rules.again_max = 3;

  // The second contestant is twice as slow for two calls in a row.
  const auto rests = [](std::size_t who, std::int64_t, int call) {
    const bool rested = who == 1 && (call == 3 || call == 4);
    return Timing{rested ? 200.0 : 100.0, rested ? 1400.0 : 2000.0, ""};
  };
  const Contest contest = held(rests, rules);
  CHECK(contest.again == 2);
  CHECK(contest.megahertz_max == 2000);
  CHECK(samples_of(contest, 1, 0) == std::vector<double>(5, 100));
  CHECK(slow_samples(contest, 0.75) == 0);
  const SampleTable table = contest_samples(contest, "some_lab", {});
  CHECK(table.columns.back() == "megahertz");
  CHECK(table.rows[0].back() == "2000");
  CHECK(std::count(table.environment.begin(), table.environment.end(),
                   std::pair<std::string, std::string>{"measured again", "2"}) == 1);

  // Contestant 1 is slow from its third measurement on.
  const auto hot = [](std::size_t who, std::int64_t, int call) {
    return Timing{100, who == 1 && call > 1 ? 1499.0 : 2000.0, ""};
  };
  const Contest slow = held(hot, rules);
  CHECK(slow.again == 4 * 3);
  CHECK(samples_of(slow, 1, 0).size() == 5);
  CHECK(slow_samples(slow, 0.75) == 4);
  CHECK(slow_samples(slow, 0.7) == 0);

  // A clock that is just fast enough; and a failure, which is not repeated.
  const auto enough = [](std::size_t who, std::int64_t, int call) {
    return Timing{100, call == 0 ? 2000.0 : 1500.0, who == 2 ? "no" : ""};
  };
  CHECK(held(enough, rules).again == 0);

  const Contest unknown = held(FakeRunner().time, rules);  // 0 megahertz: unknown.
  CHECK(unknown.again == 0);
  CHECK(unknown.megahertz_max == 0);
  CHECK(slow_samples(unknown, 0.75) == 0);
}

TEST_CASE("who fails leaves, and its samples with it; the others go on") {
  FakeRunner runner;
  runner.time = [](std::size_t who, std::int64_t point, int call) {
    if (who == 1 && point == 2 && call == 3) return Timing{0, 0, "a wrong result"};
    return Timing{100, 0, ""};
  };
  const Contest contest = hold_contest(kThree, {1, 2}, 0, {}, runner);
  CHECK(contest.failures == std::vector<std::string>{"", "a wrong result", ""});
  CHECK(samples_of(contest, 1, 0).empty());
  CHECK(samples_of(contest, 1, 1).empty());
  CHECK(samples_of(contest, 2, 1).size() == static_cast<std::size_t>(contest.rounds));
  CHECK_FALSE(ratio_of(contest, 1, 0, 0));
  CHECK_FALSE(same_twice(contest));
  const auto asked_later = std::count_if(runner.asked.begin(), runner.asked.end(),
                                         [](auto one) { return one.first == 1; });
  CHECK(asked_later < 12);

  FakeRunner hopeless;
  hopeless.time = [](std::size_t, std::int64_t, int) { return Timing{0, 0, "no"}; };
  const Contest none = hold_contest(kThree, {1, 2}, 0, {}, hopeless);
  CHECK(none.end == ContestEnd::nobody);
  CHECK(none.rounds == 0);
  CHECK(hopeless.asked.size() == 3);
}

TEST_CASE("an interruption keeps what was measured, and ratios only of whole pairs") {
  FakeRunner runner;
  runner.interrupt_at = 3 + 3 * 2 + 1;  // Warm-up, two rounds, and one more sample.
  const Contest contest = hold_contest(kThree, {1}, 0, {}, runner);
  CHECK(contest.end == ContestEnd::interrupted);
  CHECK(contest.rounds == 2);
  const SampleTable table = contest_samples(contest, "some_lab", {{"device", "none"}});
  CHECK(table.rows.size() == 2 * 3 + 1);
  CHECK(table.columns.size() == table.rows[0].size());
  CHECK(std::count(table.environment.begin(), table.environment.end(),
                   std::pair<std::string, std::string>{"end", "interrupted"}) == 1);

  // A contestant's further numbers get a column each.
  FakeRunner counting;
  counting.interrupt_at = 3 + 3;
  counting.time = [](std::size_t who, std::int64_t, int call) {
    return Timing{100, 0, "", {static_cast<std::int64_t>(who), call}};
  };
  const SampleTable counts = contest_samples(hold_contest(kThree, {1}, 0, {}, counting),
                                             "some_lab", {}, {"who", "call"});
  REQUIRE(counts.columns.size() >= 2);
  CHECK(std::vector(counts.columns.end() - 2, counts.columns.end()) ==
        std::vector<std::string>{"who", "call"});
  REQUIRE(counts.rows.size() == 3);
  CHECK(counts.columns.size() == counts.rows[0].size());
  CHECK(std::vector(counts.rows[2].end() - 2, counts.rows[2].end()) ==
        std::vector<std::string>{"2", "1"});

  FakeRunner at_once;
  at_once.interrupt_at = 1;
  CHECK(hold_contest(kThree, {1}, 0, {}, at_once).end == ContestEnd::interrupted);

  // Ctrl-C also ends the worker; that failure is not the contestant's.
  FakeRunner ended;
  ended.interrupt_at = 5;
  ended.time = [&](std::size_t, std::int64_t, int) {
    return ended.interrupted() ? Timing{0, 0, "the worker ended"} : Timing{100, 0, ""};
  };
  CHECK(hold_contest(kThree, {1}, 0, {}, ended).failures ==
        std::vector<std::string>{"", "", ""});
}

TEST_CASE("the same program twice: how far apart, and whether chance explains it") {
  const auto fair = [](std::size_t who, std::int64_t, int call) {
    return Timing{100 + noise(call + 100 * static_cast<int>(who)), 0, ""};
  };
  const auto same = same_twice(held(fair, rounds(20, 20), {1, 2}));
  REQUIRE(same);
  CHECK(same->consistent);
  CHECK(same->apart > 0);
  CHECK(same->apart < 0.02);

  // The two contestants of the same code differ at one of two points.
  const auto unfair = [](std::size_t who, std::int64_t point, int call) {
    return Timing{(who == 2 && point == 2 ? 105 : 100) + noise(call), 0, ""};
  };
  const auto apart = same_twice(held(unfair, rounds(20, 20), {1, 2}));
  REQUIRE(apart);
  CHECK_FALSE(apart->consistent);
  CHECK(apart->apart == doctest::Approx(0.05).epsilon(0.05));
}

}  // namespace gridlock::test_contest
