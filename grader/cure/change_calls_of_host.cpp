// Changes to host code: waits of streams for events, other arguments of calls.
#include <fmt/format.h>

#include <algorithm>

#include "cure/changes.h"
#include "cure/host_names.h"

namespace gridlock {
namespace {

/// Rank of an order between the two racing operations, by an event for which the function
/// has the other half.
constexpr int kLackingOrder = -30;
constexpr int kLackingOrderOfOne = -25;  ///< Rank of an order without the other half.
constexpr int kForgottenStreams = -28;
constexpr int kLackingWait = -20;  ///< Rank of a wait by the host.
constexpr int kStream = 2;
constexpr int kOtherStream = 8;
constexpr int kExchangedCall = 10;
constexpr int kWait = 12;
constexpr int kRecord = 13;
constexpr int kWaitForAll = 15;
constexpr int kOtherArgument = 16;

class HostCalls {
 public:
  explicit HostCalls(Changes& changes)
      : changes_(changes),
        scene_(changes.scene()),
        statements_(scene_.statements()),
        tokens_(scene_.tokens()),
        syntax_(scene_.syntax()),
        names_(scene_) {
    for (const Suspect& each : scene_.suspects())
      if (!each.is_device_code) search(each);
  }

 private:
  void search(const Suspect& function) {
    function_ = &function;
    known_ = names_.known_in(function);
    wrapper_ = wrapper_in(function);
    add_forgotten_streams();
    for (std::size_t i = function.begin; i < function.end; ++i) {
      try_other_arguments(i);
      try_call(i);
      if (!statements_.begins(i)) continue;
      insert_orders(i);
      insert_exchanged_calls(i);
    }
  }

  /// The macro with which the function checks results of CUDA calls, as in
  /// TRY(cudaFree(p)); "" if it uses none.
  std::string wrapper_in(const Suspect& function) const {
    for (std::size_t i = function.begin; i + 2 < function.end; ++i)
      if (is_macro_name(tokens_[i].text) && syntax_.is(i + 1, "(") &&
          tokens_[i + 2].text.starts_with("cuda"))
        return std::string(tokens_[i].text);
    return {};
  }

  /// The call as a statement, in the macro that the function uses.
  std::string statement(const std::string& call) const {
    return wrapper_.empty() ? call + ";" : fmt::format("{}({});", wrapper_, call);
  }

  /// Passes all calls without a stream the stream of the next record.
  void add_forgotten_streams() {
    std::vector<TextEdit> edits;
    std::string words;
    for (std::size_t i = function_->begin; i < function_->end; ++i) {
      const auto call = std::find_if(
          stream_calls().begin(), stream_calls().end(), [&](const auto& each) {
            return tokens_[i].is(each.name) && !tokens_[i].is("cudaEventRecord");
          });
      if (call == stream_calls().end()) continue;
      const auto begins = names_.arguments_of(i + 1);
      const std::string stream = stream_of_next_record(i);
      if (begins.size() != call->arguments + 1 || stream.empty()) continue;
      edits.push_back(
          {tokens_[i].offset, tokens_[i].text.size(), std::string(call->with_stream)});
      edits.push_back({tokens_[begins.back()].offset, 0, ", " + stream});
      words +=
          fmt::format("{}stream `{}` for the copy in {}", words.empty() ? "" : ", and ",
                      stream, scene_.line_name(tokens_[i].line));
    }
    if (edits.size() > 2)
      changes_.add(kForgottenStreams, edits, scene_.symptom().lines.front(), words);
  }

  std::string stream_of_next_record(std::size_t index) const {
    for (std::size_t i = index; i < function_->end && !syntax_.is(i, "}"); ++i) {
      if (!tokens_[i].text.starts_with("cudaEventRecord")) continue;
      const auto begins = names_.arguments_of(i + 1);
      return begins.size() < 3 ? "" : names_.argument(begins, 1);
    }
    return "";
  }

  void replace(int rank, std::size_t first, std::size_t end, const std::string& code) {
    changes_.replace(
        rank, tokens_[first].offset, tokens_[end - 1].end(), code, tokens_[first].line,
        fmt::format("`{}` in place of {} in {}", code, scene_.quoted(first, end),
                    scene_.line_name(tokens_[first].line)));
  }

  void try_other_arguments(std::size_t index) {
    if (!syntax_.is_identifier(index) || !statements_.is_cuda_argument(index) ||
        tokens_[index].text.starts_with("cuda"))
      return;
    for (const std::string& other : known_.arguments)
      if (tokens_[index].text != other && !empties_call(index, other))
        replace(kOtherArgument, index, index + 1, other);
  }

  /// Whether the replaced argument would make the call useless: it equals another
  /// argument, or is the destination of a copy.
  bool empties_call(std::size_t index, const std::string& other) const {
    std::size_t open = index;
    for (int depth = 0; open-- > function_->begin;) {
      if (syntax_.is(open, ")")) ++depth;
      if (syntax_.is(open, "(") && depth-- == 0) break;
    }
    const auto begins = names_.arguments_of(open);
    for (std::size_t i = 0; i + 1 < begins.size(); ++i)
      if (names_.argument(begins, i) == other) return true;
    return !begins.empty() && begins.front() == index &&
           tokens_[open - 1].text.starts_with("cudaMem");
  }

  /// Adds a stream to a call without one.
  void add_stream(std::size_t index, const std::vector<std::size_t>& begins) {
    for (const StreamCall& call : stream_calls())
      if (tokens_[index].text == call.name && begins.size() == call.arguments + 1)
        for (const std::string& stream : known_.streams)
          replace(kStream, index, begins.back() + 1,
                  fmt::format("{}({}, {})", call.with_stream,
                              statements_.code(index + 2, begins.back()), stream));
  }

  void try_call(std::size_t index) {
    const std::string_view name = tokens_[index].text;
    if (!name.starts_with("cuda")) return;
    const auto begins = names_.arguments_of(index + 1);
    if (begins.empty()) return;
    // Replace a stream or event argument, such as "lane.stream", by another known one.
    for (std::size_t i = 0; i + 1 < begins.size(); ++i) {
      const std::string code = names_.argument(begins, i);
      for (const auto* all : {&known_.streams, &known_.events})
        if (all->contains(code))
          for (const std::string& other : *all)
            if (other != code) {
              const bool is_last = i + 2 == begins.size();
              replace(kOtherStream, begins[i], begins[i + 1] - (is_last ? 0 : 1), other);
            }
    }
    add_stream(index, begins);
    if (name == "cudaEventSynchronize" || name == "cudaStreamSynchronize" ||
        name == "cudaEventQuery" || name == "cudaStreamQuery")
      replace(kStream, index, begins.back() + 1, "cudaDeviceSynchronize()");
  }

  /// Lets a stream that issues a racing operation wait for an event of the function
  /// before it, or record one after it for another stream's wait.
  void insert_lacking_orders(std::size_t begin) {
    const std::size_t last = statements_.end(begin);
    if (last == kNone || last >= tokens_.size() || !scene_.races(begin, last) ||
        !statements_.is_simple(begin, last))
      return;
    if (scene_.symptom().between_tasks) {
      insert(kLackingWait, begin, statement("cudaDeviceSynchronize()"), true);
      insert_after(kLackingWait, begin, last, statement("cudaDeviceSynchronize()"), true);
    }
    for (const std::string& stream : known_.streams) {
      if (!mentions(begin, last + 1, stream)) continue;
      for (const std::string& event : known_.events) {
        const auto rank = [&](std::string_view call) {
          return is_used_by_another(call, event, stream) ? kLackingOrder
                                                         : kLackingOrderOfOne;
        };
        insert_before(
            rank("cudaEventRecord"), begin, last,
            statement(fmt::format("cudaStreamWaitEvent({}, {})", stream, event)));
        insert_after(rank("cudaStreamWaitEvent"), begin, last,
                     statement(fmt::format("cudaEventRecord({}, {})", event, stream)));
      }
    }
  }

  bool mentions(std::size_t begin, std::size_t end, const std::string& code) const {
    for (std::size_t first = begin; first < end; ++first)
      for (std::size_t past = first + 1; past <= end; ++past) {
        const std::string part = statements_.code(first, past);
        if (part == code) return true;
        if (!code.starts_with(part)) break;
      }
    return false;
  }

  /// Whether the function makes this call with the event and another stream.
  bool is_used_by_another(std::string_view call, const std::string& event,
                          const std::string& stream) const {
    for (std::size_t i = function_->begin; i < function_->end; ++i) {
      if (!tokens_[i].is(call)) continue;
      const auto begins = names_.arguments_of(i + 1);
      if (begins.size() < 3) continue;
      const std::string one = names_.argument(begins, 0),
                        other = names_.argument(begins, 1);
      if ((one == event && other != stream) || (other == event && one != stream))
        return true;
    }
    return false;
  }

  void insert_orders(std::size_t begin) {
    insert_lacking_orders(begin);
    for (const std::string& stream : known_.streams)
      for (const std::string& event : known_.events) {
        insert(kWait, begin,
               statement(fmt::format("cudaStreamWaitEvent({}, {})", stream, event)));
        insert(kRecord, begin,
               statement(fmt::format("cudaEventRecord({}, {})", event, stream)));
      }
    for (const std::string& stream : known_.streams)
      insert(kWaitForAll, begin,
             statement(fmt::format("cudaStreamSynchronize({})", stream)), true);
    insert(kWaitForAll, begin, statement("cudaDeviceSynchronize()"), true);
  }

  void insert(int rank, std::size_t begin, const std::string& code,
              bool host_waits = false) {
    const std::size_t last = statements_.end(begin);
    if (last == kNone || last >= tokens_.size() || !statements_.may_follow_another(begin))
      return;
    insert_before(rank, begin, last, code, host_waits);
    if (syntax_.is(last + 1, "}")) insert_after(rank, begin, last, code, host_waits);
  }

  void insert_before(int rank, std::size_t begin, std::size_t last,
                     const std::string& code, bool host_waits = false) {
    std::vector<TextEdit> edits;
    const bool alone = statements_.is_guarded_alone(begin);
    edits.push_back({tokens_[begin].offset, 0, (alone ? "{ " : "") + code + " "});
    if (alone) edits.push_back({tokens_[last].end(), 0, " }", true});
    changes_.add(rank, edits, tokens_[begin].line,
                 fmt::format("`{}` {}", code, scene_.place("before", begin, last)),
                 host_waits);
  }

  void insert_after(int rank, std::size_t begin, std::size_t last,
                    const std::string& code, bool host_waits = false) {
    if (statements_.is_guarded_alone(begin) || syntax_.is(begin, "return")) return;
    changes_.add(rank, {{tokens_[last].end(), 0, " " + code}}, tokens_[last].line,
                 fmt::format("`{}` {}", code, scene_.place("after", begin, last)),
                 host_waits);
  }

  /// Whether this is a call f(a, b) of a function that is not CUDA's.
  bool calls_with_two_names(std::size_t i) const {
    return syntax_.is_identifier(i) && syntax_.is(i + 1, "(") &&
           syntax_.is_identifier(i + 2) && syntax_.is(i + 3, ",") &&
           syntax_.is_identifier(i + 4) && syntax_.is(i + 5, ")") &&
           !tokens_[i].text.starts_with("cuda");
  }

  /// For each call f(a, b) in the function, inserts the same statement with f(b, a).
  void insert_exchanged_calls(std::size_t begin) {
    for (std::size_t i = function_->begin; i + 5 < function_->end; ++i) {
      if (!calls_with_two_names(i)) continue;
      std::size_t first = i;
      while (first > function_->begin && !statements_.begins(first)) --first;
      const std::size_t last = statements_.end(first);
      if (first == function_->begin || last == kNone || last < i + 5) continue;
      if (syntax_.is(first, "return")) ++first;
      const auto code = [&](std::size_t from, std::size_t to) {
        return from < to ? scene_.source(from, to - 1) : std::string();
      };
      const std::string call =
          fmt::format("{}({}, {}{}", code(first, i + 1), tokens_[i + 4].text,
                      tokens_[i + 2].text, code(i + 5, last + 1));
      const std::size_t end = statements_.end(begin);
      if (end == kNone || end >= tokens_.size()) continue;
      const bool race = scene_.races(begin, end) && statements_.is_simple(begin, end);
      insert(race ? kLackingOrder : kExchangedCall, begin, call);
      if (race) insert_after(kLackingOrder, begin, end, call);
    }
  }

  Changes& changes_;
  const Scene& scene_;
  const Statements& statements_;
  const std::vector<Token>& tokens_;
  const Syntax& syntax_;
  const HostNames names_;
  const Suspect* function_ = nullptr;
  KnownNames known_;     ///< Names in the function that is searched.
  std::string wrapper_;  ///< The macro that the function puts around CUDA calls.
};

}  // namespace

void change_calls_of_host(Changes& changes) { HostCalls{changes}; }

}  // namespace gridlock
