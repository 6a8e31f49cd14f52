#include "checker/exploration.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <type_traits>

#include "protocol/conversation.h"

namespace gridlock {
namespace {

using namespace std::chrono_literals;

constexpr std::uint64_t kFramesMax = 200'000;    ///< The most per exploration.
constexpr std::uint64_t kBytesMax = 512u << 20;  ///< The most in all payloads.
/// The most memory that all results may take here, in words of 8 bytes: a byte of a
/// payload can become 8 bytes, or a node of a map.
constexpr std::uint64_t kWordsMax = 24u << 20;
constexpr std::uint64_t kWordsOfEntry = 16;   ///< A map's entry with a short name.
constexpr std::uint64_t kWordsOfAccess = 96;  ///< About sizeof(Access).
constexpr auto kExplorationMax = 30min;       ///< Even if the worker is not silent.
constexpr auto kStopMax = 10s;                ///< The time from "stop" to the summary.

std::string disturbed(const ProtocolError& error) {
  return fmt::format("The submission disturbed the connection to the grader: {}.",
                     error.what());
}

ExplorationEnd unsolicited_frame(ReadyWorker& worker) {
  return {{},
          worker.process.end(Verdict::protocol_error,
                             "The submission sent messages in the worker's place."),
          {}};
}

std::uint64_t words_of(const std::vector<Access>& accesses) {
  std::uint64_t words = 0;
  for (const Access& access : accesses)
    words += kWordsOfAccess + access.after.size() + access.knows.size();
  return words;
}

std::uint64_t words_of(const std::vector<LineUse>& uses) {
  std::uint64_t words = 0;
  for (const LineUse& use : uses)
    words += kWordsOfAccess + use.values.size() + use.results.size();
  return words;
}

std::uint64_t words_of(const Outcome& outcome) {
  std::uint64_t words =
      kWordsOfEntry * (outcome.outputs.size() + outcome.counters.size());
  for (const auto& [name, values] : outcome.outputs) words += values.size();
  return words + words_of(outcome.interleaving) + words_of(outcome.uses);
}

std::uint64_t words_of(const Finding& finding) {
  const std::size_t causes =
      finding.what.size() + finding.missing.size() + finding.remedy.size();
  return kWordsOfAccess * causes + words_of(finding.accesses) +
         words_of(finding.interleaving) + words_of(finding.uses);
}

std::uint64_t words_of(const ProgramResult& result) {
  return words_of(result.interleaving);
}

bool is_failure(const Outcome&) { return false; }
bool is_failure(const Finding& finding) { return !finding.is_advice(); }
bool is_failure(const ProgramResult& result) { return result.exit_code != 0; }

class Follower {
 public:
  Follower(ReadyWorker& worker, ExplorationHandler& handler, const Exploration& asked,
           bool is_program)
      : worker_(worker.process),
        silence_(worker.silence_limit),
        handler_(handler),
        asked_(asked),
        is_program_(is_program) {}

  ExplorationEnd follow() {
    for (;;) {
      const auto deadline = std::min(WorkerProcess::Clock::now() + silence_, last_);
      auto received = worker_.receive(deadline);
      if (auto* fate = std::get_if<WorkerFate>(&received)) return finish({{}, *fate, {}});
      const Frame& frame = std::get<Frame>(received);
      bytes_ += frame.payload.size();
      if (++frames_ > kFramesMax || bytes_ > kBytesMax) return finish(*too_much());
      try {
        if (auto end = take(frame)) return finish(*end);
      } catch (const ProtocolError& error) {
        return finish({{}, worker_.end(Verdict::protocol_error, disturbed(error)), {}});
      }
    }
  }

 private:
  std::optional<ExplorationEnd> take(const Frame& frame) {
    switch (frame.type) {
      case FrameType::outcome:
        return answer(&ExplorationHandler::outcome, frame);
      case FrameType::finding:
        return answer(&ExplorationHandler::finding, frame);
      case FrameType::program_result:
        return answer(&ExplorationHandler::program_result, frame);
      case FrameType::progress:
        handler_.progress(decode_as<Progress>(frame).schedules);
        break;
      case FrameType::summary:
        return ExplorationEnd{believable(decode_as<Summary>(frame)), {}, {}};
      case FrameType::failure: {
        const auto failure = decode_as<Failure>(frame);
        if (failure.too_large) return too_much();
        return ExplorationEnd{
            {}, worker_.end_with(fate_by_own_word(failure.message)), {}};
      }
      default:
        throw ProtocolError("a frame that only we may send");
    }
    return std::nullopt;
  }

  std::optional<ExplorationEnd> too_much() {
    return ExplorationEnd{
        {},
        worker_.end(Verdict::output_limit, "The submission returned too many results."),
        {}};
  }

  template <class Message>
  std::optional<ExplorationEnd> answer(bool (ExplorationHandler::*ask)(const Message&),
                                       const Frame& frame) {
    const auto message = decode_as<Message>(frame);
    words_ += words_of(message);
    if (words_ > kWordsMax) return too_much();
    if constexpr (!std::is_same_v<Message, Finding>) ++results_;
    failures_ += is_failure(message);
    if (going_on_) {
      try {
        going_on_ = (handler_.*ask)(message);
      } catch (const ProtocolError&) {
        throw;
      } catch (...) {
        thrown_ = std::current_exception();
        going_on_ = false;
      }
    }
    if (!going_on_) last_ = std::min(last_, WorkerProcess::Clock::now() + kStopMax);
    worker_.send(FrameType::answer, Answer{going_on_});
    return std::nullopt;
  }

  static bool is_of_known_scope(const FenceUse& use) {
    return use.needed >= FenceUse::kNoScope && use.needed <= use.scope &&
           use.scope >= FenceUse::kBlock && use.scope <= FenceUse::kSystem;
  }

  bool has_done_all(const Summary& summary) const {
    return summary.exhaustive || (summary.cut_short && asked_.budget_ms > 0) ||
           (summary.work_spent && asked_.work_max > 0) ||
           summary.schedules >= asked_.schedules;
  }

  /// Checks the summary of a worker that claims that nothing is wrong: it must have sent
  /// a result, and have run as many executions as requested.  \throws ProtocolError
  Summary believable(const Summary& summary) const {
    // A worker that has reported a failure, or that the budget stopped, need not finish,
    // because its summary does not claim that nothing is wrong.  A check without an
    // outcome would pass; a program without a result does not.
    const bool failed = failures_ > 0 && asked_.further_schedules > 0;
    const bool stopped = is_program_ && asked_.budget_ms > 0 && summary.cut_short;
    if (!going_on_ || !asked_.replay.empty() || failed || stopped) return summary;
    for (const FenceUse& use : summary.fences)
      if (!is_of_known_scope(use)) throw ProtocolError("a fence of an unknown scope");
    if (results_ == 0 || summary.schedules == 0 || !has_done_all(summary))
      throw ProtocolError("an end before all was done");
    if (summary.schedules > asked_.schedules + asked_.exhaustive_max)
      throw ProtocolError("more executions than were asked for");
    return summary;
  }

  ExplorationEnd finish(ExplorationEnd end) {
    end.thrown = thrown_;
    end.seconds =
        std::chrono::duration<double>(WorkerProcess::Clock::now() - start_).count();
    return end;
  }

  WorkerProcess& worker_;
  std::chrono::milliseconds silence_;
  ExplorationHandler& handler_;
  WorkerProcess::Clock::time_point last_ = WorkerProcess::Clock::now() + kExplorationMax;
  Exploration asked_;
  bool is_program_;
  std::uint64_t results_ = 0;   ///< Outcomes and program results.
  std::uint64_t failures_ = 0;  ///< Results and findings that fail a program.
  std::uint64_t frames_ = 0;
  std::uint64_t bytes_ = 0;
  std::uint64_t words_ = 0;
  const WorkerProcess::Clock::time_point start_ = WorkerProcess::Clock::now();
  bool going_on_ = true;
  std::exception_ptr thrown_;
};

}  // namespace

bool is_implausible(const Summary& summary, double seconds) {
  constexpr double kSchedulesPerSecond = 1e6;
  constexpr double kAccessesPerSecond = 2e8;
  return static_cast<double>(summary.schedules) > kSchedulesPerSecond * seconds ||
         static_cast<double>(summary.accesses) > kAccessesPerSecond * seconds;
}

ExplorationEnd explore_with(ReadyWorker& worker, const ExploreRequest& request,
                            ExplorationHandler& handler) {
  if (worker.process.has_unsolicited_frame()) return unsolicited_frame(worker);
  // Our clock starts before the worker's: otherwise a grader that waits for a processor
  // would find the worker too fast.
  Follower follower(worker, handler, request.exploration, false);
  worker.process.send(FrameType::explore, request);
  return follower.follow();
}

ExplorationEnd run_with(ReadyWorker& worker, const RunRequest& request,
                        ExplorationHandler& handler) {
  if (worker.process.has_unsolicited_frame()) return unsolicited_frame(worker);
  worker.process.send(FrameType::run, request);
  return Follower(worker, handler, request.exploration, true).follow();
}

}  // namespace gridlock
