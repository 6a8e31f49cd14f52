/// In place of a worker's process: the executor itself, in the page's own worker.
#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>

#include "build/module.h"
#include "checker/worker_end.h"
#include "isolation/box.h"
#include "protocol/executor.h"
#include "protocol/frame.h"

extern "C" {
__attribute__((import_module("page"), import_name("progress"))) void page_progress(
    const char* text, std::size_t bytes);
/// Moves to /run/printed what the code under test has printed.
__attribute__((import_module("page"), import_name("printed"))) void page_printed();
}

namespace gridlock {

class WorkerProcess {
 public:
  using Clock = std::chrono::steady_clock;

  /// \param running set to this object while it lives
  WorkerProcess(std::unique_ptr<Executor> executor, WorkerProcess*& running)
      : executor_(std::move(executor)), running_(running) {
    running = this;
  }
  WorkerProcess(const WorkerProcess&) = delete;
  WorkerProcess& operator=(const WorkerProcess&) = delete;
  ~WorkerProcess() {
    end_executor();
    if (running_ == this) running_ = nullptr;
  }
  void stop() { end_executor(); }
  Executor& executor() const { return *executor_; }
  bool is_alive() const { return executor_ != nullptr; }
  /// What the code under test has printed since the last call.
  std::string take_output();
  WorkerFate end(Verdict verdict, const std::string& message) {
    end_executor();
    return {verdict, message};
  }

 private:
  /// Also frees all memory that was reserved: there is one executor at a time.
  void end_executor();
  std::unique_ptr<Executor> executor_;
  WorkerProcess*& running_;
};

}  // namespace gridlock
