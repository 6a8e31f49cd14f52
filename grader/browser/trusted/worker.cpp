// The checker's workers, in the same thread: a request is a call.
#include <exception>

#include "checker/exploration.h"
#include "checker/worker_pool.h"
#include "common/files.h"
#include "common/limits.h"
#include "sim/run/executor.h"

namespace gridlock {
namespace {

/// Passes on what an executor observes, until the handler has seen enough.
class HandlerSink : public Sink {
 public:
  explicit HandlerSink(ExplorationHandler& handler) : handler_(handler) {}

  bool outcome(const Outcome& outcome) override {
    return ask([&] { return handler_.outcome(outcome); });
  }
  bool finding(const Finding& finding) override {
    return ask([&] { return handler_.finding(finding); });
  }
  bool program_result(const ProgramResult& result) override {
    return ask([&] { return handler_.program_result(result); });
  }
  void progress(std::uint64_t schedules) override {
    page_progress(nullptr, 0);
    handler_.progress(schedules);
  }

  std::exception_ptr thrown;

 private:
  template <class Question>
  bool ask(const Question& question) {
    if (!going_on_) return false;
    try {
      going_on_ = question();
    } catch (...) {
      thrown = std::current_exception();
      going_on_ = false;
    }
    return going_on_;
  }

  ExplorationHandler& handler_;
  bool going_on_ = true;
};

}  // namespace

std::string WorkerProcess::take_output() {
  page_printed();
  return read_file("/run/printed");
}

std::variant<ReadyWorker*, WorkerFate> WorkerPool::acquire(ExecutorKind executor,
                                                           const fs::path& module) {
  const Key key{executor, module};
  auto& slot = workers_[key];
  if (slot && slot->process.is_alive()) return slot.get();
  // There is one simulation at a time, whatever pool it belongs to.
  static WorkerProcess* running = nullptr;
  if (running) running->stop();
  try {
    slot.reset(
        new ReadyWorker{WorkerProcess(make_sim_executor(module), running), {}, {}});
  } catch (const std::exception& error) {
    return WorkerFate{Verdict::crashed, message_of(error)};
  }
  const Executor& made = slot->process.executor();
  slot->hello = {made.description(), {}, made.devices(), made.scenarios()};
  return slot.get();
}

void WorkerPool::warm_up_gpu(int) {}
void WorkerPool::renew(const fs::path&) {}
void WorkerPool::discard(ExecutorKind executor, const fs::path& module) {
  workers_.erase({executor, module});
}
void WorkerPool::refuse(ExecutorKind, const fs::path&, const WorkerFate&) {}

WorkerFate WorkerFate::after_second_attempt() const {
  WorkerFate fate = *this;
  if (if_again) fate.verdict = *if_again;
  return fate;
}

bool is_implausible(const Summary&, double) { return false; }

namespace {

template <class Work>
ExplorationEnd observed(ReadyWorker& worker, ExplorationHandler& handler,
                        const Work& work) {
  HandlerSink sink(handler);
  ExplorationEnd end;
  try {
    end.summary = work(worker.process.executor(), sink);
  } catch (const std::exception& error) {
    end.fate = worker.process.end(Verdict::protocol_error, message_of(error));
  }
  end.thrown = sink.thrown;
  return end;
}

}  // namespace

ExplorationEnd explore_with(ReadyWorker& worker, const ExploreRequest& request,
                            ExplorationHandler& handler) {
  return observed(worker, handler, [&](Executor& executor, Sink& sink) {
    return executor.explore(request, sink);
  });
}

ExplorationEnd run_with(ReadyWorker& worker, const RunRequest& request,
                        ExplorationHandler& handler) {
  return observed(worker, handler, [&](Executor& executor, Sink& sink) {
    return executor.run_program(request, sink);
  });
}

}  // namespace gridlock
