#include "checker/doctest_case.h"

#include <doctest/doctest.h>

#include <ostream>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "checker/interrupt.h"

namespace gridlock {
namespace {

constexpr const char* kReporterName = "gridlock";
constexpr const char* kCaseName = "gridlock runs a check";

struct Running {
  const RegisteredCheck& check;
  ActiveCase& active;
};

/// The running check.  It is global because doctest makes the reporter and calls the
/// case, and cannot pass the check to them.
const Running* running = nullptr;

/// The only case that doctest runs here: outside of a case doctest's assertions report
/// nothing.
TEST_CASE(kCaseName* doctest::skip()) {
  if (running) running->check.body();
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
  explicit CaseReporter(const doctest::ContextOptions&) {}

  void log_assert(const doctest::AssertData& data) override {
    const bool leaves = data.m_threw && running_case().is_leaving();
    if (!data.m_failed || leaves) return;
    FailedAssertion failure;
    failure.expression = data.m_expr;
    failure.expanded = data.m_threw ? std::string("threw: ") + data.m_exception.c_str()
                                    : data.m_decomp.c_str();
    failure.info = infos_in_scope();
    failure.file = data.m_file;
    failure.line = data.m_line;
    running_case().assertion_failed(std::move(failure));
  }

  void log_message(const doctest::MessageData& data) override {
    if (data.m_severity == doctest::assertType::is_warn) return;
    FailedAssertion failure;
    failure.info = infos_in_scope();
    failure.info.emplace_back(data.m_string.c_str());
    failure.file = data.m_file;
    failure.line = data.m_line;
    running_case().assertion_failed(std::move(failure));
  }

  void test_case_exception(const doctest::TestCaseException& exception) override {
    if (running_case().is_leaving()) return;
    running_case().check_is_broken(exception.error_string.c_str());
  }

  void report_query(const doctest::QueryData&) override {}
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

}  // namespace

ActiveCase& running_case() {
  if (!running) throw std::logic_error("explore() is called outside of a check");
  return running->active;
}

void DoctestCase::run(ActiveCase& active) {
  const Running now{check_, active};
  running = &now;
  std::ostream nowhere(nullptr);
  doctest::Context context;
  context.setOption("reporters", kReporterName);
  context.setOption("test-case", kCaseName);
  context.setOption("no-breaks", true);
  context.setOption("no-skip", true);
  context.setCout(&nowhere);
  context.run();
  running = nullptr;
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
