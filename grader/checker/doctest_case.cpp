// Runs one of the doctest cases that are linked in, and passes its failed assertions to
// the active case instead of printing them.
#include <doctest/doctest.h>

#include <map>
#include <ostream>
#include <sstream>
#include <utility>

#include "checker/case.h"
#include "checker/interrupt.h"

namespace gridlock {
namespace {

constexpr const char* kReporterName = "gridlock";

/// File and line: doctest's names may hold its own wildcards and separators.
using Position = std::pair<std::string, int>;

/// Filled by a query for all cases, in the order in which a run would take them.
std::map<Position, int>* query_result = nullptr;

class CaseReporter : public doctest::IReporter {
 public:
  explicit CaseReporter(const doctest::ContextOptions&) {}

  void report_query(const doctest::QueryData& query) override {
    if (!query_result) return;
    for (unsigned i = 0; i < query.num_data; ++i)
      query_result->emplace(Position{query.data[i]->m_file.c_str(),
                                     static_cast<int>(query.data[i]->m_line)},
                            static_cast<int>(i) + 1);
  }

  void log_assert(const doctest::AssertData& data) override {
    const bool leaves = data.m_threw && ActiveCase::current().is_leaving();
    if (!data.m_failed || leaves) return;
    FailedAssertion failure;
    failure.expression = data.m_expr;
    failure.expanded = data.m_threw ? std::string("threw: ") + data.m_exception.c_str()
                                    : data.m_decomp.c_str();
    failure.info = active_infos();
    failure.file = data.m_file;
    failure.line = data.m_line;
    ActiveCase::current().assertion_failed(std::move(failure));
  }

  void log_message(const doctest::MessageData& data) override {
    if (data.m_severity == doctest::assertType::is_warn) return;
    FailedAssertion failure;
    failure.info = active_infos();
    failure.info.insert(failure.info.begin(), data.m_string.c_str());
    failure.file = data.m_file;
    failure.line = data.m_line;
    ActiveCase::current().assertion_failed(std::move(failure));
  }

  void test_case_exception(const doctest::TestCaseException& exception) override {
    if (ActiveCase::current().is_leaving()) return;
    ActiveCase::current().check_is_broken(exception.error_string.c_str());
  }

  void test_run_start() override {}
  void test_run_end(const doctest::TestRunStats&) override {}
  void test_case_start(const doctest::TestCaseData&) override {}
  void test_case_reenter(const doctest::TestCaseData&) override {}
  void test_case_end(const doctest::CurrentTestCaseStats&) override {}
  void subcase_start(const doctest::SubcaseSignature&) override {}
  void subcase_end() override {}
  void test_case_skipped(const doctest::TestCaseData&) override {}
};

REGISTER_REPORTER(kReporterName, 1, CaseReporter);

void prepare(doctest::Context& context) {
  context.setOption("reporters", kReporterName);
  context.setOption("order-by", "file");
  context.setOption("no-breaks", true);
  context.setOption("no-skip", true);
  static std::ostream nowhere(nullptr);
  context.setCout(&nowhere);
}

std::map<Position, int> all_cases() {
  std::map<Position, int> cases;
  query_result = &cases;
  doctest::Context context;
  prepare(context);
  const char* const arguments[] = {"gridlock", "--list-test-cases"};
  context.applyCommandLine(2, arguments);
  context.run();
  query_result = nullptr;
  return cases;
}

}  // namespace

std::vector<std::string> active_infos() {
  std::vector<std::string> infos;
  const auto* const* contexts = doctest::IReporter::get_active_contexts();
  for (int i = 0; i < doctest::IReporter::get_num_active_contexts(); ++i) {
    std::ostringstream text;
    contexts[i]->stringify(&text);
    infos.push_back(text.str());
  }
  return infos;
}

void run_doctest_case(const RegisteredCheck& check) {
  static const std::map<Position, int> cases = all_cases();
  const auto found = cases.find({check.file, check.line});
  if (found == cases.end()) {
    ActiveCase::current().check_is_broken("doctest does not know this check");
    return;
  }
  doctest::Context context;
  prepare(context);
  context.setOption("first", found->second);
  context.setOption("last", found->second);
  context.run();
  stop_if_interrupted();
}

}  // namespace gridlock
