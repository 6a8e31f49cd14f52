// The functions that checks.cpp calls; they pass everything to the running case.
#include "checker/include/gridlock/check.h"

#include <fmt/format.h>
#include <algorithm>

#include "checker/doctest_case.h"

namespace gridlock::check {

const std::vector<std::int64_t>& Outcome::operator[](const std::string& name) const {
  static const std::vector<std::int64_t> kNothing;
  const auto found = raw_.outputs.find(name);
  if (found != raw_.outputs.end()) return found->second;
  const std::string message = "the program returned no \"" + name + "\"";
  ADD_FAIL_CHECK_AT(__FILE__, __LINE__, message);
  return kNothing;
}

std::int64_t Outcome::value(const std::string& name) const {
  const auto& values = (*this)[name];
  if (values.size() == 1) return values.front();
  if (raw_.outputs.contains(name)) {
    const std::string message = fmt::format(
        "the program returned {} values of \"{}\" "
        "where one is expected",
        values.size(), name);
    ADD_FAIL_CHECK_AT(__FILE__, __LINE__, message);
  }
  return 0;
}

std::int64_t Outcome::counter(const std::string& name) const {
  const auto found = raw_.counters.find(name);
  return found == raw_.counters.end() ? 0 : found->second;
}

bool Explored::some(const std::function<bool(const Outcome&)>& predicate) const {
  if (!ran_) {
    ActiveCase& active_case = running_case();
    active_case.skip(active_case.too_few_devices());
  }
  return std::ranges::any_of(outcomes_, [&](const gridlock::Outcome& outcome) {
    return predicate(Outcome(outcome));
  });
}

Explored explore(const std::string& scenario, const Params& params, const Judge& judge,
                 const DeviceModel& device) {
  return running_case().explore(scenario, params, judge, device);
}

bool would_fail(const std::function<void()>& part) {
  return running_case().rehearse(part) != Verdict::passed;
}

Cheaper::Cheaper(int divisor) : before_(running_case().divisor) {
  running_case().divisor = std::max({1, before_, divisor});
}

Cheaper::~Cheaper() { running_case().divisor = before_; }

AtLeast::AtLeast(int executions) { running_case().executions_min = executions; }

AtLeast::~AtLeast() { running_case().executions_min = 1; }

Patient::Patient() { running_case().patient = true; }

Patient::~Patient() { running_case().patient = false; }

RacesAside::RacesAside() { running_case().races_aside = true; }

RacesAside::~RacesAside() { running_case().races_aside = false; }

void message_suffices() { running_case().message_suffices(); }

void skip_on_gpu(const std::string& why) { running_case().skip(why); }

bool on_sim() { return running_case().executor() == ExecutorKind::sim; }
bool on_gpu() { return running_case().executor() == ExecutorKind::gpu; }

}  // namespace gridlock::check
