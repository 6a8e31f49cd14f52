/// An interface that turns places, allocations and streams into names.
#pragma once

#include <string>
#include <string_view>

#include "protocol/values.h"

namespace gridlock {

/// The name of memory.
struct MemoryName {
  std::string variable;  ///< "partial"; if unknown, "memory of x.cu:5 ".
  /// The number among the allocations of this name, from 1; 0 if there is only one.
  unsigned number = 0;
};

/// Names places, memory and streams that a worker knows only by number.  The base class
/// lacks debug information: its names are only numbers, "4096".
class Names {
 public:
  virtual ~Names() = default;
  /// "line 12", or "helper.h:12" in another file than the submission.
  virtual std::string line(Place place) const { return std::to_string(place.pc); }
  /// Whether the place is in the file that is judged.
  virtual bool is_own(Place) const { return true; }
  /// Whether the place is in a lab's own code, which students do not change.
  virtual bool is_labs(Place) const { return false; }
  /// Whether the line of the place is known: the grader's own code has none.
  virtual bool has_line(Place place) const { return place.pc != 0; }
  /// The variable that was given the memory.
  virtual MemoryName memory(const CreationSite& created_at) const {
    return {first_call(created_at), created_at.number};
  }
  /// The variable that was given the stream: "copies"; if unknown, "of x.cu:5".
  virtual std::string stream(const CreationSite& created_at) const {
    return first_call(created_at);
  }
  /// The code of the argument with this index, from 0, of the call, such as "drained[i]";
  /// "" if its line does not show it.
  virtual std::string argument(const Operation&, std::size_t) const { return ""; }
  /// Whether the line of the call shows that nothing uses what it returns.
  virtual bool drops_result(const Operation&) const { return false; }
  /// Whether the line of the place shows a call of this function with no argument.
  virtual bool passes_nothing(Place, const std::string&) const { return false; }
  /// The atomic function that could replace the only update in the line of the place,
  /// such as `&=`: "atomicAnd"; "" if its line does not show it.
  virtual std::string atomic_update(Place) const { return ""; }
  /// The line of the innermost `if` whose branch has this place: "line 12"; "" if none is
  /// known.
  virtual std::string branch(Place) const { return ""; }
  /// The line of a call of this name, or of a `return`, in the branch of an `if` that
  /// ends just before the statement of the place: "line 12"; "" if there is none.
  virtual std::string in_branch_before(Place, std::string_view) const { return ""; }
  /// The line of the outermost `if` around the place whose condition differs between the
  /// threads of a block; "" if there is none.
  virtual std::string branch_of_threads(Place) const { return ""; }
  /// Whether a lab's checks run the code: then the student does not choose its input.
  virtual bool in_lab() const { return false; }
  /// The line of the innermost loop around the place or, if there is none, of the next
  /// loop of the function: "line 12"; "" if none is known.
  virtual std::string loop(Place) const { return ""; }
  /// Whether the first place stands above the other one in the same function.
  virtual bool stands_above(Place, Place) const { return false; }
  /// The template parameter of the type cuda::thread_scope, such as "kScope", of the
  /// function around the place; "" if it has none.
  virtual std::string scope_parameter(Place) const { return ""; }
  /// The name of the function around the place; "" if it is unknown.
  virtual std::string function(Place) const { return ""; }

 private:
  static std::string first_call(const CreationSite& created_at) {
    return created_at.calls.empty() ? "0" : std::to_string(created_at.calls.front());
  }
};

}  // namespace gridlock
