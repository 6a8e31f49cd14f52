// The checks of lab 05, part 5e: a queue that the host sends.

#include "checks.h"

namespace gridlock::check {
namespace {

void send_queue() {
  const Work work = on_gpu() ? Work{500, 264, 64} : Work{4, 2, 2, 8};
  INFO(text(work), ", then one item less, and one less again");
  const Cheaper cheaper(work.divisor);
  explore("send", params_of(work, "launches", 3),
          [&](const Outcome& outcome) { check_handed(outcome, work, 3, -1); });
}

void send_in_turn() {
  if (on_gpu()) return;
  CaseSpace space;
  space.number("launches", 1, 34, {1, 2, 5, 9, 17, 33}).amount("items", 3, {0, 1, 3});
  space.number("blocks", 1, 3).number("threads", 1, 2).number("period", 1, 4, {1, 2, 4});
  space.where([](Case c) { return c["period"] <= c["items"] + 1; });
  space.cost([](Case c) {
    const int64_t threads = c["blocks"] * c["threads"];
    return c["launches"] * (3 + 2 * threads * (1 + c["items"]));
  });
  for_cases(space, [](Case c) {
    const int64_t launches = c["launches"];
    INFO("up to ", text(work_of(c)), ", sent ", counted(launches, "time"));
    explore("send", c, [&](const Outcome& outcome) {
      check_handed(outcome, work_of(c), launches, -1, c["period"]);
    });
  });
}

// Sends two queues, each in its own stream.
void send_to_two_streams() {
  const Cheaper cheaper(50);
  constexpr int64_t kSends = 12, kMost = 2;
  INFO(counted(kSends, "queue"), " of up to ", kMost,
       " items, sent to 2 streams before the first is worked off");
  const Params params = given("sends", kSends, "most", kMost, "queues", 2, "blocks", 1,
                              "threads", 1, "patience", 20'000);
  explore("send_in_a_row", params, [&](const Outcome& outcome) {
    int64_t items = 0;
    for (int64_t i = 0; i < kSends; ++i) items += i % (kMost + 1);
    check_handed(outcome, {items, 1, 1});
  });
}

void send_any_length() {
  const Cheaper cheaper(100);
  INFO("queues of several lengths");
  explore("send_lengths", {}, [](const Outcome& outcome) {
    const auto& total = outcome["total"];
    ENSURE(std::count(total.begin(), total.end(), 0) < ssize(total),
           "`total` is still 0 after sendQueue(): all sizeof(WorkQueue) bytes must be "
           "copied into the queue");
    check_filled(outcome, {"by sendQueue()"});
  });
}

// The student's code gets CUDA's error for a stream that does not exist, and must return
// it.
void refuse_to_send() {
  if (on_gpu()) return;  // A GPU's driver may end the program instead.
  const Cheaper cheaper(500);
  INFO("sendQueue() to a stream that does not exist");
  explore("send_to_nowhere", {}, [](const Outcome& outcome) {
    ENSURE(outcome.value("refused") == 1,
           "sendQueue() returned cudaSuccess for a stream that does not exist");
  });
}

LAB_CHECK("5e", 3, functional, "sendQueue: all is worked off, once, each time") {
  send_any_length();
  send_queue();
  send_in_turn();
  send_to_two_streams();
}

LAB_CHECK("5e", 4, ordering,
          "sendQueue: the new queue comes after the kernel before it") {
  send_queue();
}

LAB_CHECK_ON("5e", 1, functional, sim, "sendQueue: an error of CUDA is returned") {
  refuse_to_send();
}

}  // namespace
}  // namespace gridlock::check
