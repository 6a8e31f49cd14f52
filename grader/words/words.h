/// \file
/// English for what a worker found.  All texts of findings are made here, on the trusted
/// side, once.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "protocol/cause.h"
#include "words/names.h"

namespace gridlock {

/// What the causes say, one after the other; "" for none.
std::string sentences(const Causes& causes, const Names& names);

/// The same of a link of which nothing can be said in a few words.
inline constexpr const char* kNothingOrders = "nothing orders them";

/// What is missing in a few words, for an arrow: "no __threadfence()".
std::string lacks(const Causes& missing);

/// The two tasks that an event should have put in order, the one that must come first in
/// front; nothing if no event is missing.
std::optional<std::pair<Place, Place>> order_asked_for(const Causes& missing);

/// "no CUDA device that works (cudaGetDeviceCount: CUDA error 100, no device)"; "" if
/// there is no cause.
std::string no_device_works(const Causes& why);

/// "partial[3]", "shared tile[2]", "count of device 1"; "" if it is unknown.
std::string words_of(const Location& location, const Names& names);

/// "reads 4", "1 of 2", "wiped out"; "" if there is nothing to add.
std::string words_of(const StepNote& note);

/// What a word of this size holds.  Nobody says whether an integer is signed, so that a
/// value that depends on it is given in both ways: "4294967293 (-3)".
std::string words_of(const Value& value);

}  // namespace gridlock
