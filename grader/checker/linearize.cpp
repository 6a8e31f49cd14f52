#include "checker/include/gridlock/linearize.h"

namespace gridlock::check {

std::vector<Call> calls_of(const Outcome& outcome) {
  constexpr std::size_t kFields = 6;
  const auto& values = outcome["calls"];
  std::vector<Call> calls;
  if (values.size() % kFields != 0) {
    FAIL_CHECK("the scenario returned a broken list of calls");
    return calls;
  }
  for (std::size_t i = 0; i < values.size(); i += kFields)
    calls.push_back({values[i], values[i + 1], values[i + 2], values[i + 3],
                     values[i + 4], values[i + 5]});
  return calls;
}

}  // namespace gridlock::check
