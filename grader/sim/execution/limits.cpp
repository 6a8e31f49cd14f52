#include "sim/execution/limits.h"

#include <algorithm>
#include <utility>

#include "common/invariant.h"

namespace gridlock::sim {

namespace {

/// Synchronization points that may pass without progress; a larger grid may take more.
constexpr std::uint64_t kStepsMax = 1'500'000;
constexpr std::uint64_t kStepsPerThread = 2'000;
/// A further factor for the limits on steps of a whole program: its input may be large.
/// The allowance is another factor.
constexpr std::uint64_t kLargeInputTimes = 4;
/// Steps per pair of threads, for kernels in which each thread polls for every other.
constexpr std::uint64_t kStepsPerPair = 16;
/// Larger grids get no steps per pair: they would run for too long.
constexpr std::uint64_t kThreadsOfPairsMax = 1'500;
/// The limit on all steps of a kernel, in multiples of the limit on steps without
/// progress.
constexpr std::uint64_t kKernelTimes = 4;
/// The schedule becomes fair after this part, 1 / kUnfairPart, of the steps that may pass
/// without progress.
constexpr std::uint64_t kUnfairPart = 4;
/// The limits for an execution in which all kernels end.
constexpr std::uint64_t kExecutionSteps = 64'000'000;
constexpr std::uint64_t kLaunchesMax = 100'000;
/// Threads that wait for each other poll at most kWordsPerThread words each, and
/// kSharedWords more together.
constexpr std::uint64_t kWordsPerThread = 4;
constexpr std::uint64_t kSharedWords = 256;
/// Added to every limit if the policy makes a thread wait for long: each vain poll takes
/// a few steps.
constexpr std::uint64_t kLongWaitSteps = 4 * kLongPatience;

/// The factor by which a whole program may exceed a lab's limits.
std::uint64_t times_for_large_input(std::uint64_t allowance) {
  return allowance == 1 ? 1 : kLargeInputTimes * allowance;
}

std::uint64_t steps_of(const Kernel& kernel, std::uint64_t allowance) {
  const std::uint64_t threads = kernel.grid.count() * kernel.block.count();
  const std::uint64_t pairs = threads < kThreadsOfPairsMax ? threads * threads : 0;
  return std::max(threads * kStepsPerThread * times_for_large_input(allowance),
                  pairs * kStepsPerPair);
}

}  // namespace

void Limits::begin(Patience patience, std::uint64_t allowance) {
  INVARIANT("A program may do at least as much as a lab.", allowance >= 1);
  allowance_ = allowance;
  fair_ = false;
  extra_ = patience == Patience::long_ ? kLongWaitSteps : 0;
  next_look_ = kStepsBetweenLooks;
  looked_at_ = 0;
  progress_ = {};
  word_ = 0;
  words_.clear();
}

std::optional<Overrun> Limits::look(const Tally& now, Kernel* kernel,
                                    std::span<const Device> devices) {
  INVARIANT("Steps only grow.", now.steps >= looked_at_ && now.steps >= progress_.steps);
  const std::uint64_t passed = now.steps - looked_at_;
  looked_at_ = now.steps;
  next_look_ = now.steps + kStepsBetweenLooks;
  std::uint64_t allowed = kStepsMax + extra_;
  for (const Device& device : devices)
    for (const Kernel* begun : device.kernels()) allowed += steps_of(*begun, allowance_);
  if (kernel) {
    kernel->steps += passed;
    kernel->steps_in_vain += passed;
    INVARIANT("Steps in vain are counted among all steps.",
              kernel->steps_in_vain <= kernel->steps);
    const std::uint64_t threads = kernel->grid.count() * kernel->block.count();
    if (reaches_new_words(threads)) made_progress(*kernel, now);
    const std::uint64_t own = kStepsMax + extra_ + steps_of(*kernel, allowance_);
    if (kernel->steps_in_vain >= own) return without_progress(kernel->steps_in_vain, now);
    if (kernel->steps_in_vain >= extra_ + (own - extra_) / kUnfairPart &&
        !std::exchange(fair_, true))
      return Overrun{kernel->steps_in_vain, std::nullopt, true};
    if (kernel->steps >= kKernelTimes * allowance_ * own)
      return Overrun{kernel->steps, RunsTooLong{.kind = RunsTooLong::Kind::kernel,
                                                .steps = kernel->steps,
                                                .kernel = kernel->name}};
  }
  const std::uint64_t in_vain = now.steps - progress_.steps;
  if (in_vain >= times_for_large_input(allowance_) * allowed)
    return without_progress(in_vain, now);
  const auto launches = static_cast<std::uint64_t>(now.launches);
  if (now.steps >= times_for_large_input(allowance_) * (kExecutionSteps + extra_) ||
      launches >= allowance_ * kLaunchesMax)
    return Overrun{now.steps, RunsTooLong{.kind = RunsTooLong::Kind::launches,
                                          .steps = now.steps,
                                          .kernel = {},
                                          .launches = launches}};
  return std::nullopt;
}

/// Whether more words were accessed since the last progress than mere polls can reach.
bool Limits::reaches_new_words(std::uint64_t threads) {
  if (allowance_ == 1) return false;  // A lab's inputs are small.
  if (const std::uintptr_t word = std::exchange(word_, 0)) words_.insert(word);
  return words_.size() > kSharedWords + kWordsPerThread * threads;
}

/// Whether the host makes an access in most of its steps, so it has much to do.
/// \pre it is not polling in vain
bool Limits::host_is_busy(const Tally& now) const {
  INVARIANT("Accesses of the host only grow.",
            now.host_accesses >= progress_.host_accesses);
  return now.host_accesses - progress_.host_accesses > (now.steps - progress_.steps) / 2;
}

Overrun Limits::without_progress(std::uint64_t steps, const Tally& now) const {
  if (!host_is_busy(now)) return {steps, std::nullopt};
  return {steps,
          RunsTooLong{.kind = RunsTooLong::Kind::host, .steps = steps, .kernel = {}}};
}

}  // namespace gridlock::sim
