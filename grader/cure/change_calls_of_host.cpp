// Changes of host code: streams wait for events, calls get other variables.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "cure/changes.h"

namespace gridlock {
namespace {

constexpr int kStream = 2;
constexpr int kOtherStream = 8;
constexpr int kExchangedCall = 10;
constexpr int kWait = 12;
constexpr int kRecord = 13;
constexpr int kWaitForAll = 15;
constexpr int kOtherArgument = 16;

/// Calls that take a stream as their last argument, and how many arguments come before.
struct StreamCall {
  std::string_view name;
  std::size_t arguments;
  std::string_view with_stream;
};
constexpr std::array<StreamCall, 8> kStreamCalls = {{
    {"cudaMemcpy", 4, "cudaMemcpyAsync"},
    {"cudaMemcpyAsync", 4, "cudaMemcpyAsync"},
    {"cudaMemset", 3, "cudaMemsetAsync"},
    {"cudaMemsetAsync", 3, "cudaMemsetAsync"},
    {"cudaMemcpyPeer", 5, "cudaMemcpyPeerAsync"},
    {"cudaMemcpyPeerAsync", 5, "cudaMemcpyPeerAsync"},
    {"cudaEventRecord", 1, "cudaEventRecord"},
    {"cudaMemcpyToSymbolAsync", 5, "cudaMemcpyToSymbolAsync"},
}};

class HostCalls {
 public:
  explicit HostCalls(Changes& changes)
      : changes_(changes),
        scene_(changes.scene()),
        statements_(scene_.statements()),
        tokens_(scene_.tokens()),
        syntax_(scene_.syntax()) {
    for (std::size_t i = 1; i + 1 < tokens_.size(); ++i)
      note_arguments(i, all_streams_, all_events_);
    for (const Suspect& each : scene_.suspects())
      if (!each.is_device_code) search(each);
  }

 private:
  void search(const Suspect& function) {
    function_ = &function;
    std::set<std::string_view> words;
    std::set<std::string_view> declared;
    arguments_.clear();
    for (std::size_t i = function.begin; i < function.end; ++i) {
      const std::string_view word = tokens_[i].text;
      words.insert(word);
      if (is_stream_or_event(i)) declared.insert(tokens_[i + 1].text);
      if (syntax_.is_identifier(i) && statements_.is_cuda_argument(i) &&
          !word.starts_with("cuda"))
        arguments_.insert(std::string(word));
    }
    streams_ = known_here(all_streams_, words, declared);
    events_ = known_here(all_events_, words, declared);
    for (std::size_t i = function.begin; i < function.end; ++i)
      note_arguments(i, streams_, events_);
    add_like_streams();
    for (std::size_t i = function.begin; i < function.end; ++i) {
      try_other_arguments(i);
      try_call(i);
      if (!statements_.begins(i)) continue;
      insert_orders(i);
      insert_exchanged_calls(i);
    }
  }

  /// Those that the function declares, or that belong to a name of the function.
  static std::set<std::string> known_here(const std::set<std::string>& all,
                                          const std::set<std::string_view>& words,
                                          const std::set<std::string_view>& declared) {
    std::set<std::string> known;
    for (const std::string& each : all) {
      const std::string root = each.substr(0, each.find_first_of(".-["));
      if ((root == each ? declared : words).contains(root)) known.insert(each);
    }
    return known;
  }

  bool is_stream_or_event(std::size_t index) const {
    return (tokens_[index].is("cudaStream_t") || tokens_[index].is("cudaEvent_t")) &&
           syntax_.is_identifier(index + 1) && !syntax_.is(index + 2, "[");
  }

  /// The tokens at which the arguments of the call begin that opens here, and the closing
  /// parenthesis.
  std::vector<std::size_t> arguments_of(std::size_t open) const {
    std::vector<std::size_t> begins;
    const std::size_t close = syntax_.is(open, "(") ? syntax_.partner(open) : kNone;
    if (close == kNone) return begins;
    if (close > open + 1) begins.push_back(open + 1);
    for (std::size_t i = open + 1; i < close; i = syntax_.after(i))
      if (syntax_.is(i, ",")) begins.push_back(i + 1);
    begins.push_back(close);
    return begins;
  }

  std::string argument(const std::vector<std::size_t>& begins, std::size_t index) const {
    const bool is_last = index + 2 == begins.size();
    return statements_.code(begins[index], begins[index + 1] - (is_last ? 0 : 1));
  }

  /// Notes what is a stream and what an event.
  void note_arguments(std::size_t index, std::set<std::string>& streams,
                      std::set<std::string>& events) const {
    const Token& token = tokens_[index];
    if (is_stream_or_event(index))
      (token.is("cudaStream_t") ? streams : events)
          .insert(std::string(tokens_[index + 1].text));
    if (!token.text.starts_with("cuda")) return;
    const auto begins = arguments_of(index + 1);
    if (begins.size() < 2) return;
    const bool records = token.text.starts_with("cudaEventRecord");
    if (records || token.is("cudaEventSynchronize")) events.insert(argument(begins, 0));
    if (token.is("cudaStreamWaitEvent") || token.is("cudaStreamSynchronize"))
      streams.insert(argument(begins, 0));
    if (begins.size() < 3) return;
    if (records) streams.insert(argument(begins, 1));
    if (token.is("cudaStreamWaitEvent")) events.insert(argument(begins, 1));
  }

  /// If lane.stream is a stream, so is the same member of another parameter.
  void add_like_streams() {
    const std::set<std::string> known = streams_;
    for (const std::string& stream : known) {
      const std::size_t dot = stream.find('.');
      if (dot == std::string::npos || stream.find_first_of("-[") < dot) continue;
      for (std::size_t i = function_->begin + 1; i < function_->end; ++i) {
        const bool is_parameter = syntax_.is_identifier(i) &&
                                  syntax_.is_identifier(i - 1) &&
                                  (syntax_.is(i + 1, ",") || syntax_.is(i + 1, ")"));
        if (is_parameter)
          streams_.insert(std::string(tokens_[i].text) + stream.substr(dot));
      }
    }
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
    for (const std::string& other : arguments_)
      if (tokens_[index].text != other) replace(kOtherArgument, index, index + 1, other);
  }

  void try_call(std::size_t index) {
    const std::string_view name = tokens_[index].text;
    if (!name.starts_with("cuda")) return;
    const auto begins = arguments_of(index + 1);
    if (begins.empty()) return;
    // Another stream or event, where it is no plain name.
    for (std::size_t i = 0; i + 1 < begins.size(); ++i) {
      const std::string code = argument(begins, i);
      for (const auto* all : {&streams_, &events_})
        if (all->contains(code))
          for (const std::string& other : *all)
            if (other != code) {
              const bool is_last = i + 2 == begins.size();
              replace(kOtherStream, begins[i], begins[i + 1] - (is_last ? 0 : 1), other);
            }
    }
    // A stream, where there is none.
    for (const StreamCall& call : kStreamCalls)
      if (name == call.name && begins.size() == call.arguments + 1)
        for (const std::string& stream : streams_)
          replace(kStream, index, begins.back() + 1,
                  fmt::format("{}({}, {})", call.with_stream,
                              statements_.code(index + 2, begins.back()), stream));
    if (name == "cudaEventSynchronize" || name == "cudaStreamSynchronize" ||
        name == "cudaEventQuery" || name == "cudaStreamQuery")
      replace(kStream, index, begins.back() + 1, "cudaDeviceSynchronize()");
  }

  void insert_orders(std::size_t begin) {
    for (const std::string& stream : streams_)
      for (const std::string& event : events_) {
        insert(kWait, begin, fmt::format("cudaStreamWaitEvent({}, {});", stream, event));
        insert(kRecord, begin, fmt::format("cudaEventRecord({}, {});", event, stream));
      }
    for (const std::string& stream : streams_)
      insert(kWaitForAll, begin, fmt::format("cudaStreamSynchronize({});", stream), true);
    insert(kWaitForAll, begin, "cudaDeviceSynchronize();", true);
  }

  void insert(int rank, std::size_t begin, const std::string& code,
              bool host_waits = false) {
    const std::size_t last = statements_.end(begin);
    if (last == kNone || last >= tokens_.size()) return;
    const auto words = [&](std::string_view where) {
      return fmt::format("`{}` {}", code, scene_.place(where, begin, last));
    };
    std::vector<TextEdit> edits;
    const bool alone = statements_.is_guarded_alone(begin);
    edits.push_back({tokens_[begin].offset, 0, (alone ? "{ " : "") + code + " "});
    if (alone) edits.push_back({tokens_[last].end(), 0, " }", true});
    changes_.add(rank, edits, tokens_[begin].line, words("before"), host_waits);
    if (!alone && syntax_.is(last + 1, "}") && !syntax_.is(begin, "return"))
      changes_.add(rank, {{tokens_[last].end(), 0, " " + code}}, tokens_[last].line,
                   words("after"), host_waits);
  }

  /// f(a, b) is called: f(b, a), too, in the same statement's words.
  void insert_exchanged_calls(std::size_t begin) {
    for (std::size_t i = function_->begin; i + 5 < function_->end; ++i) {
      const bool calls = syntax_.is_identifier(i) && syntax_.is(i + 1, "(") &&
                         syntax_.is_identifier(i + 2) && syntax_.is(i + 3, ",") &&
                         syntax_.is_identifier(i + 4) && syntax_.is(i + 5, ")");
      if (!calls || tokens_[i].text.starts_with("cuda")) continue;
      std::size_t first = i;
      while (first > function_->begin && !statements_.begins(first)) --first;
      const std::size_t last = statements_.end(first);
      if (first == function_->begin || last == kNone || last < i + 5) continue;
      if (syntax_.is(first, "return")) ++first;
      const auto code = [&](std::size_t from, std::size_t to) {
        return from < to ? scene_.source(from, to - 1) : std::string();
      };
      insert(kExchangedCall, begin,
             fmt::format("{}({}, {}{}", code(first, i + 1), tokens_[i + 4].text,
                         tokens_[i + 2].text, code(i + 5, last + 1)));
    }
  }

  Changes& changes_;
  const Scene& scene_;
  const Statements& statements_;
  const std::vector<Token>& tokens_;
  const Syntax& syntax_;
  std::set<std::string> all_streams_;  ///< Of the file.
  std::set<std::string> all_events_;   ///< Likewise.
  const Suspect* function_ = nullptr;
  std::set<std::string> streams_;    ///< Of the function that is searched.
  std::set<std::string> events_;     ///< Likewise.
  std::set<std::string> arguments_;  ///< Variables that CUDA's calls get in it.
};

}  // namespace

void change_calls_of_host(Changes& changes) { HostCalls{changes}; }

}  // namespace gridlock
