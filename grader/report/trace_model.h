/// The model of a picture of an interleaving: lanes, the steps in them, and their order.
///
/// Drawn for the terminal (trace_text.h), for slides and pages and for Perfetto
/// (pictures.h), and for the player (story_json.h).  All its text is safe to print in one
/// line.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "checker/record.h"

namespace gridlock {

/// "write", "read", "atomic", "fence", "barrier" or "call".
const char* name_of(StepKind kind);

/// The steps to draw, and the text beside them.
struct TraceSubject {
  std::string title;      ///< The claim of a check, or a program's name.
  std::string main_file;  ///< Places in it are "line 12", others "helper.h:12".
  std::string note;       ///< A remark: "Nothing failed: ...".
  bool unjudged = false;  ///< The note has outputs, which only the check can judge.
  std::vector<PlacedAccess> steps;       ///< In order.
  std::optional<PlacedFinding> finding;  ///< What the interleaving shows, if anything.
  std::string complaint;                 ///< Why the result is wrong, without a finding.
  std::string verdict{};                 ///< The complaint's verdict: "wrong_result".
  About about{};                         ///< The names in the complaint.
  /// If not empty, only accesses by the threads of these steps to the memory of these
  /// steps are drawn, with their fences and barriers.
  std::vector<PlacedAccess> focus{};
};

/// A column: the host, a stream, or a thread.
struct TraceLane {
  std::string name;    ///< "block 1, thread 0", as a step's text calls it.
  std::string group;   ///< "block 1", with the kernel or the device if there are several.
  std::string member;  ///< "thread 0"; "" if the group is all there is to say.
};

/// A write that a lane must see after its fence, because another lane's fence comes
/// between the write and this fence.  Both members are indices of marks.
struct TraceFenced {
  std::size_t write = 0;
  std::size_t fence = 0;
};

/// One step of one lane, or the end of a lane that waits forever.
struct TraceMark {
  std::size_t lane = 0;
  std::size_t row = 0;
  /// Its number in the interleaving, from 1; none for a lane that waits forever after
  /// the steps.
  std::optional<std::size_t> step;
  StepKind kind = StepKind::call;
  std::string what;            ///< "atomicAdd counter"
  std::string note;            ///< "reads 1"
  std::string value;           ///< The value in the note, if it names one: "1".
  std::string place;           ///< "line 12" or "helper.h:12"; "" if unknown.
  std::string file;            ///< "helper.h"; "" if unknown.
  int line = 0;                ///< From 1; 0 if unknown.
  std::string source;          ///< The source text.
  bool in_submission = false;  ///< True also for the reference below an overlay.
  std::uint64_t times = 1;
  /// The values that a repeated step read or wrote before; empty if they are unknown, did
  /// not change, or changed often.
  std::vector<std::string> earlier;
  std::size_t steps = 1;  ///< The number of steps that the mark stands for.
  bool racing = false;
  bool stuck = false;  ///< The lane waits here forever.
  std::optional<std::size_t>
      word;            ///< The word that it touches: an index in Trace::words.
  std::string reads;   ///< A value; "" if it reads none, or an unknown one.
  std::string writes;  ///< A value, "?" if it is unknown; "" if none.
  std::optional<std::size_t> saw;  ///< The mark of another lane whose write it read.
  /// For each other lane, its last mark that happens before this lane's next step; lanes
  /// without such a mark are omitted.
  std::vector<std::size_t> knows;
  /// Writes that this lane must see from its next step on although they do not happen
  /// before it.
  std::vector<TraceFenced> fenced;
};

/// A word of memory that steps touch.
struct TraceWord {
  std::string name;    ///< "partial[0]", with the block if it is shared memory.
  std::string before;  ///< Its value before the first step; "" if that is unknown.
};

/// An order between marks of two lanes: `to` comes after `from`.
struct TraceArrow {
  std::size_t from = 0;  ///< Index of a mark.
  std::size_t to = 0;
};

struct Trace {
  std::string title;
  std::string verdict;  ///< "data_race"; "" if nothing failed.
  std::string message;  ///< One sentence: what happened.
  std::string missing;  ///< What would have ordered the racing accesses, in a sentence.
  std::string lacks;    ///< The missing link: "no __threadfence()".
  std::string note;
  bool unjudged = false;  ///< No step is wrong; the note has the outputs.
  std::vector<TraceLane> lanes;
  std::vector<TraceWord> words;
  std::vector<TraceMark>
      marks;  ///< Sorted by row; several marks in a row are one barrier.
  std::vector<TraceArrow> arrows;
  /// Between the racing accesses, in the order that is needed.
  std::optional<TraceArrow> missing_arrow;
  bool explains = false;  ///< Some of the steps are known to be the decisive ones.
  std::size_t rows = 0;
  /// The number of omitted steps before each row, and after the last.
  std::vector<std::size_t> left_out;
};

/// At most `rows_max` rows; those that race, wait forever or are joined by arrows come
/// first.  At most two further rows show changes between these.
Trace trace_of(const TraceSubject& subject, std::size_t rows_max);

/// How often a mark's step was taken: "last of 3 writes", "after 1, 2", "12 times"; "" if
/// once.
std::string times_text(const TraceMark& mark);

/// The text of a mark, without its place: "volatile write flag, writes 3, after 1, 2",
/// "atomicAdd mutex (12 times)".
/// \param more the text before the number of times
std::string label_of(const TraceMark& mark, const std::string& more = "");

/// "... 3 steps before", "... 40 more steps"
std::string left_out_text(std::size_t steps, bool before_all);

}  // namespace gridlock
