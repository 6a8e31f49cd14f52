#include "cure/host_names.h"

namespace gridlock {
namespace {

/// The names that the function declares, and the expressions, such as lane.stream, that
/// begin with a word of the function.
std::set<std::string> known_here(const std::set<std::string>& all,
                                 const std::set<std::string_view>& words,
                                 const std::set<std::string_view>& declared) {
  std::set<std::string> known;
  for (const std::string& each : all) {
    const std::string root = each.substr(0, each.find_first_of(".-["));
    if ((root == each ? declared : words).contains(root)) known.insert(each);
  }
  return known;
}

/// If a[i].x and a[j].y are events, so are a[j].x and a[i].y.
void add_like_events(std::set<std::string>& events) {
  std::set<std::string> owners, members;
  for (const std::string& event : events) {
    const std::size_t dot = event.find("].");
    if (dot == std::string::npos) continue;
    owners.insert(event.substr(0, dot + 1));
    members.insert(event.substr(dot + 1));
  }
  for (const std::string& owner : owners)
    for (const std::string& member : members)
      if (owner.substr(0, owner.find('[')) ==
          owners.begin()->substr(0, owners.begin()->find('[')))
        events.insert(owner + member);
}

}  // namespace

const std::vector<StreamCall>& stream_calls() {
  static const std::vector<StreamCall> calls = {
      {"cudaMemcpy", 4, "cudaMemcpyAsync"},
      {"cudaMemcpyAsync", 4, "cudaMemcpyAsync"},
      {"cudaMemset", 3, "cudaMemsetAsync"},
      {"cudaMemsetAsync", 3, "cudaMemsetAsync"},
      {"cudaMemcpyPeer", 5, "cudaMemcpyPeerAsync"},
      {"cudaMemcpyPeerAsync", 5, "cudaMemcpyPeerAsync"},
      {"cudaEventRecord", 1, "cudaEventRecord"},
      {"cudaMemcpyToSymbolAsync", 5, "cudaMemcpyToSymbolAsync"},
  };
  return calls;
}

HostNames::HostNames(const Scene& scene)
    : statements_(scene.statements()), tokens_(scene.tokens()), syntax_(scene.syntax()) {
  for (std::size_t i = 1; i + 1 < tokens_.size(); ++i) note(i, all_);
}

KnownNames HostNames::known_in(const Suspect& function) const {
  std::set<std::string_view> words;
  std::set<std::string_view> declared;
  KnownNames known;
  for (std::size_t i = function.begin; i < function.end; ++i) {
    const std::string_view word = tokens_[i].text;
    words.insert(word);
    if (is_stream_or_event(i)) declared.insert(tokens_[i + 1].text);
    if (syntax_.is_identifier(i) && statements_.is_cuda_argument(i) &&
        !word.starts_with("cuda"))
      known.arguments.insert(std::string(word));
  }
  known.streams = known_here(all_.streams, words, declared);
  known.events = known_here(all_.events, words, declared);
  for (std::size_t i = function.begin; i < function.end; ++i) note(i, known);
  add_like_streams(function, known.streams);
  add_like_events(known.events);
  return known;
}

std::vector<std::size_t> HostNames::arguments_of(std::size_t open) const {
  std::vector<std::size_t> begins;
  const std::size_t close = syntax_.is(open, "(") ? syntax_.partner(open) : kNone;
  if (close == kNone) return begins;
  if (close > open + 1) begins.push_back(open + 1);
  for (std::size_t i = open + 1; i < close; i = syntax_.after(i))
    if (syntax_.is(i, ",")) begins.push_back(i + 1);
  begins.push_back(close);
  return begins;
}

std::string HostNames::argument(const std::vector<std::size_t>& begins,
                                std::size_t index) const {
  const bool is_last = index + 2 == begins.size();
  return statements_.code(begins[index], begins[index + 1] - (is_last ? 0 : 1));
}

bool HostNames::is_stream_or_event(std::size_t index) const {
  return (tokens_[index].is("cudaStream_t") || tokens_[index].is("cudaEvent_t")) &&
         syntax_.is_identifier(index + 1) && !syntax_.is(index + 2, "[");
}

void HostNames::note(std::size_t index, KnownNames& known) const {
  const Token& token = tokens_[index];
  if (is_stream_or_event(index))
    (token.is("cudaStream_t") ? known.streams : known.events)
        .insert(std::string(tokens_[index + 1].text));
  if (!token.text.starts_with("cuda")) return;
  const auto begins = arguments_of(index + 1);
  if (begins.size() < 2) return;
  const bool records = token.text.starts_with("cudaEventRecord");
  if (records || token.is("cudaEventSynchronize"))
    known.events.insert(argument(begins, 0));
  if (token.is("cudaStreamWaitEvent") || token.is("cudaStreamSynchronize"))
    known.streams.insert(argument(begins, 0));
  for (const StreamCall& call : stream_calls())
    if (token.is(call.with_stream) && begins.size() == call.arguments + 2)
      known.streams.insert(argument(begins, call.arguments));
  if (begins.size() < 3) return;
  if (records) known.streams.insert(argument(begins, 1));
  if (token.is("cudaStreamWaitEvent")) known.events.insert(argument(begins, 1));
}

/// If lane.stream is a stream, adds the same member of other parameters of the same type.
void HostNames::add_like_streams(const Suspect& function,
                                 std::set<std::string>& streams) const {
  const std::set<std::string> known = streams;
  for (const std::string& stream : known) {
    const std::size_t dot = stream.find('.');
    if (dot == std::string::npos || stream.find_first_of("-[") < dot) continue;
    const std::string_view type = type_of_parameter(function, stream.substr(0, dot));
    for (std::size_t i = function.begin + 1; i < function.end; ++i)
      if (is_parameter(i) && tokens_[i - 1].is(type))
        streams.insert(std::string(tokens_[i].text) + stream.substr(dot));
  }
}

bool HostNames::is_parameter(std::size_t index) const {
  return syntax_.is_identifier(index) && syntax_.is_identifier(index - 1) &&
         (syntax_.is(index + 1, ",") || syntax_.is(index + 1, ")"));
}

/// The word before the parameter's name; "" if the function has no such parameter.
std::string_view HostNames::type_of_parameter(const Suspect& function,
                                              std::string_view name) const {
  for (std::size_t i = function.begin + 1; i < function.end; ++i)
    if (tokens_[i].is(name) && is_parameter(i)) return tokens_[i - 1].text;
  return "";
}

}  // namespace gridlock
