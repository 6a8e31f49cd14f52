#include "report/trace_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "build/source/source_files.h"
#include "common/text.h"
#include "report/finding_text.h"
#include "report/layout.h"
#include "wording/words.h"

namespace gridlock {
namespace {

constexpr const char* kNeverWritten = "(never written)";

/// Precedes the earlier values of a repeated mark.
constexpr const char* kAfter = "after ";

/// The key of a lane, in display order: the host, streams, threads.
using LaneKey =
    std::tuple<int, int, int, std::uint64_t, std::array<int, 3>, std::array<int, 3>>;

LaneKey key_of(const Access& access) {
  if (access.stream >= 0) return {1, access.device, access.stream, 0, {}, {}};
  if (access.host) return {0, 0, 0, 0, {}, {}};
  return {2, access.device, 0, access.kernel, access.block, access.thread};
}

/// Whether both accesses may be by the same actor: a finding may leave the launch of a
/// thread unknown.
bool may_be_same_actor(const Access& one, const Access& other) {
  Access known = one;
  if (other.kernel == 0) known.kernel = 0;
  return key_of(known) == key_of(other);
}

/// The last name in a location: "count" for "g_kernelData.count", "masks" for "masks[3]".
std::string variable_in(const std::string& location) {
  const std::size_t end = std::min(location.find('['), location.size());
  std::size_t begin = end;
  while (begin > 0 && is_in_name(location[begin - 1])) --begin;
  return location.substr(begin, end - begin);
}

/// The steps as rows, before some are omitted.
class Rows {
 protected:
  explicit Rows(const TraceSubject& subject) : subject_(subject) {
    say_what_happened();
    name_lanes();
    for (std::size_t i = 0; i < subject_.steps.size(); ++i) take(i);
    tell_memory();
    mark_stuck();
    find_arrows();
  }

  void say_what_happened() {
    trace_.title = one_line(subject_.title);
    trace_.note = one_line(subject_.note);
    trace_.unjudged = subject_.unjudged;
    trace_.message = one_line(subject_.complaint);
    trace_.verdict = one_line(subject_.verdict);
    if (!subject_.finding) return;
    trace_.verdict = one_line(subject_.finding->kind);
    trace_.message = one_line(subject_.finding->message);
    trace_.missing = one_line(subject_.finding->missing);
  }

  void name_lanes() {
    std::set<LaneKey> keys;
    std::set<std::uint64_t> kernels;
    std::set<int> devices;
    const auto note = [&](const PlacedAccess& placed) {
      const Access& access = placed.access;
      const LaneKey key = key_of(access);
      keys.insert(key);
      if (access.stream >= 0)
        name_of_stream_[access.stream] = {placed.stream, access.device};
      if (std::get<0>(key) == 2) kernels.insert(access.kernel);
      if (std::get<0>(key) != 0) devices.insert(access.device);
    };
    std::set<std::string> streams;
    for (const PlacedAccess& step : subject_.steps) {
      note(step);
      if (asks_of_stream(step)) streams.insert(step.stream);
    }
    several_streams_ = streams.size() > 1;
    if (ends_stuck())
      for (const PlacedAccess& access : subject_.finding->accesses) note(access);
    several_kernels_ = kernels.size() > 1;
    for (const LaneKey& key : keys) {
      lane_of_[key] = trace_.lanes.size();
      trace_.lanes.push_back(lane_named(key, devices.size() > 1));
    }
  }

  /// Whether the step is a call by which the host gives work to a stream that has a name.
  static bool asks_of_stream(const PlacedAccess& step) {
    return step.access.host && step.access.stream < 0 && !step.stream.empty();
  }

  TraceLane lane_named(const LaneKey& key, bool several_devices) const {
    const auto& [kind, device, stream, kernel, block, thread] = key;
    if (kind == 0) return {"the host", "host", ""};
    Access access;
    access.device = device;
    access.stream = stream;
    access.kernel = kernel;
    access.block = block;
    access.thread = thread;
    const std::string on = several_devices ? fmt::format("device {}, ", device) : "";
    if (kind == 1) {
      access.host = true;
      const std::string name = actor_of(access, false, stream_name(stream));
      return {name, on + name, ""};
    }
    access.stream = -1;
    const std::string of = several_kernels_ ? fmt::format("kernel {}, ", kernel) : "";
    return {actor_of(access, several_kernels_), on + of + "block " + block_text(block),
            "thread " + block_text(thread)};
  }

  /// The stream's name, with its device if a stream on another device has the same name;
  /// "" if it is unknown, or if another stream of the device has the same name.
  std::string stream_name(int stream) const {
    const auto& [name, device] = name_of_stream_.at(stream);
    std::size_t same = 0, on_device = 0;
    for (const auto& [number, other] : name_of_stream_) {
      same += other.first == name;
      on_device += other == name_of_stream_.at(stream);
    }
    if (name.empty() || on_device > 1) return "";
    return same == 1 ? name : fmt::format("{} of device {}", name, device);
  }

  void set_place(TraceMark& mark, const SourceLine& place) const {
    const bool in_main_file = place.file == subject_.main_file && place.line != 0;
    mark.in_submission = in_main_file || place.file == kReferenceName;
    mark.place = in_main_file ? fmt::format("line {}", place.line) : where(place);
    mark.file = one_line(place.file);
    mark.line = static_cast<int>(place.line);
    mark.source = one_line(place.text);
  }

  TraceMark mark_of(std::size_t index) const {
    const PlacedAccess& step = subject_.steps[index];
    TraceMark mark;
    mark.lane = lane_of_.at(key_of(step.access));
    mark.step = index + 1;
    mark.what = one_line(step.access.op);
    mark.kind = step.access.kind;
    if (!step.location.empty()) mark.what.append(" ").append(one_line(step.location));
    const bool of_kernels =
        several_kernels_ && step.access.location.kind == Location::Kind::kernel;
    if ((several_streams_ || of_kernels) && asks_of_stream(step))
      mark.what += " in " + one_line(step.stream);
    mark.note = one_line(step.note);
    const StepNote& note = step.access.note;
    if (note.kind == StepNote::Kind::reads || note.kind == StepNote::Kind::writes)
      mark.value = words_of(note.value);
    set_place(mark, step.place);
    mark.times = std::max<std::uint64_t>(step.access.times, 1);
    for (const Value& value : step.access.earlier) mark.earlier.push_back(text_of(value));
    mark.racing = step.access.racing;
    return mark;
  }

  /// Whether the value before a word's last write is decisive.
  bool tells_old_value() const {
    return subject_.finding &&
           verdict_from_name(subject_.finding->kind) == Verdict::stale_value;
  }

  /// Whether another step is ordered after this one, so that this one's value matters.
  bool is_seen(std::size_t index) const {
    return std::ranges::any_of(subject_.steps, [&](const PlacedAccess& step) {
      const auto& after = step.access.after;
      return std::ranges::find(after, index) != after.end();
    });
  }

  void take(std::size_t index) {
    TraceMark mark = mark_of(index);
    if (repeats_last(mark, index)) {
      fold(mark, trace_.marks.back());
    } else {
      mark.row = row_of(mark);
      trace_.marks.push_back(mark);
    }
    mark_at_[index] = trace_.marks.size() - 1;
    repeated_ = mark.times;
  }

  /// Whether the step repeats the last mark, and need not be shown beside it.
  bool repeats_last(const TraceMark& mark, std::size_t index) const {
    if (trace_.marks.empty()) return false;
    const TraceMark& last = trace_.marks.back();
    if (last.lane != mark.lane || last.what != mark.what || last.place != mark.place ||
        last.racing != mark.racing || meeting(last) != 0)
      return false;
    if (mark.kind == StepKind::write && !tells_old_value() && !is_seen(index - 1))
      return true;
    return last.note == mark.note || mark.kind == StepKind::read;
  }

  void fold(const TraceMark& mark, TraceMark& last) const {
    tell_earlier(last, mark);
    // A repeated poll includes the polls right before it, which may be omitted as steps.
    last.times += mark.times > repeated_ ? mark.times - repeated_ : mark.times;
    last.steps += mark.steps;
    last.note = mark.note;
    last.value = mark.value;
  }

  /// A new row, or the last row if `mark` and the last mark are threads that meet there.
  std::size_t row_of(const TraceMark& mark) const {
    if (trace_.marks.empty()) return 0;
    const TraceMark& last = trace_.marks.back();
    const bool meets =
        meeting(mark) != 0 && last.lane != mark.lane && meeting(last) == meeting(mark);
    return meets ? last.row : last.row + 1;
  }

  /// Turns the mark's values into earlier ones, because `next` repeats the mark.
  void tell_earlier(TraceMark& mark, const TraceMark& next) const {
    constexpr std::size_t kTold = 3;
    if (next.kind == StepKind::read) {
      // The polls of `next` include the earlier ones, or begin anew.
      const bool includes = next.times > repeated_;
      mark.earlier = includes ? next.earlier : std::vector<std::string>{};
      return;
    }
    const bool known = mark.kind == StepKind::write && !mark.value.empty() &&
                       mark.steps <= kTold && mark.earlier.size() + 1 == mark.steps;
    if (known)
      mark.earlier.push_back(mark.value);
    else
      mark.earlier.clear();
  }

  std::optional<std::size_t> saw(const PlacedAccess& step) const {
    const auto is = [](const PlacedAccess& one, StepKind kind) {
      return one.access.kind == kind || one.access.kind == StepKind::atomic;
    };
    if (!is(step, StepKind::read)) return std::nullopt;
    for (const std::uint64_t before : step.access.after)
      if (before < subject_.steps.size() && is(subject_.steps[before], StepKind::write) &&
          subject_.steps[before].location == step.location)
        return before;
    return std::nullopt;
  }

  /// The word that a step touches.  Each block has its own shared memory.
  std::optional<std::size_t> word_of(const PlacedAccess& step) {
    if (step.location.empty() || !touches_memory(step.access.kind)) return std::nullopt;
    std::string name = one_line(step.location);
    if (step.access.location.is_shared)
      name += ", " + trace_.lanes[lane_of_.at(key_of(step.access))].group;
    const auto found = std::ranges::find(trace_.words, name, &TraceWord::name);
    if (found != trace_.words.end())
      return static_cast<std::size_t>(found - trace_.words.begin());
    // The value that the first step found was there before, unless another step wrote it.
    const bool tells = step.access.found && !saw(step);
    trace_.words.push_back({name, tells ? text_of(*step.access.found) : ""});
    return trace_.words.size() - 1;
  }

  static std::string text_of(const Value& value) {
    return is_of_new_memory(value) ? kNeverWritten : words_of(value);
  }

  static bool touches_memory(StepKind kind) {
    return kind == StepKind::read || kind == StepKind::write || kind == StepKind::atomic;
  }

  static void set_values(TraceMark& mark, const Access& access) {
    const bool only_writes = access.kind == StepKind::write;
    if (!only_writes && access.found) mark.reads = text_of(*access.found);
    if (access.left) mark.writes = text_of(*access.left);
    if (only_writes && !access.left) mark.writes = "?";
  }

  /// Sets what the marks read, wrote and know; of repeated steps, the last one counts.
  void tell_memory() {
    for (std::size_t i = 0; i < subject_.steps.size(); ++i) {
      const Access& access = subject_.steps[i].access;
      TraceMark& mark = trace_.marks[mark_at_[i]];
      mark.word = word_of(subject_.steps[i]);
      if (mark.word) set_values(mark, access);
      // A worker is not trusted: indices that make no sense are left out.
      mark.knows.clear();
      for (const std::uint64_t step : access.knows)
        if (step < subject_.steps.size() &&
            trace_.marks[mark_at_[step]].lane != mark.lane)
          mark.knows.push_back(mark_at_[step]);
      for (const FencedWrite& fenced : access.fenced)
        if (fenced.write < fenced.fence && fenced.fence < i)
          mark.fenced.push_back({mark_at_[fenced.write], mark_at_[fenced.fence]});
      if (const auto step = saw(subject_.steps[i]); step && *step < i)
        mark.saw = mark_at_[*step];
    }
  }

  /// Whether the step is a call that returned when work had ended: such a wait seldom
  /// explains a failure.
  bool is_wait_of_host(const TraceMark& mark) const {
    const Access* access = access_of(mark);
    return access && access->kind == StepKind::call && access->host &&
           access->stream < 0 && !access->after.empty();
  }

  const Access* access_of(const TraceMark& mark) const {
    return mark.step ? &subject_.steps.at(*mark.step - 1).access : nullptr;
  }

  std::string location_of(const TraceMark& mark) const {
    return mark.step ? one_line(subject_.steps.at(*mark.step - 1).location) : "";
  }

  std::uint64_t meeting(const TraceMark& mark) const {
    const Access* access = access_of(mark);
    return access ? access->meeting : 0;
  }

  bool ends_stuck() const {
    if (!subject_.finding) return false;
    const auto verdict = verdict_from_name(subject_.finding->kind);
    return verdict && is_stuck(*verdict);
  }

  /// Marks the lanes that wait forever: the last step of each, if it is a known wait.
  void mark_stuck() {
    if (!ends_stuck()) return;
    for (const PlacedAccess& waiter : subject_.finding->accesses) {
      // A stream's wait has no step of its own.
      bool shown = false;
      std::set<std::size_t> seen;
      for (std::size_t i = trace_.marks.size(); i-- > 0;) {
        TraceMark& mark = trace_.marks[i];
        if (!seen.insert(mark.lane).second) continue;
        const Access* last = access_of(mark);  // A waiter added earlier has no step.
        if (!last || last->pc != waiter.access.pc || last->stream >= 0) continue;
        mark.stuck = shown = true;
        if (mark.kind == StepKind::read)
          mark.what = "spins forever on " + location_of(mark);
      }
      if (!shown) add_waiter(waiter);
    }
  }

  void add_waiter(const PlacedAccess& waiter) {
    TraceMark mark;
    mark.lane = lane_of_.at(key_of(waiter.access));
    mark.row = trace_.marks.empty() ? 0 : trace_.marks.back().row + 1;
    mark.what = one_line(waiter.access.op);
    mark.kind = waiter.access.kind;
    mark.what = (waiter.access.host ? "waits forever in " : "forever ") + mark.what;
    if (!waiter.location.empty()) mark.what.append(" ").append(one_line(waiter.location));
    set_place(mark, waiter.place);
    mark.stuck = true;
    trace_.marks.push_back(std::move(mark));
  }

  void find_arrows() {
    std::vector<std::size_t> racing;
    for (std::size_t i = 0; i < trace_.marks.size(); ++i)
      if (trace_.marks[i].racing) racing.push_back(i);
    if (racing.size() == 2) {
      trace_.missing_arrow = asked_order(racing[0], racing[1]);
      trace_.lacks = lacks(subject_.finding ? subject_.finding->lacks : MissingLink{});
    }
    // The order comes from the worker, which is not trusted: ignore what makes no sense.
    for (std::size_t i = 0; i < subject_.steps.size(); ++i)
      for (const std::uint64_t before : subject_.steps[i].access.after) {
        if (before >= i) continue;
        const TraceArrow arrow{mark_at_[before], mark_at_[i]};
        if (arrow.from < arrow.to &&
            trace_.marks[arrow.from].lane != trace_.marks[arrow.to].lane)
          trace_.arrows.push_back(arrow);
      }
  }

  /// The racing marks in the order that is needed.  If an event is missing, this order
  /// may differ from the order in which they ran.
  TraceArrow asked_order(std::size_t first, std::size_t second) const {
    const auto place = [&](std::size_t mark) {
      const auto step = trace_.marks[mark].step;
      return step ? where(subject_.steps.at(*step - 1).place) : std::string();
    };
    const bool turned = subject_.finding && subject_.finding->asked_order &&
                        where(subject_.finding->asked_order->second) == place(first) &&
                        place(first) != place(second);
    return turned ? TraceArrow{second, first} : TraceArrow{first, second};
  }

  const TraceSubject& subject_;
  Trace trace_;
  bool several_kernels_ = false;
  bool several_streams_ = false;
  std::map<LaneKey, std::size_t> lane_of_;
  std::map<int, std::pair<std::string, int>> name_of_stream_;  ///< Name and device.
  std::map<std::size_t, std::size_t> mark_at_;                 ///< The key is a step.
  std::uint64_t repeated_ = 0;  ///< How often in a row the last step was taken.
};

/// Chooses the rows that are shown.
class Builder : private Rows {
 public:
  Builder(const TraceSubject& subject, std::size_t rows_max)
      : Rows(subject), rows_max_(std::max<std::size_t>(rows_max, 2)) {}

  Trace build() {
    tell_lost_update();
    leave_out();
    return std::move(trace_);
  }

 private:
  /// Whether the step is the submission's, or uses memory that the submission uses.
  bool is_of_submission(const TraceMark& mark, const std::set<std::string>& used) const {
    return mark.in_submission || used.count(location_of(mark));
  }

  /// The importance of a row: 3 for the failure, 2 for steps tied to another lane, 1 for
  /// steps of the submission, 0 for steps of the checks alone.  Calls weigh up to 4.
  std::vector<int> weights() const {
    if (!subject_.focus.empty()) return focused_weights();
    std::vector<int> weight = named_weights();
    if (weight.empty())
      weight = tied_weights();
    else
      for (const std::size_t row : few_rows_tied()) weight[row] = 1;
    for (std::size_t i = 0; i < trace_.marks.size(); ++i)
      if (trace_.marks[i].racing || trace_.marks[i].stuck)
        weight[trace_.marks[i].row] = 3;
    const auto old_value = marks_of_old_value();
    for (const std::size_t mark : decisive_marks()) weight[trace_.marks[mark].row] = 3;
    for (std::size_t i = 0; i < trace_.marks.size(); ++i)
      weight[trace_.marks[i].row] =
          std::max(weight[trace_.marks[i].row], weight_of_call(trace_.marks[i]));
    // Steps after a read of an old value decided nothing.
    if (!old_value.empty())
      std::fill(weight.begin() + static_cast<std::ptrdiff_t>(
                                     trace_.marks[*old_value.rbegin()].row + 1),
                weight.end(), 0);
    return weight;
  }

  /// The weight of the submission's call if a complaint names events, else 0.  A use of
  /// events or a wait weighs 4, a launch 3.  If the complaint also names launches, a
  /// launch weighs 4, and a stream's use of an event 3.
  int weight_of_call(const TraceMark& mark) const {
    const Access* call = access_of(mark);
    if (subject_.finding || !call || call->kind != StepKind::call || !mark.in_submission)
      return 0;
    const About& about = subject_.about;
    if (!about.has("event") && !about.has("events")) return 0;
    const bool of_launches = about.has("launches");
    const OpKind kind = op_kind(call->op);
    if (kind == OpKind::event_or_wait || kind == OpKind::create_event)
      return of_launches && call->stream >= 0 ? 3 : 4;
    if (kind != OpKind::launch) return 0;
    return of_launches ? 4 : 3;
  }

  /// The steps that explain a wrong result or an old value, if they are known.
  std::set<std::size_t> decisive_marks() const {
    std::set<std::size_t> marks;
    for (const auto& some : {marks_of_old_value(), marks_of_lost_update(),
                             marks_of_no_value(), marks_of_named_words()})
      marks.insert(some.begin(), some.end());
    return marks.empty() ? marks_of_stated_value() : marks;
  }

  void tell_lost_update() {
    const auto marks = marks_of_lost_update();
    if (marks.empty()) return;
    const auto& lost = trace_.marks[*std::next(marks.begin())].step;
    if (!lost) return;
    std::string& note = trace_.marks[*marks.rbegin()].note;
    note += fmt::format("{}step {} is lost", note.empty() ? "" : "; ", *lost);
    const std::size_t read = *marks.begin(), write = *marks.rbegin();
    if (trace_.missing.empty() && is_next_of_lane(read, write))
      trace_.missing = two_steps_text(trace_.marks[read], trace_.marks[write], *lost);
  }

  bool is_next_of_lane(std::size_t one, std::size_t next) const {
    return std::none_of(
        trace_.marks.begin() + static_cast<std::ptrdiff_t>(one) + 1,
        trace_.marks.begin() + static_cast<std::ptrdiff_t>(next),
        [&](const TraceMark& mark) { return mark.lane == trace_.marks[one].lane; });
  }

  static std::string two_steps_text(const TraceMark& read, const TraceMark& write,
                                    std::size_t lost) {
    const std::string both =
        read.place == write.place
            ? fmt::format("The read and the write in {}", read.place)
            : fmt::format("The read in {} and the write in {}", read.place, write.place);
    return fmt::format(
        "{} are two steps, and step {} came between them: its value is lost.  One atomic "
        "operation must read and write in one step: atomicAdd if it only adds something, "
        "else atomicMax, atomicOr or atomicCAS.  It returns the value from before.",
        both, lost);
  }

  std::vector<int> tied_weights() const {
    std::set<std::string> used;
    for (const TraceMark& mark : trace_.marks)
      if (mark.in_submission) used.insert(location_of(mark));
    used.erase("");
    std::vector<int> weight(trace_.marks.back().row + 1, 0);
    const auto raise = [&](std::size_t mark, int to) {
      int& now = weight[trace_.marks[mark].row];
      now = std::max(now, to);
    };
    for (std::size_t i = 0; i < trace_.marks.size(); ++i)
      if (is_of_submission(trace_.marks[i], used)) raise(i, 1);
    for (const TraceArrow& arrow : trace_.arrows) {
      if (is_wait_of_host(trace_.marks[arrow.to]) ||
          weight[trace_.marks[arrow.from].row] + weight[trace_.marks[arrow.to].row] == 0)
        continue;
      raise(arrow.from, 2);
      raise(arrow.to, 2);
    }
    return weight;
  }

  /// The first lost update, for a wrong result: a lane reads a word, another lane writes
  /// it, and the reader then writes it without having read it again.
  std::set<std::size_t> marks_of_lost_update() const {
    if (subject_.finding) return {};
    std::map<std::pair<std::size_t, std::size_t>, std::size_t> last_read;
    std::map<std::size_t, std::size_t> last_write;
    for (std::size_t i = 0; i < trace_.marks.size(); ++i) {
      const TraceMark& mark = trace_.marks[i];
      if (!mark.word || !mark.in_submission) continue;
      const auto read = last_read.find({mark.lane, *mark.word});
      const auto write = last_write.find(*mark.word);
      if (mark.kind == StepKind::write && read != last_read.end() &&
          write != last_write.end() && read->second < write->second &&
          trace_.marks[write->second].lane != mark.lane)
        return {read->second, write->second, i};
      if (mark.kind == StepKind::read) last_read[{mark.lane, *mark.word}] = i;
      if (mark.kind != StepKind::read) last_write[*mark.word] = i;
    }
    return {};
  }

  /// For a wrong result that names no word: the submission's atomic and volatile
  /// operations that find or leave the first number in the complaint, if these are few.
  /// Most often it is the number of an item, which an atomic operation drew.
  std::set<std::size_t> marks_of_stated_value() const {
    constexpr std::size_t kFew = 2, kMany = 6;
    const std::string& number = subject_.about.number;
    if (subject_.finding || number.empty() || trace_.marks.back().row < rows_max_)
      return {};
    std::set<std::size_t> marks;
    for (std::size_t i = 0; i < trace_.marks.size(); ++i) {
      const TraceMark& mark = trace_.marks[i];
      const Access* access = access_of(mark);
      const bool strong = access && (access->kind == StepKind::atomic ||
                                     contains(access->op, "volatile"));
      if (mark.in_submission && strong && (mark.reads == number || mark.writes == number))
        marks.insert(i);
    }
    return marks.size() < kFew || marks.size() > kMany ? std::set<std::size_t>{} : marks;
  }

  /// For a wrong result: the first step of the submission that reads a word of new
  /// memory.
  std::set<std::size_t> marks_of_no_value() const {
    if (subject_.finding) return {};
    for (std::size_t i = 0; i < trace_.marks.size(); ++i)
      if (trace_.marks[i].in_submission && trace_.marks[i].reads == kNeverWritten)
        return {i};
    return {};
  }

  /// For a wrong result: telling_marks(), and the submission's last few writes to each
  /// word that the complaint names.  With each write come the read just before it and its
  /// last_look_after().
  std::set<std::size_t> marks_of_named_words() const {
    constexpr std::size_t kWritesShown = 3;
    if (subject_.finding || !marks_of_lost_update().empty()) return {};
    std::map<std::string, std::size_t> shown;
    std::set<std::size_t> marks = telling_marks();
    for (std::size_t i = trace_.marks.size(); i-- > 0;) {
      const TraceMark& mark = trace_.marks[i];
      if (!mark.in_submission || mark.writes.empty()) continue;
      const std::string name = last_name(location_of(mark));
      if (!subject_.about.has(name) || ++shown[name] > kWritesShown) continue;
      marks.insert(i);
      if (const auto read = read_before(i)) marks.insert(*read);
      if (const auto look = last_look_after(i)) marks.insert(*look);
    }
    return marks;
  }

  /// The last atomic operation of the same lane after this step, if it is in the main
  /// file and touches another word: the value that it found may have ended the lane's
  /// work.
  std::optional<std::size_t> last_look_after(std::size_t mark) const {
    for (std::size_t i = trace_.marks.size(); --i > mark;) {
      const TraceMark& look = trace_.marks[i];
      if (look.lane != trace_.marks[mark].lane || look.kind != StepKind::atomic) continue;
      const bool tells = look.word != trace_.marks[mark].word &&
                         look.file == one_line(subject_.main_file);
      return tells ? std::optional(i) : std::nullopt;
    }
    return std::nullopt;
  }

  std::set<std::size_t> telling_marks() const {
    std::set<std::size_t> marks;
    bool in_submission = false;
    for (std::size_t i = 0; i < subject_.steps.size(); ++i) {
      if (!subject_.steps[i].access.telling) continue;
      marks.insert(mark_at_.at(i));
      in_submission |= trace_.marks[mark_at_.at(i)].in_submission;
    }
    return in_submission ? marks : std::set<std::size_t>{};
  }

  /// The step of the same lane just before this one, if that step read a value.
  std::optional<std::size_t> read_before(std::size_t mark) const {
    for (std::size_t i = mark; i-- > 0;)
      if (trace_.marks[i].lane == trace_.marks[mark].lane)
        return trace_.marks[i].reads.empty() ? std::nullopt : std::optional(i);
    return std::nullopt;
  }

  /// The read that saw an old value, and the write that it did not see, if the steps have
  /// both.
  std::set<std::size_t> marks_of_old_value() const {
    if (!tells_old_value()) return {};
    std::set<std::size_t> marks;
    for (const PlacedAccess& access : subject_.finding->accesses)
      if (const auto mark = mark_of_access(access)) marks.insert(*mark);
    return marks.size() == 2 ? marks : std::set<std::size_t>{};
  }

  /// The last step with the access's thread, line and word, preferably one with the same
  /// note on the value.
  std::optional<std::size_t> mark_of_access(const PlacedAccess& access) const {
    std::optional<std::size_t> same_place;
    for (std::size_t i = subject_.steps.size(); i-- > 0;) {
      const PlacedAccess& step = subject_.steps[i];
      if (!may_be_same_actor(step.access, access.access) ||
          where(step.place) != where(access.place) || step.location != access.location)
        continue;
      if (step.note == access.note) return mark_at_.at(i);
      if (!same_place) same_place = mark_at_.at(i);
    }
    return same_place;
  }

  /// 1 for each row that touches a variable of the complaint.  Empty for a finding, if
  /// all rows fit, or if fewer than kTelling rows touch such a variable.
  std::vector<int> named_weights() const {
    constexpr std::ptrdiff_t kTelling = 3;
    std::vector<int> weight(trace_.marks.back().row + 1, 0);
    if (subject_.finding || weight.size() <= rows_max_) return {};
    for (const TraceMark& mark : trace_.marks)
      if (subject_.about.has(variable_in(location_of(mark)))) weight[mark.row] = 1;
    const auto named = std::ranges::count(weight, 1);
    return named < kTelling ? std::vector<int>{} : weight;
  }

  /// The rows that link threads of the submission; empty if there are too many.  Beside
  /// the rows of the variables that a complaint names, they show which threads took part.
  std::set<std::size_t> few_rows_tied() const {
    constexpr std::size_t kFew = 4;
    std::set<std::size_t> rows;
    const auto is_own_access = [&](const TraceMark& mark) {
      return mark.in_submission && mark.word.has_value();
    };
    for (const TraceArrow& arrow : trace_.arrows) {
      const TraceMark &from = trace_.marks[arrow.from], &to = trace_.marks[arrow.to];
      if (is_own_access(from) && is_own_access(to)) rows.insert({from.row, to.row});
    }
    return rows.size() <= kFew ? rows : std::set<std::size_t>{};
  }

  std::vector<int> focused_weights() const {
    std::set<std::size_t> lanes;
    std::set<std::string> words;
    for (const PlacedAccess& step : subject_.focus) {
      if (const auto lane = lane_of_.find(key_of(step.access)); lane != lane_of_.end())
        lanes.insert(lane->second);
      words.insert(one_line(step.location));
    }
    std::vector<int> weight(trace_.marks.back().row + 1, 0);
    for (const TraceMark& mark : trace_.marks) {
      const bool orders = mark.kind == StepKind::fence || mark.kind == StepKind::barrier;
      if (lanes.count(mark.lane) && (orders || words.count(location_of(mark))))
        weight[mark.row] = 1;
    }
    for (const std::size_t mark : marks_between(weight))
      weight[trace_.marks[mark].row] = 1;
    return weight;
  }

  /// The marks on paths of arrows between marks that have a weight.
  std::vector<std::size_t> marks_between(const std::vector<int>& weight) const {
    std::vector<bool> before(trace_.marks.size()), behind(trace_.marks.size());
    for (std::size_t i = 0; i < trace_.marks.size(); ++i)
      before[i] = behind[i] = weight[trace_.marks[i].row] > 0;
    // Each arrow leads forward, and the arrows are in the order of their ends.
    const auto& arrows = trace_.arrows;
    for (auto arrow = arrows.begin(); arrow != arrows.end(); ++arrow)
      behind[arrow->to] = behind[arrow->to] || behind[arrow->from];
    for (auto arrow = arrows.rbegin(); arrow != arrows.rend(); ++arrow)
      before[arrow->from] = before[arrow->from] || before[arrow->to];
    std::vector<std::size_t> marks;
    for (std::size_t i = 0; i < trace_.marks.size(); ++i)
      if (before[i] && behind[i]) marks.push_back(i);
    return marks;
  }

  void leave_out() {
    if (trace_.marks.empty()) return;
    const std::vector<int> weight = weights();
    trace_.explains = std::ranges::any_of(weight, [](int of_row) { return of_row >= 3; });
    std::set<std::size_t> kept = heaviest_rows(weight);
    kept.merge(rows_of_hidden_changes(kept));
    keep(kept);
    drop_empty_lanes();
    drop_unused_words();
  }

  std::set<std::size_t> heaviest_rows(const std::vector<int>& weight) const {
    std::vector<std::size_t> rows(weight.size());
    for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = i;
    std::ranges::stable_sort(rows, std::greater(), [&](std::size_t row) {
      return std::pair(weight[row], row);
    });
    // If there are too many rows, drop those with only the lab's own code (weight 0).  If
    // the writes of a wrong word are shown, also drop rows without an arrow (weight 1).
    constexpr std::ptrdiff_t kTelling = 3;
    const bool are_told = subject_.focus.empty() && !marks_of_named_words().empty();
    const int least = are_told ? 2 : 1;
    const auto none =
        std::ranges::find_if(rows, [&](std::size_t row) { return weight[row] < least; });
    const bool too_many = rows.size() > rows_max_ || !subject_.focus.empty();
    if (too_many && (are_told || none - rows.begin() >= kTelling))
      rows.erase(none, rows.end());
    rows.resize(std::min(rows.size(), rows_max_));
    return {rows.begin(), rows.end()};
  }

  /// Keeps only the marks in these rows, and the arrows between them.
  void keep(const std::set<std::size_t>& kept) {
    std::vector<TraceMark> marks;
    std::map<std::size_t, std::size_t> moved;  // A mark's old index, and its new one.
    std::map<std::size_t, std::size_t> row_of;
    std::size_t left_out = 0;
    for (std::size_t i = 0; i < trace_.marks.size(); ++i) {
      TraceMark mark = trace_.marks[i];
      if (!kept.count(mark.row)) {
        left_out += mark.steps;
        continue;
      }
      if (!row_of.count(mark.row)) {
        row_of.emplace(mark.row, row_of.size());
        trace_.left_out.push_back(left_out);
        left_out = 0;
      }
      mark.row = row_of[mark.row];
      moved[i] = marks.size();
      marks.push_back(std::move(mark));
    }
    trace_.left_out.push_back(left_out);
    trace_.rows = row_of.size();
    for (TraceMark& mark : marks) move_references(mark, moved);
    trace_.marks = std::move(marks);
    const auto is_kept = [&](const TraceArrow& arrow) {
      return moved.count(arrow.from) && moved.count(arrow.to);
    };
    std::vector<TraceArrow> arrows;
    for (const TraceArrow& arrow : trace_.arrows)
      if (is_kept(arrow)) arrows.push_back({moved[arrow.from], moved[arrow.to]});
    trace_.arrows = std::move(arrows);
    if (const auto asked = std::exchange(trace_.missing_arrow, {});
        asked && is_kept(*asked))
      trace_.missing_arrow = {moved[asked->from], moved[asked->to]};
  }

  /// Makes the mark's references to other marks follow these to their new indices.
  /// \pre the trace has all of its marks
  void move_references(TraceMark& mark,
                       const std::map<std::size_t, std::size_t>& moved) const {
    if (mark.saw && !moved.count(*mark.saw)) mark.saw = std::nullopt;
    if (mark.saw) mark.saw = moved.at(*mark.saw);
    mark.knows = kept_at_or_before(mark.knows, moved);
    std::erase_if(mark.fenced, [&](const TraceFenced& fenced) {
      return !moved.count(fenced.write) || !moved.count(fenced.fence);
    });
    for (auto& [write, fence] : mark.fenced) {
      write = moved.at(write);
      fence = moved.at(fence);
    }
  }

  /// The rows of hidden changes.  If a kept step finds another value than the last kept
  /// step at the word left, this is the row of the last write of the value found.
  std::set<std::size_t> rows_of_hidden_changes(const std::set<std::size_t>& kept) const {
    constexpr std::size_t kShown = 2;
    std::set<std::size_t> rows;
    for (std::size_t i = trace_.marks.size(); i-- > 0 && rows.size() < kShown;) {
      const TraceMark& finds = trace_.marks[i];
      if (!kept.contains(finds.row) || !finds.word || finds.reads.empty()) continue;
      std::optional<std::size_t> change;
      for (std::size_t j = i; j-- > 0;) {
        const TraceMark& mark = trace_.marks[j];
        if (mark.word != finds.word) continue;
        const std::string& left = mark.writes.empty() ? mark.reads : mark.writes;
        if (kept.contains(mark.row)) {
          if (change && left != finds.reads) rows.insert(trace_.marks[*change].row);
          break;
        }
        if (!change && mark.writes == finds.reads) change = j;
      }
    }
    return rows;
  }

  /// Maps marks to kept marks: to themselves, or to the last one before in the same lane.
  std::vector<std::size_t> kept_at_or_before(
      const std::vector<std::size_t>& known,
      const std::map<std::size_t, std::size_t>& moved) const {
    std::vector<std::size_t> kept;
    for (const std::size_t mark : known)
      for (auto last = moved.upper_bound(mark); last != moved.begin();)
        if (trace_.marks[(--last)->first].lane == trace_.marks[mark].lane) {
          kept.push_back(last->second);
          break;
        }
    return kept;
  }

  void drop_unused_words() {
    std::map<std::size_t, std::size_t> place;
    for (const TraceMark& mark : trace_.marks)
      if (mark.word) place[*mark.word] = 0;
    std::vector<TraceWord> words;
    for (auto& [word, index] : place) {
      index = words.size();
      words.push_back(trace_.words[word]);
    }
    trace_.words = std::move(words);
    for (TraceMark& mark : trace_.marks)
      if (mark.word) mark.word = place[*mark.word];
  }

  void drop_empty_lanes() {
    std::map<std::size_t, std::size_t> place;
    std::set<std::size_t> used;
    for (const TraceMark& mark : trace_.marks) used.insert(mark.lane);
    std::vector<TraceLane> lanes;
    for (const std::size_t lane : used) {
      place[lane] = lanes.size();
      lanes.push_back(trace_.lanes[lane]);
    }
    trace_.lanes = std::move(lanes);
    for (TraceMark& mark : trace_.marks) mark.lane = place[mark.lane];
  }

  const std::size_t rows_max_;
};

}  // namespace

const char* name_of(StepKind kind) {
  constexpr std::array kNames{"write", "read", "atomic", "fence", "barrier", "call"};
  return kNames.at(static_cast<std::size_t>(kind));
}

Trace trace_of(const TraceSubject& subject, std::size_t rows_max) {
  return Builder(subject, rows_max).build();
}

std::string times_text(const TraceMark& mark) {
  if (mark.times <= 1) return "";
  // Earlier repetitions may have read or written other values.
  const bool reads = mark.kind == StepKind::read && !mark.value.empty();
  const bool writes = mark.kind == StepKind::write && !mark.value.empty();
  const bool changed = std::ranges::any_of(
      mark.earlier, [&](const std::string& earlier) { return earlier != mark.value; });
  if ((reads || writes) && changed)
    return fmt::format("{}{}", kAfter, fmt::join(mark.earlier, ", "));
  if ((reads || writes) && !mark.stuck)
    return fmt::format("last of {} {}", mark.times, reads ? "reads" : "writes");
  return fmt::format("{} times", mark.times);
}

std::string label_of(const TraceMark& mark, const std::string& more) {
  std::string text = mark.what;
  if (!mark.note.empty()) text += ", " + mark.note;
  text += more;
  const std::string times = times_text(mark);
  if (times.starts_with(kAfter)) return text + ", " + times;
  return times.empty() ? text : fmt::format("{} ({})", text, times);
}

std::string left_out_text(std::size_t steps, bool before_all) {
  const char* noun = steps == 1 ? "step" : "steps";
  return before_all ? fmt::format("... {} {} before", steps, noun)
                    : fmt::format("... {} more {}", steps, noun);
}

}  // namespace gridlock
