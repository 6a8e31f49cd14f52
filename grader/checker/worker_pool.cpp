#include "checker/worker_pool.h"

#include <fmt/format.h>

namespace gridlock {
namespace {

std::variant<Hello, WorkerFate> greet(WorkerProcess& process,
                                      std::chrono::milliseconds limit) {
  auto received = process.receive(WorkerProcess::Clock::now() + limit);
  if (auto* fate = std::get_if<WorkerFate>(&received)) {
    if (fate->exit_code == kCalledCudaOnLoad)
      *fate = {Verdict::crashed, "The file calls CUDA before there is a device."};
    fate->message += "  It happened while the program was being loaded.";
    if (fate->verdict == Verdict::crashed)
      fate->message +=
          "  Then only constructors of variables outside of functions run.  None of them "
          "may call CUDA in the simulator: make such a variable one of a function.";
    return *fate;
  }
  const Frame& frame = std::get<Frame>(received);
  try {
    if (frame.type == FrameType::failure)
      return process.end_with(fate_by_own_word(decode_as<Failure>(frame).message));
    if (frame.type == FrameType::hello) return decode_as<Hello>(frame);
  } catch (const ProtocolError&) {
  }
  return process.end(
      Verdict::protocol_error,
      "The submission sent messages in the worker's place while it was loaded.");
}

}  // namespace

WorkerPrograms installed_workers() {
  std::error_code error;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", error);
  const auto folder = self.parent_path();
  return {folder / "gridlock-worker-sim", folder / "gridlock-worker-gpu", {}, {}};
}

std::variant<ReadyWorker*, WorkerFate> WorkerPool::acquire(
    ExecutorKind executor, const std::filesystem::path& module) {
  const Key key{executor, module};
  auto& slot = workers_[key];
  if (slot && slot->process.is_alive()) return slot.get();
  slot.reset();
  if (const auto failed = failed_.find(key); failed != failed_.end())
    return failed->second;
  auto started = start(key);
  if (auto* fate = std::get_if<WorkerFate>(&started)) {
    if (!fate->is_unexplained()) failed_[key] = *fate;
    return *fate;
  }
  slot = std::get<std::unique_ptr<ReadyWorker>>(std::move(started));
  return slot.get();
}

std::unique_ptr<ReadyWorker> WorkerPool::begin(const Key& key) const {
  const auto& [executor, module] = key;
  const bool on_gpu = executor == ExecutorKind::gpu;
  const WorkerLimits& limits = programs_.limits;
  return std::unique_ptr<ReadyWorker>(new ReadyWorker{
      WorkerProcess({on_gpu ? programs_.gpu : programs_.sim, module, executor,
                     on_gpu ? limits.memory_gpu : limits.memory_sim, programs_.box}),
      {},
      on_gpu ? limits.silence_gpu : limits.silence_sim});
}

void WorkerPool::warm_up_gpu(int devices) {
  if (!programs_.box.is_none() || !std::filesystem::exists(programs_.gpu)) return;
  warm_ = begin({ExecutorKind::gpu, {}});
  warm_->process.send(FrameType::warm_up, WarmUp{devices});
  warm_->process.flush();
}

std::variant<std::unique_ptr<ReadyWorker>, WorkerFate> WorkerPool::start(const Key& key) {
  const auto& [executor, module] = key;
  const bool on_gpu = executor == ExecutorKind::gpu;
  const auto& program = on_gpu ? programs_.gpu : programs_.sim;
  if (!std::filesystem::exists(program))
    return WorkerFate{
        Verdict::grader_error,
        fmt::format("{} is missing; build gridlock again.", program.string())};
  std::unique_ptr<ReadyWorker> worker = on_gpu ? std::move(warm_) : nullptr;
  if (worker && worker->process.is_alive()) {
    worker->process.send(FrameType::load, Load{module.string()});
    worker->has_failed = false;
  } else {
    worker = begin(key);
  }
  const WorkerLimits& limits = programs_.limits;
  auto greeting = greet(worker->process, on_gpu ? limits.hello_gpu : limits.hello_sim);
  if (auto* fate = std::get_if<WorkerFate>(&greeting)) return *fate;
  worker->hello = std::get<Hello>(std::move(greeting));
  return worker;
}

void WorkerPool::renew(const std::filesystem::path& module) {
  if (auto worker = workers_.extract({ExecutorKind::gpu, module});
      worker && !programs_.box.is_for_strangers())
    warm_ = std::move(worker.mapped());
}

void WorkerPool::discard(ExecutorKind executor, const std::filesystem::path& module) {
  workers_.erase({executor, module});
}

void WorkerPool::refuse(ExecutorKind executor, const std::filesystem::path& module,
                        const WorkerFate& fate) {
  discard(executor, module);
  failed_.insert_or_assign({executor, module}, fate);
}

}  // namespace gridlock
