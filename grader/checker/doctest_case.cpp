#include "checker/doctest_case.h"

#include <doctest/doctest.h>

#include <map>
#include <ostream>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "checker/interrupt.h"

namespace gridlock {
namespace {

constexpr const char* kReporterName = "gridlock";

/// File and line: doctest's names may hold its own wildcards and separators.
using Position = std::pair<std::string, int>;

/// All cases, in the order in which a run would take them.
using Cases = std::map<Position, int>;

/// doctest makes the reporter and calls the bodies by itself; all that both can see of us
/// is the stream that it shall print to.  So that stream leads to the case, or to the
/// answer to a query.  Nothing is printed to it.
class Link : public std::ostream {
 public:
  explicit Link(ActiveCase* active_case, Cases* answer = nullptr)
      : std::ostream(nullptr), active(active_case), query_answer(answer) {}
  ActiveCase* const active;
  Cases* const query_answer;
};

/// The link of a doctest run; nullptr if the run is none of ours.
const Link* link_of(const doctest::ContextOptions* options) {
  return options ? dynamic_cast<const Link*>(options->cout) : nullptr;
}

ActiveCase& case_of(const doctest::ContextOptions* options) {
  const Link* const link = link_of(options);
  if (!link || !link->active)
    throw std::logic_error("explore() is called outside of a check");
  return *link->active;
}

std::vector<std::string> infos_in_scope() {
  std::vector<std::string> infos;
  const auto* const* contexts = doctest::IReporter::get_active_contexts();
  for (int i = 0; i < doctest::IReporter::get_num_active_contexts(); ++i) {
    std::ostringstream text;
    contexts[i]->stringify(&text);
    infos.push_back(text.str());
  }
  return infos;
}

class CaseReporter : public doctest::IReporter {
 public:
  explicit CaseReporter(const doctest::ContextOptions& options) : options_(options) {}

  void report_query(const doctest::QueryData& query) override {
    const Link* const link = link_of(&options_);
    if (!link || !link->query_answer) return;
    for (unsigned i = 0; i < query.num_data; ++i)
      link->query_answer->emplace(Position{query.data[i]->m_file.c_str(),
                                           static_cast<int>(query.data[i]->m_line)},
                                  static_cast<int>(i) + 1);
  }

  void log_assert(const doctest::AssertData& data) override {
    const bool leaves = data.m_threw && running().is_leaving();
    if (!data.m_failed || leaves) return;
    FailedAssertion failure;
    failure.expression = data.m_expr;
    failure.expanded = data.m_threw ? std::string("threw: ") + data.m_exception.c_str()
                                    : data.m_decomp.c_str();
    failure.info = infos_in_scope();
    failure.file = data.m_file;
    failure.line = data.m_line;
    running().assertion_failed(std::move(failure));
  }

  void log_message(const doctest::MessageData& data) override {
    if (data.m_severity == doctest::assertType::is_warn) return;
    FailedAssertion failure;
    failure.info = infos_in_scope();
    failure.info.emplace_back(data.m_string.c_str());
    failure.file = data.m_file;
    failure.line = data.m_line;
    running().assertion_failed(std::move(failure));
  }

  void test_case_exception(const doctest::TestCaseException& exception) override {
    if (running().is_leaving()) return;
    running().check_is_broken(exception.error_string.c_str());
  }

  void test_run_start() override {}
  void test_run_end(const doctest::TestRunStats&) override {}
  void test_case_start(const doctest::TestCaseData&) override {}
  void test_case_reenter(const doctest::TestCaseData&) override {}
  void test_case_end(const doctest::CurrentTestCaseStats&) override {}
  void subcase_start(const doctest::SubcaseSignature&) override {}
  void subcase_end() override {}
  void test_case_skipped(const doctest::TestCaseData&) override {}

 private:
  ActiveCase& running() const { return case_of(&options_); }

  const doctest::ContextOptions& options_;
};

REGISTER_REPORTER(kReporterName, 1, CaseReporter);

void prepare(doctest::Context& context, Link& link) {
  context.setOption("reporters", kReporterName);
  context.setOption("order-by", "file");
  context.setOption("no-breaks", true);
  context.setOption("no-skip", true);
  context.setCout(&link);
}

Cases all_cases() {
  Cases cases;
  Link link(nullptr, &cases);
  doctest::Context context;
  prepare(context, link);
  const char* const arguments[] = {"gridlock", "--list-test-cases"};
  context.applyCommandLine(2, arguments);
  context.run();
  return cases;
}

}  // namespace

ActiveCase& running_case() { return case_of(doctest::getContextOptions()); }

void DoctestCase::run(ActiveCase& active) {
  static const Cases cases = all_cases();
  const auto found = cases.find({check_.file, check_.line});
  if (found == cases.end()) {
    active.check_is_broken("doctest does not know this check");
    return;
  }
  Link link(&active);
  doctest::Context context;
  prepare(context, link);
  context.setOption("first", found->second);
  context.setOption("last", found->second);
  context.run();
  stop_if_interrupted();
}

void DoctestCase::run_part(const std::function<void()>& part) {
  try {
    part();
  } catch (const doctest::detail::TestFailureException&) {
  }
}

std::vector<std::string> DoctestCase::infos() const { return infos_in_scope(); }

}  // namespace gridlock
