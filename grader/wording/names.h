/// An interface that turns places, allocations and streams into names.
#pragma once

#include <string>
#include <string_view>

#include "protocol/values.h"

namespace gridlock {

/// The name of memory.
struct MemoryName {
  std::string variable;  ///< "partial"; if unknown, "memory of x.cu:5 ".
  /// The number among memory of this name, from 1; 0: the only one.
  unsigned number = 0;
};

/// Names places, memory and streams that a worker knows only by number.
class Names {
 public:
  virtual ~Names() = default;
  /// "line 12", or "helper.h:12" in another file than the submission.
  virtual std::string line(Place place) const = 0;
  /// Whether the place is in the file that is judged.
  virtual bool is_own(Place place) const = 0;
  /// Whether the place is in a lab's own code, which students do not change.
  virtual bool is_labs(Place place) const = 0;
  /// Whether the line of the place is known: the grader's own code has none.
  virtual bool has_line(Place place) const = 0;
  /// The variable that was given the memory.
  virtual MemoryName memory(const CreationSite& created_at) const = 0;
  /// The variable that was given the stream: "copies"; if unknown, "of x.cu:5".
  virtual std::string stream(const CreationSite& created_at) const = 0;
  /// The code of argument `index`, from 0, of the call, such as "drained[i]"; "" if its
  /// line does not show it.
  virtual std::string argument(const Operation& call, std::size_t index) const = 0;
  /// The atomic function that could replace the only update in the line of the place,
  /// such as `&=`: "atomicAnd"; "" if its line does not show it.
  virtual std::string atomic_update(Place update) const = 0;
  /// "line 12", where the innermost `if` stands whose branch has this place; "" if none
  /// is known.
  virtual std::string branch(Place place) const = 0;
  /// "line 12", where an `if` that ends just before the statement of the place has the
  /// call of this name in its branch; "" if none does.
  virtual std::string in_branch_before(Place place, std::string_view call) const = 0;
  /// The outermost such `if` whose condition differs between the threads of a block.
  virtual std::string branch_of_threads(Place place) const = 0;
  /// Whether a lab's checks run the code, so that nobody chooses its input.
  virtual bool in_lab() const = 0;
  /// "line 12", where the innermost loop around the place begins or, if there is none,
  /// the next loop of the function; "" if none is known.
  virtual std::string loop(Place place) const = 0;
  /// Whether `first` stands above `other` in the same function.
  virtual bool stands_above(Place first, Place other) const = 0;
  /// The template parameter with the cuda::thread_scope of the function around the place:
  /// "kScope"; "" if it has none.
  virtual std::string scope_parameter(Place place) const = 0;
  /// The name of the function around the place; "" if it is unknown.
  virtual std::string function(Place place) const = 0;
};

/// Names that are only numbers, "4096", for use without debug information.
class Numbers : public Names {
 public:
  std::string line(Place place) const override { return std::to_string(place.pc); }
  bool is_own(Place) const override { return true; }
  bool is_labs(Place) const override { return false; }
  bool has_line(Place place) const override { return place.pc != 0; }
  MemoryName memory(const CreationSite& created_at) const override {
    return {first(created_at), created_at.number};
  }
  std::string stream(const CreationSite& created_at) const override {
    return first(created_at);
  }
  std::string argument(const Operation&, std::size_t) const override { return ""; }
  std::string atomic_update(Place) const override { return ""; }
  std::string branch(Place) const override { return ""; }
  std::string in_branch_before(Place, std::string_view) const override { return ""; }
  std::string branch_of_threads(Place) const override { return ""; }
  bool in_lab() const override { return false; }
  std::string loop(Place) const override { return ""; }
  bool stands_above(Place, Place) const override { return false; }
  std::string scope_parameter(Place) const override { return ""; }
  std::string function(Place) const override { return ""; }

 private:
  static std::string first(const CreationSite& created_at) {
    return created_at.calls.empty() ? "0" : std::to_string(created_at.calls.front());
  }
};

}  // namespace gridlock
