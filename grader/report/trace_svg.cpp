#include "report/trace_svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <pugixml.hpp>
#include <set>
#include <sstream>

#include "common/text.h"
#include "report/layout.h"

namespace gridlock {
namespace {

// Pixels at a width of some 1280, as on a slide.
constexpr int kLeft = 90;  ///< Room for the missing arrow.
constexpr int kRight = 40;
constexpr int kRowHeight = 62;
constexpr int kGapHeight = 28;  ///< For "... 4 more steps".
constexpr int kLaneMin = 300;
constexpr int kWidthMin = 1060;
constexpr int kMark = 10;    ///< Half the size of a mark.
constexpr int kBeside = 15;  ///< From a lane to the arrows that run along it.
constexpr int kLabel = 24;   ///< From a lane to its labels.
constexpr int kCorner = 8;

// Upper bounds for the widths of characters: the font is unknown.
constexpr double kTitleWidth = 12.5, kTextWidth = 8.9, kBoldWidth = 10.2;
constexpr double kSmallWidth = 8.5;

// The palette of grader/bench/plot_style.py, darkened or lightened where text needs it.
constexpr const char* kStyle = R"(
text { font-family: sans-serif; font-size: 17px; fill: #1a1a1a; }
.title { font-size: 23px; font-weight: bold; }
.place { font-family: monospace; font-size: 14px; fill: #595959; }
.small { font-size: 15px; fill: #595959; }
.head { font-weight: bold; }
.bad { fill: #b34700; font-weight: bold; }
.halo { paint-order: stroke; stroke: #ffffff; stroke-width: 5px; stroke-linejoin: round; }
.paper { fill: #ffffff; }
.lane { stroke: #b8b8b8; stroke-width: 2; }
.group { stroke: #8c8c8c; stroke-width: 2; fill: none; }
.order { stroke: #0072b2; stroke-width: 2.5; fill: none; }
.tip { fill: #0072b2; }
.missing { stroke: #d55e00; stroke-width: 3.5; stroke-dasharray: 9 7; fill: none; }
.missingtip { fill: #d55e00; }
.box { fill: #ffffff; stroke: #d55e00; stroke-width: 2; }
.ring { stroke: #d55e00; stroke-width: 4; fill: none; }
.write { fill: #0072b2; stroke: #0072b2; stroke-width: 3; }
.read { fill: #ffffff; stroke: #0072b2; stroke-width: 3; }
.atomic { fill: #cc79a7; stroke: #8f3d6b; stroke-width: 2; }
.fence { fill: #009e73; }
.barrier { fill: #333333; }
.call { fill: #e69f00; stroke: #8a5f00; stroke-width: 2; }
@media (prefers-color-scheme: dark) {
  text { fill: #f0f0f0; }
  .place, .small { fill: #b8b8b8; }
  .bad { fill: #ff9d57; }
  .halo { stroke: #16181d; }
  .paper, .box { fill: #16181d; }
  .lane { stroke: #555b66; }
  .group { stroke: #8c8c8c; }
  .order { stroke: #56b4e9; }
  .tip { fill: #56b4e9; }
  .missing, .ring, .box { stroke: #ff7f2a; }
  .missingtip { fill: #ff7f2a; }
  .write { fill: #56b4e9; stroke: #56b4e9; }
  .read { fill: #16181d; stroke: #56b4e9; }
  .fence { fill: #2fd0a2; }
  .barrier { fill: #d9d9d9; }
}
)";

const char* class_of(StepKind kind) {
  switch (kind) {
    case StepKind::write:
      return "write";
    case StepKind::read:
      return "read";
    case StepKind::atomic:
      return "atomic";
    case StepKind::fence:
      return "fence";
    case StepKind::barrier:
      return "barrier";
    case StepKind::call:
      return "call";
  }
  return "";
}

const char* shown_name(StepKind kind) {
  return kind == StepKind::call ? "CUDA call" : class_of(kind);
}

std::vector<std::string> lines_of(const std::string& text, double width,
                                  double char_width) {
  std::vector<std::string> lines;
  const Look look{.columns = static_cast<int>(width / char_width)};
  const std::string wrapped = wrap(look, 0, text);
  for (const std::string_view line : split_lines(wrapped)) lines.emplace_back(line);
  return lines;
}

class Picture {
 public:
  explicit Picture(const Trace& trace) : trace_(trace) {
    const int lanes = std::max<int>(1, static_cast<int>(trace.lanes.size()));
    pitch_ = std::max(kLaneMin, (kWidthMin - kLeft - kRight) / std::max(lanes, 2));
    width_ = std::max(kWidthMin, kLeft + lanes * pitch_ + kRight);
  }

  std::string draw() {
    svg_ = file_.append_child("svg");
    svg_.append_attribute("xmlns") = "http://www.w3.org/2000/svg";
    svg_.append_attribute("role") = "img";
    svg_.append_attribute("aria-labelledby") = "title desc";
    add_text_for_readers();
    svg_.append_child("style").text() = kStyle;
    pugi::xml_node paper = add("rect", "paper");
    draw_head();
    place_rows();
    draw_lanes();
    for (const TraceArrow& arrow : trace_.arrows) draw_arrow(arrow);
    if (trace_.missing_arrow) draw_missing(*trace_.missing_arrow);
    for (const TraceMark& mark : trace_.marks) draw_mark(mark);
    draw_left_out();
    draw_foot();
    set(paper, {{"width", width_}, {"height", y_}});
    svg_.append_attribute("viewBox") = fmt::format("0 0 {} {}", width_, y_).c_str();
    svg_.append_attribute("width") = width_;
    svg_.append_attribute("height") = y_;
    std::ostringstream out;
    file_.save(out, "  ", pugi::format_indent | pugi::format_no_declaration);
    return out.str();
  }

 private:
  using Numbers = std::vector<std::pair<const char*, int>>;

  pugi::xml_node add(const char* element, const char* its_class) {
    pugi::xml_node node = svg_.append_child(element);
    node.append_attribute("class") = its_class;
    return node;
  }

  static void set(pugi::xml_node node, const Numbers& numbers) {
    for (const auto& [name, value] : numbers) node.append_attribute(name) = value;
  }

  void write(int x, int y, const char* its_class, const std::string& text) {
    pugi::xml_node node = add("text", its_class);
    set(node, {{"x", x}, {"y", y}});
    node.text() = text.c_str();
  }

  void write_lines(int x, const char* its_class, const std::string& text,
                   double char_width, int height) {
    for (const std::string& line : lines_of(text, width_ - x - kRight, char_width)) {
      y_ += height;
      write(x, y_, its_class, line);
    }
  }

  int x_of(std::size_t lane) const { return kLeft + static_cast<int>(lane) * pitch_; }
  int y_of(std::size_t row) const { return row_y_[row]; }
  int x_of(const TraceMark& mark) const { return x_of(mark.lane); }
  int y_of(const TraceMark& mark) const { return y_of(mark.row); }

  void add_text_for_readers() {
    pugi::xml_node title = svg_.append_child("title");
    title.append_attribute("id") = "title";
    title.text() = trace_.verdict.empty()
                       ? trace_.title.c_str()
                       : fmt::format("{}: {}", trace_.title, trace_.verdict).c_str();
    std::string text = trace_.message;
    for (std::size_t i = 0; i < trace_.marks.size(); ++i) {
      const TraceMark& mark = trace_.marks[i];
      text += fmt::format("{}{}. {}{}: {}{}.", text.empty() ? "" : " ", i + 1,
                          trace_.lanes[mark.lane].name,
                          mark.place.empty() ? "" : ", " + mark.place,
                          mark.racing ? "racing " : "", label_of(mark));
    }
    if (!trace_.missing.empty()) text += " Missing: " + trace_.missing;
    if (!trace_.note.empty()) text += " " + trace_.note;
    pugi::xml_node description = svg_.append_child("desc");
    description.append_attribute("id") = "desc";
    description.text() = text.c_str();
  }

  void draw_head() {
    y_ = 12;
    write_lines(30, "title", trace_.title, kTitleWidth, 28);
    if (!trace_.message.empty()) {
      const std::string kind = trace_.verdict.empty() ? "" : trace_.verdict + ": ";
      write_lines(30, "bad", kind + trace_.message, kBoldWidth, 24);
    }
    if (!trace_.note.empty()) write_lines(30, "small", trace_.note, kSmallWidth, 24);
    y_ += 14;
  }

  /// Lanes of one block have one heading.
  void place_rows() {
    head_y_ = y_ + 24;
    const bool members =
        std::any_of(trace_.lanes.begin(), trace_.lanes.end(),
                    [](const auto& lane) { return !lane.member.empty(); });
    lanes_y_ = head_y_ + (members ? 42 : 16);
    y_ = lanes_y_;
    for (std::size_t row = 0; row < trace_.rows; ++row) {
      if (trace_.left_out[row] > 0) y_ += kGapHeight;
      y_ += row == 0 ? kRowHeight / 2 : kRowHeight;
      row_y_.push_back(y_);
    }
    y_ += kRowHeight / 2;
    if (trace_.rows > 0 && trace_.left_out.back() > 0) y_ += kGapHeight;
    bottom_ = y_;
  }

  void draw_lanes() {
    for (std::size_t i = 0; i < trace_.lanes.size(); ++i) {
      const TraceLane& lane = trace_.lanes[i];
      set(add("line", "lane"),
          {{"x1", x_of(i)}, {"y1", lanes_y_}, {"x2", x_of(i)}, {"y2", bottom_}});
      std::size_t last = i;
      while (last + 1 < trace_.lanes.size() && trace_.lanes[last + 1].group == lane.group)
        ++last;
      if (i == 0 || trace_.lanes[i - 1].group != lane.group) {
        write(x_of(i) - kMark, head_y_, "head", lane.group);
        const int right = last > i ? x_of(last) + kMark : x_of(i) + kMark;
        if (last > i)
          set(add("line", "group"), {{"x1", x_of(i) - kMark},
                                     {"y1", head_y_ + 7},
                                     {"x2", right},
                                     {"y2", head_y_ + 7}});
      }
      if (!lane.member.empty())
        write(x_of(i) - kMark, head_y_ + 28, "small", lane.member);
    }
  }

  void draw_path(const char* its_class, const std::string& path) {
    add("path", its_class).append_attribute("d") = path.c_str();
  }

  /// Down along the lane it comes from, across above the row it goes to, and down.
  void draw_arrow(const TraceArrow& arrow) {
    const TraceMark& from = trace_.marks[arrow.from];
    const TraceMark& to = trace_.marks[arrow.to];
    const int side = x_of(to) > x_of(from) ? 1 : -1;
    const int x1 = x_of(from) + kBeside * side, x2 = x_of(to);
    const int y1 = y_of(from) + 4, y2 = y_of(to) - kMark - 3;
    const int across = y_of(to) - kRowHeight / 2 + 5;
    draw_path("order", fmt::format("M{} {} H{} V{} q0 {} {} {} H{} q{} 0 {} {} V{}",
                                   x_of(from) + kMark * side, y1, x1, across - kCorner,
                                   kCorner, kCorner * side, kCorner, x2 - kCorner * side,
                                   kCorner * side, kCorner * side, kCorner, y2 - 6));
    draw_path("tip", fmt::format("M{} {} l-6 -11 h12 z", x2, y2));
  }

  /// Left along its row, where nothing else is, down the margin, and right.
  void draw_missing(const TraceArrow& arrow) {
    const TraceMark& from = trace_.marks[arrow.from];
    const TraceMark& to = trace_.marks[arrow.to];
    constexpr int kMargin = kLeft - 50;
    const int x1 = x_of(from) - kMark - 5, x2 = x_of(to) - kMark - 5;
    draw_path("missing", fmt::format("M{} {} H{} V{} H{}", x1, y_of(from), kMargin,
                                     y_of(to), x2 - 10));
    draw_path("missingtip", fmt::format("M{} {} l-14 -7 v14 z", x2, y_of(to)));
    const std::string text = trace_.lacks;
    const bool at_end = x2 >= x1;
    const int y = at_end ? y_of(to) : y_of(from);
    const int width = static_cast<int>(width_of(text) * kBoldWidth) + 22;
    const int middle = (kMargin + std::max(x1, x2)) / 2;
    const int left = std::max(kMargin + 16, middle - width / 2);
    set(add("rect", "box"),
        {{"x", left}, {"y", y - 17}, {"width", width}, {"height", 34}, {"rx", 6}});
    pugi::xml_node label = add("text", "bad");
    set(label, {{"x", left + width / 2}, {"y", y + 6}});
    label.append_attribute("text-anchor") = "middle";
    label.text() = text.c_str();
  }

  void draw_mark(const TraceMark& mark) {
    const int x = x_of(mark), y = y_of(mark);
    draw_shape(mark.kind, x, y);
    const TraceMark* first = first_of_row(mark);
    if (first != &mark) {  // A barrier: one bar, one label.
      set(add("rect", "barrier"), {{"x", x_of(*first)},
                                   {"y", y - 3},
                                   {"width", x - x_of(*first)},
                                   {"height", 6}});
      return;
    }
    const bool bad = mark.racing || mark.stuck;
    if (bad) set(add("circle", "ring"), {{"cx", x}, {"cy", y}, {"r", kMark + 6}});
    // The row contains nothing else, so the label may extend over other lanes.
    const int to_the_edge = width_ - x - kLabel;
    const int room = std::min(pitch_ - kLabel - 6, to_the_edge);
    const int apart = mark.kind == StepKind::barrier ? 6 : 0;
    write(x + kLabel, y - 3 - apart, bad ? "bad halo" : "halo",
          shorten(label_of(mark),
                  static_cast<int>(to_the_edge / (bad ? kBoldWidth : kTextWidth))));
    std::string place = mark.place;
    if (!mark.source.empty()) place += (place.empty() ? "" : ": ") + mark.source;
    write(x + kLabel, y + 17 + apart / 2, "place halo",
          shorten(place, static_cast<int>(room / kSmallWidth)));
  }

  const TraceMark* first_of_row(const TraceMark& mark) const {
    const TraceMark* first = &mark;
    for (const TraceMark& other : trace_.marks)
      if (other.row == mark.row && x_of(other) < x_of(*first)) first = &other;
    return first;
  }

  void draw_shape(StepKind kind, int x, int y) {
    const char* its_class = class_of(kind);
    switch (kind) {
      case StepKind::write:
      case StepKind::read:
        set(add("circle", its_class), {{"cx", x}, {"cy", y}, {"r", kMark - 1}});
        return;
      case StepKind::atomic:
        draw_path(its_class, fmt::format("M{} {} l{} {} l{} {} l{} {} z", x,
                                         y - kMark - 2, kMark + 2, kMark + 2, -kMark - 2,
                                         kMark + 2, -kMark - 2, -kMark - 2));
        return;
      case StepKind::fence:
        set(add("rect", its_class), {{"x", x - kMark - 4},
                                     {"y", y - 4},
                                     {"width", 2 * kMark + 8},
                                     {"height", 8}});
        return;
      case StepKind::barrier:
        set(add("rect", its_class), {{"x", x - kMark},
                                     {"y", y - kMark},
                                     {"width", 2 * kMark},
                                     {"height", 2 * kMark}});
        return;
      case StepKind::call:
        draw_path(its_class, fmt::format("M{} {} l{} {} h{} z", x, y - kMark, kMark,
                                         2 * kMark - 2, -2 * kMark));
        return;
    }
  }

  void draw_left_out() {
    for (std::size_t row = 0; row <= trace_.rows && trace_.rows > 0; ++row) {
      if (trace_.left_out[row] == 0) continue;
      const int y = row < trace_.rows ? y_of(row) - kRowHeight + 10 : bottom_ - 10;
      write(kLeft + kLabel, y, "small halo",
            left_out_text(trace_.left_out[row], row == 0));
    }
  }

  void draw_foot() {
    y_ = bottom_;
    if (!trace_.missing.empty()) {
      y_ += 6;
      const int y = y_ + 19;
      if (trace_.missing_arrow) draw_path("missing", fmt::format("M30 {} H78", y));
      write_lines(kLeft, "", trace_.missing, kTextWidth, 24);
    }
    std::set<StepKind> kinds;
    for (const TraceMark& mark : trace_.marks) kinds.insert(mark.kind);
    y_ += 40;
    int x = 40;
    for (const StepKind kind : kinds) {
      draw_shape(kind, x, y_ - 5);
      write(x + kLabel - 4, y_, "small", shown_name(kind));
      x += 64 + static_cast<int>(width_of(shown_name(kind)) * kSmallWidth);
    }
    if (!trace_.arrows.empty()) {
      draw_path("order", fmt::format("M{} {} h34", x - 8, y_ - 5));
      draw_path("tip", fmt::format("M{} {} l-11 -6 v12 z", x + 36, y_ - 5));
      write(x + 44, y_, "small", "comes before");
    }
    y_ += 20;
  }

  const Trace& trace_;
  pugi::xml_document file_;
  pugi::xml_node svg_;
  int pitch_ = 0;
  int width_ = 0;
  int y_ = 0;
  int head_y_ = 0;
  int lanes_y_ = 0;
  int bottom_ = 0;
  std::vector<int> row_y_;
};

}  // namespace

std::string trace_svg(const Trace& trace) { return Picture(trace).draw(); }

std::pair<int, int> svg_size(const std::string& svg) {
  pugi::xml_document file;
  file.load_string(svg.c_str());
  const pugi::xml_node root = file.child("svg");
  return {root.attribute("width").as_int(), root.attribute("height").as_int()};
}

}  // namespace gridlock
