/// Names in a host function: streams, events and arguments of CUDA calls.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "cure/scene.h"

namespace gridlock {

/// A call that takes a stream as its last argument, and the number of arguments before
/// it.
struct StreamCall {
  std::string_view name;
  std::size_t arguments;
  std::string_view with_stream;  ///< The call's variant with a stream.
};

const std::vector<StreamCall>& stream_calls();

struct KnownNames {
  std::set<std::string> streams;    ///< Expressions for streams, such as "lane.stream".
  std::set<std::string> events;     ///< Expressions for events.
  std::set<std::string> arguments;  ///< Variables that are passed to CUDA calls.
};

/// Finds names by their use: the first argument of cudaEventRecord() is an event.
class HostNames {
 public:
  explicit HostNames(const Scene& scene);

  KnownNames known_in(const Suspect& function) const;

  /// The first token of each argument of the call that opens here, followed by its
  /// closing parenthesis; empty if no call opens here.
  std::vector<std::size_t> arguments_of(std::size_t open) const;

  /// The code of an argument.
  /// \param begins from arguments_of()
  std::string argument(const std::vector<std::size_t>& begins, std::size_t index) const;

 private:
  bool is_stream_or_event(std::size_t index) const;
  void note(std::size_t index, KnownNames& known) const;
  void add_like_streams(const Suspect& function, std::set<std::string>& streams) const;
  bool is_parameter(std::size_t index) const;
  std::string_view type_of_parameter(const Suspect& function,
                                     std::string_view name) const;

  const Statements& statements_;
  const std::vector<Token>& tokens_;
  const Syntax& syntax_;
  KnownNames all_;  ///< Names of the whole file.
};

}  // namespace gridlock
