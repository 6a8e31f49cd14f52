/// English for findings, on the trusted side.  All their sentences are written here,
/// except those of checker/lab_code.cpp and report/same_fault.cpp, which blame other
/// lines or count checks.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "protocol/cause.h"
#include "protocol/cause_facts.h"
#include "wording/names.h"

namespace gridlock {

/// The sentences for the causes, in their order; "" if there are none.
std::string sentences(const Causes& causes, const Names& names);

/// The missing link in a few words, as a label for an arrow: "no __threadfence()",
/// "nothing orders them".
std::string lacks(const MissingLink& missing);

/// The two tasks that an event should have ordered; the first must come first.  Nothing
/// if no event is missing.
std::optional<std::pair<Place, Place>> order_asked_for(const Causes& missing);

/// "no CUDA device that works (cudaGetDeviceCount: CUDA error 100, no device)"; "" if
/// there is no cause.
std::string no_device_works(const Causes& why);

/// "partial[3]", "shared tile[2]", "count of device 1"; "" if the location is unknown.
std::string words_of(const Location& location, const Names& names);

/// The range between two locations of one variable: "partial[0..3]", "2 elements of
/// partial[0..3]", "tile.first to tile.last".
/// \param elements the number of elements that are meant; 0 if that is unknown
std::string words_of(const Location& first, const Location& last, std::uint64_t elements,
                     const Names& names);

/// "reads 4", "1 of 2", "wiped out"; "" if there is nothing to add.
std::string words_of(const StepNote& note);

/// The name of a stream's lane, as short as can be: "stream copies", "2nd stream copies",
/// "default stream".
std::string lane_of(const StreamName& stream, const Names& names);

/// The value as text.  Whether an integer is signed is unknown, so a value that depends
/// on it is given both ways: "4294967293 (-3)".  "0xa5a5a5a5 (never written)" is what new
/// memory holds.
std::string words_of(const Value& value);

/// Whether the value is that of new memory, and so most likely was never written.
bool is_of_new_memory(const Value& value);

}  // namespace gridlock
