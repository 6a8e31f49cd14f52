/// \file
/// An interleaving as a picture: who did what in which row, and what came after what.
///
/// It is drawn for the terminal (trace_text.h), for slides and pages (trace_svg.h) and
/// for Perfetto (trace_json.h).  All text in it is safe to print in one line.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "checker/record.h"

namespace gridlock {

/// What is drawn, and what is said of it.
struct TraceSubject {
  std::string title;                ///< The claim of a check, or a program's name.
  std::string main_file;            ///< Places in it are "line 12", others "helper.h:12".
  std::string note;                 ///< What else there is to say: "Nothing failed: ...".
  std::vector<PlacedAccess> steps;  ///< In order.
  std::optional<PlacedFinding> finding;  ///< What the interleaving shows, if anything.
  std::string complaint;                 ///< Why the result is wrong, without a finding.
};

/// A column: the host, a stream, or a thread.
struct TraceLane {
  std::string name;    ///< "block 1, thread 0", as a step's text calls it.
  std::string group;   ///< "block 1", with the kernel or the device if there are several.
  std::string member;  ///< "thread 0"; "" if the group is all there is to say.
};

/// One step of one lane, or that the lane never gets on.
struct TraceMark {
  std::size_t lane = 0;
  std::size_t row = 0;
  /// Its number in the interleaving, from 1; none for who waits for ever beyond the
  /// steps.
  std::optional<std::size_t> step;
  StepKind kind = StepKind::call;
  std::string what;            ///< "atomicAdd counter"
  std::string note;            ///< "reads 1"
  std::string place;           ///< "line 12" or "helper.h:12"; "" if unknown.
  std::string source;          ///< The source text.
  bool in_submission = false;  ///< Or in the reference that an overlay lies over.
  std::uint64_t times = 1;
  bool racing = false;
  bool stuck = false;  ///< It never gets on from here.
};

/// That one mark comes after another, of another lane.
struct TraceArrow {
  std::size_t from = 0;  ///< Marks, by number.
  std::size_t to = 0;
};

struct Trace {
  std::string title;
  std::string verdict;  ///< "data_race"; "" if nothing failed.
  std::string message;  ///< One sentence: what happened.
  std::string missing;  ///< What would have ordered the racing accesses, in a sentence.
  std::string lacks;    ///< The same in a few words: "no __threadfence()".
  std::string note;
  std::vector<TraceLane> lanes;
  std::vector<TraceMark> marks;  ///< By row; marks of one row are one barrier.
  std::vector<TraceArrow> arrows;
  std::optional<TraceArrow>
      missing_arrow;  ///< Between the racing accesses, as asked for.
  std::size_t rows = 0;
  /// How many steps are left out before each row, and after the last.
  std::vector<std::size_t> left_out;
};

/// At most `rows_max` rows: those that race, that wait for ever or that arrows tie
/// together, and of the others the last.
Trace trace_of(const TraceSubject& subject, std::size_t rows_max);

/// "... 3 steps before", "... 40 more steps"
std::string left_out_text(std::size_t steps, bool before_all);

}  // namespace gridlock
