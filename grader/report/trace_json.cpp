#include "report/pictures.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "report/json.h"

namespace gridlock {
namespace {

using nlohmann::ordered_json;

constexpr int kProcess = 1;
constexpr std::size_t kRowMicroseconds = 10;
constexpr std::size_t kSliceMicroseconds = 8;

std::size_t start_of(const TraceMark& mark) { return mark.row * kRowMicroseconds; }

ordered_json metadata(const char* what, std::size_t thread, const ordered_json& args) {
  return {
      {"name", what}, {"ph", "M"}, {"pid", kProcess}, {"tid", thread}, {"args", args}};
}

ordered_json slice(const TraceMark& mark) {
  ordered_json args = ordered_json::object();
  if (mark.step) args["step"] = *mark.step;
  if (!mark.place.empty()) args["place"] = mark.place;
  if (!mark.source.empty()) args["source"] = mark.source;
  if (!mark.note.empty()) args["note"] = mark.note;
  if (mark.times > 1) args["times"] = mark.times;
  return {{"name", (mark.racing ? "racing " : "") + mark.what},
          {"cat", mark.racing ? "race" : "step"},
          {"ph", "X"},
          {"ts", start_of(mark)},
          {"dur", kSliceMicroseconds},
          {"pid", kProcess},
          {"tid", mark.lane + 1},
          {"args", args}};
}

/// An arrow, as a flow that begins inside of one slice and ends inside of another.
void add_flow(ordered_json& events, const Trace& trace, const TraceArrow& arrow,
              std::size_t id, const std::string& name, const char* category) {
  // A flow must lead forward in time, even where the arrow asks for the reverse.
  const TraceMark& from = trace.marks[std::min(arrow.from, arrow.to)];
  const TraceMark& to = trace.marks[std::max(arrow.from, arrow.to)];
  events.push_back({{"name", name},
                    {"cat", category},
                    {"ph", "s"},
                    {"id", id},
                    {"ts", start_of(from) + 1},
                    {"pid", kProcess},
                    {"tid", from.lane + 1}});
  events.push_back({{"name", name},
                    {"cat", category},
                    {"ph", "f"},
                    {"bp", "e"},
                    {"id", id},
                    {"ts", start_of(to) + 1},
                    {"pid", kProcess},
                    {"tid", to.lane + 1}});
}

}  // namespace

std::string trace_json(const Trace& trace) {
  ordered_json events = ordered_json::array();
  events.push_back(metadata("process_name", 0, {{"name", trace.title}}));
  for (std::size_t lane = 0; lane < trace.lanes.size(); ++lane) {
    events.push_back(
        metadata("thread_name", lane + 1, {{"name", trace.lanes[lane].name}}));
    events.push_back(metadata("thread_sort_index", lane + 1, {{"sort_index", lane + 1}}));
  }
  for (const TraceMark& mark : trace.marks) events.push_back(slice(mark));
  std::size_t id = 0;
  for (const TraceArrow& arrow : trace.arrows)
    add_flow(events, trace, arrow, ++id, "comes before", "order");
  if (trace.missing_arrow)
    add_flow(events, trace, *trace.missing_arrow, ++id, "missing: " + trace.lacks,
             "missing");
  ordered_json about{{"title", trace.title}};
  if (!trace.verdict.empty()) about["verdict"] = trace.verdict;
  if (!trace.message.empty()) about["message"] = trace.message;
  if (!trace.missing.empty()) about["missing"] = trace.missing;
  if (!trace.note.empty()) about["note"] = trace.note;
  return json_text(
      {{"traceEvents", events}, {"displayTimeUnit", "ms"}, {"otherData", about}});
}

}  // namespace gridlock
