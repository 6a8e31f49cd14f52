/// \file
/// Who knows the names of places.
#pragma once

#include <string>

#include "protocol/values.h"

namespace gridlock {

/// Names what a worker could only number.
class Names {
 public:
  virtual ~Names() = default;
  /// "line 12", or "helper.h:12" in another file than the submission.
  virtual std::string line(Place place) const = 0;
  /// The variable that got the memory: "partial"; else "memory of x.cu:5 ".
  virtual std::string memory(const MadeBy& made_by) const = 0;
  /// The variable that got the stream: "copies"; else "of x.cu:5".
  virtual std::string stream(const MadeBy& made_by) const = 0;
};

/// Where nobody knows better: "4096".
class Numbers : public Names {
 public:
  std::string line(Place place) const override { return std::to_string(place.pc); }
  std::string memory(const MadeBy& made_by) const override { return first(made_by); }
  std::string stream(const MadeBy& made_by) const override { return first(made_by); }

 private:
  static std::string first(const MadeBy& made_by) {
    return made_by.calls.empty() ? "0" : std::to_string(made_by.calls.front());
  }
};

}  // namespace gridlock
