// What a page has in place of a system: one thread, no limits from outside, no signals.
#include <exception>
#include <new>
#include <string>

#include "checker/interrupt.h"
#include "checker/parallel.h"
#include "checker/worker_process.h"
#include "common/files.h"
#include "common/limits.h"
#include "common/own_tree.h"
#include "common/processors.h"
#include "common/scratch_folder.h"
#include "common/subprocess.h"
#include "isolation/box.h"
#include "report/progress_line.h"

namespace gridlock {

std::string tight_file_limit(std::uint64_t) { return ""; }
std::string tight_memory_limit(std::uint64_t) {
  return "A page has 4 GiB of addresses at most.";
}
std::string message_of(const std::exception& error) {
  if (dynamic_cast<const std::bad_alloc*>(&error)) return "the page has no more memory";
  return error.what();
}
std::string ask_program(std::vector<std::string>) { return ""; }
const fs::path& own_tree() {
  static const fs::path root("/tree");
  return root;
}
unsigned available_processors() { return 1; }
void stop_if_interrupted() {}
unsigned checks_at_once() { return 1; }
struct ParallelChecks::State {};
ParallelChecks::ParallelChecks(std::size_t, unsigned,
                               const std::function<CheckRun(std::size_t)>&) {}
ParallelChecks::~ParallelChecks() = default;
CheckRun ParallelChecks::result(std::size_t) { return {}; }
void ParallelChecks::wait() {}
std::string_view name(BoxTier) { return "D"; }
ChildPlan Box::around(ChildPlan plan, const BoxView&) const { return plan; }

void ProgressLine::say(const std::string& what) {
  page_progress(what.data(), what.size());
}

}  // namespace gridlock
