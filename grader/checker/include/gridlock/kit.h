/// \file
/// Tools that the checks of all labs share: short names, parameters, words, outputs.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "cases.h"
#include "check.h"

/// Ends the check with this message, unless the condition holds.
#define ENSURE(condition, ...) REQUIRE_MESSAGE(condition, __VA_ARGS__)

/// As ENSURE, with a message that says what to repair; see message_suffices().
#define ENSURE_BY_ITSELF(condition, ...)                   \
  do {                                                     \
    if (!(condition)) gridlock::check::message_suffices(); \
    ENSURE(condition, __VA_ARGS__);                        \
  } while (false)

namespace gridlock::check {

using std::ssize;
using std::string;
using std::to_string;
using std::vector;

// ---- Parameters --------------------------------------------------------------------

/// The parameters of a case, to be read: `params["blocks"]`.
class Case {
 public:
  Case(const Params& params) : params_(params) {}
  int64_t operator[](const char* name) const { return params_.at(name); }
  /// The parameter of this name; `otherwise` if the case has none.
  int64_t operator()(const char* name, int64_t otherwise) const {
    const auto found = params_.find(name);
    return found == params_.end() ? otherwise : found->second;
  }
  vector<int> sequence(const char* name) const { return as_sequence(params_.at(name)); }
  operator const Params&() const { return params_; }

 private:
  const Params& params_;
};

inline Params with(Params params) { return params; }

/// These parameters and more: `with(params, "blocks", 2, "threads", 1)`.
template <class... More>
Params with(Params params, const char* name, int64_t value, More... more) {
  params[name] = value;
  return with(std::move(params), more...);
}

/// Parameters: `given("blocks", 2, "threads", 1)`.
template <class... More>
Params given(More... more) {
  return with({}, more...);
}

inline Explored explore_on(const DeviceModel& device, const string& scenario,
                           const Params& params, const Judge& judge) {
  return explore(scenario, params, judge, device);
}

inline DeviceModel machine_with(int64_t devices) {
  DeviceModel model;
  model.devices = static_cast<int>(devices);
  return model;
}

/// A device that holds one block at a time: a block can wait only for events before its
/// start.
constexpr DeviceModel kOnePlace = {.sms = 1, .blocks_per_sm = 1};

// ---- Texts of messages -------------------------------------------------------------

template <class... Parts>
string cat(const Parts&... parts) {
  std::ostringstream all;
  (all << ... << parts);
  return all.str();
}

/// "1 block", "3 blocks"; "1 copy", "3 copies".
inline string counted(int64_t number, const string& noun, const string& plural = "") {
  const string many = plural.empty() ? noun + "s" : plural;
  return cat(number, " ", number == 1 ? noun : many);
}

/// "3 blocks of 1 thread".
inline string grid_text(int64_t blocks, int64_t threads) {
  return counted(blocks, "block") + " of " + counted(threads, "thread");
}

/// "", or "launch 2 of 3: " where there is more than one.
inline string place(const string& noun, int64_t index, int64_t of) {
  return of == 1 ? "" : cat(noun, " ", index + 1, " of ", of, ": ");
}

/// "0, 7, 1": what `text_of` makes of each item.
template <class Items, class Text>
string joined(const Items& items, const Text& text_of, const char* separator = ", ") {
  string all;
  for (const auto& item : items) {
    const string one = text_of(item);
    all += (all.empty() ? "" : separator) + one;
  }
  return all;
}

/// "0, 7, 1" for numbers or words, each as it is.
template <class Items>
string joined(const Items& items) {
  return joined(items, [](const auto& item) { return cat(item); });
}

/// "masks[1]".
inline string indexed(const string& name, int64_t index) {
  return cat(name, "[", index, "]");
}

/// "0x1f".
inline string hex(uint64_t number) { return cat("0x", std::hex, number); }

/// "4294967293, as an int -3": a finding may show a word in either way.
inline string text_of_word(uint32_t word) {
  const auto as_int = static_cast<int32_t>(word);
  return as_int < 0 ? cat(word, ", as an int ", as_int) : to_string(word);
}

// ---- Values ------------------------------------------------------------------------

/// The value of unwritten memory, as an unsigned word and as an int.
constexpr uint32_t kUnwrittenWord = 0xa5a5a5a5u;
constexpr int64_t kUnwrittenInt = static_cast<int32_t>(kUnwrittenWord);
/// The same for a buffer that its scenario fills with DeviceBuffer::kOtherPoison.
constexpr uint32_t kOtherUnwrittenWord = 0xcdcdcdcdu;
/// The value of an int in shared memory that nothing has written, on the simulator.
constexpr int64_t kUnwrittenShared = static_cast<int32_t>(0xcbcbcbcbu);

/// Number i of the sequence with this seed; scenarios have the same formula.
inline uint32_t element(int64_t i, uint32_t seed) {
  uint32_t x = static_cast<uint32_t>(i) + seed * 0x9e3779b9u;
  x = (x ^ (x >> 16)) * 0x7feb352du;
  x = (x ^ (x >> 15)) * 0x846ca68bu;
  return x ^ (x >> 16);
}

/// An output of exactly this many values.
inline const vector<int64_t>& sized(const Outcome& outcome, const string& name,
                                    int64_t size) {
  const auto& values = outcome[name];
  ENSURE(ssize(values) == size, "the program returned ", values.size(), " values of \"",
         name, "\" where ", size, " are expected");
  return values;
}

/// `count` values from number `first` on.  Too few fail the check.
inline vector<int64_t> part_of(const vector<int64_t>& values, int64_t first,
                               int64_t count) {
  ENSURE((first >= 0 && count >= 0 && ssize(values) >= first + count),
         "the program returned ", values.size(), " values where ", first + count,
         " are expected");
  return {values.begin() + first, values.begin() + first + count};
}

}  // namespace gridlock::check
