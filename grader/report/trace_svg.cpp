#include "report/pictures.h"

#include <fmt/format.h>

#include <algorithm>
#include <pugixml.hpp>
#include <set>
#include <sstream>
#include <stdexcept>

#include "common/text.h"
#include "report/layout.h"

namespace gridlock {
namespace {

// Pixels, at the width of a slide: the smallest text must be legible from the back row.
constexpr int kWidthMin = 1200;
constexpr int kHeight = 560;  ///< Rows lie further apart if they do not fill it.
constexpr int kRight = 24;
constexpr int kLine = 27;       ///< The distance of lines of a text.
constexpr int kGapHeight = 30;  ///< The height of "... 4 more steps".
constexpr int kLaneMin = 190, kLaneMax = 560;
constexpr int kSource = 340;  ///< The width that one line of a source should have.
constexpr int kMark = 11;     ///< Half the size of a mark.
constexpr int kBeside = 15;   ///< The distance from a lane to arrows along it.
constexpr int kLabel = 24;    ///< The distance from a lane to its labels.
constexpr int kCorner = 8;

/// A kind of text: its CSS class, and an upper bound for the width of a character.  The
/// font is unknown, so this is the width in DejaVu, a wide font.
struct Font {
  const char* name;
  double width;
};
constexpr Font kTitle{"title", 18.8}, kHead{"head", 16.1}, kText{"halo", 14.2},
    kBad{"bad halo", 16.1}, kPlace{"place halo", 12.7}, kSmall{"small halo", 12.4},
    kRemark{"remark halo", 12.4};

// The palette of grader/bench/plot_style.py, darkened or lightened where text needs it.
constexpr const char* kStyle = R"(
text { font-family: "DejaVu Sans", Verdana, sans-serif; font-size: 24px; fill: #1a1a1a; }
.title { font-size: 28px; font-weight: bold; }
.place { font-family: "DejaVu Sans Mono", monospace; font-size: 21px; fill: #505050; }
.small { font-size: 21px; fill: #505050; }
.head { font-weight: bold; }
.remark { font-size: 21px; font-weight: bold; fill: #005a8f; }
.bad { fill: #b34700; font-weight: bold; }
.halo { paint-order: stroke; stroke: #ffffff; stroke-width: 6px; stroke-linejoin: round; }
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
  .remark { fill: #7cc4f2; }
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

const char* shown_name(StepKind kind) {
  return kind == StepKind::call ? "CUDA call" : name_of(kind);
}

std::vector<std::string> lines_of(const std::string& text, double width, Font font) {
  std::vector<std::string> lines;
  const Look look{.columns = std::max(8, static_cast<int>(width / font.width))};
  const std::string wrapped = wrap(look, 0, text);
  for (const std::string_view line : split_lines(wrapped))
    lines.push_back(shorten(line, look.columns));
  return lines;
}

int width_in(const std::string& text, Font font) {
  return static_cast<int>(width_of(text) * font.width) + 1;
}

/// A row of the picture: one step, or a barrier at which several lanes meet.
struct Row {
  std::vector<const TraceMark*> marks;
  std::size_t left_out = 0;  ///< The omitted steps before it.
  std::string remark;
  std::vector<std::pair<std::string, Font>> lines;
  int height = 0;
  int y = 0;  ///< The middle of its marks.

  const TraceMark& mark() const { return *marks.front(); }
  bool bad() const { return mark().racing || mark().stuck; }
  bool meets() const { return marks.size() > 1; }
};

class Picture {
 public:
  Picture(const Trace& trace, const PictureLook& look) : trace_(trace), look_(look) {
    choose_rows();
    choose_lanes();
    for (Row& row : rows_) fill(row);
  }

  std::string draw() {
    svg_ = file_.append_child("svg");
    svg_.append_attribute("xmlns") = "http://www.w3.org/2000/svg";
    svg_.append_attribute("role") = "img";
    svg_.append_attribute("aria-labelledby") = "title desc";
    add_text_for_readers();
    svg_.append_child("style").text() = kStyle;
    pugi::xml_node paper = add("rect", "paper");
    if (!look_.slide) draw_head();
    place_rows();
    draw_lanes();
    for (const TraceArrow& arrow : trace_.arrows)
      if (is_drawn(arrow)) draw_arrow(arrow);
    if (trace_.missing_arrow && is_drawn(*trace_.missing_arrow))
      draw_missing(*trace_.missing_arrow);
    for (const Row& row : rows_) draw_row(row);
    draw_left_out(left_out_, bottom_ - 10, rows_.empty());
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

  // --- What is shown -------------------------------------------------------------------

  /// All text of a row, for `hide` and `say`.
  std::string words_of(const Row& row) const {
    std::string words;
    for (const TraceMark* mark : row.marks) words += trace_.lanes[mark->lane].name + ": ";
    return words + label_of(row.mark()) + " " + place_of(row.mark());
  }

  static std::string place_of(const TraceMark& mark) {
    const std::string source(trim(mark.source.substr(0, mark.source.find("//"))));
    return mark.place + (mark.place.empty() || source.empty() ? "" : ": ") + source;
  }

  void choose_rows() {
    std::vector<Row> all(trace_.rows);
    for (const TraceMark& mark : trace_.marks) all[mark.row].marks.push_back(&mark);
    for (Row& row : all) std::ranges::sort(row.marks, {}, &TraceMark::lane);
    std::set<std::string> unused(look_.hide.begin(), look_.hide.end());
    for (std::size_t i = 0; i < all.size(); ++i) {
      left_out_ += trace_.left_out[i];
      const std::string words = words_of(all[i]);
      bool hidden = false;
      for (const std::string& text : look_.hide)
        if (words.find(text) != words.npos) unused.erase(text), hidden = true;
      all[i].left_out = look_.slide ? 0 : left_out_;
      for (const TraceMark* mark : all[i].marks) left_out_ += mark->steps;
      if (hidden) continue;
      left_out_ = 0;
      rows_.push_back(std::move(all[i]));
    }
    left_out_ = look_.slide || all.empty() ? 0 : left_out_ + trace_.left_out.back();
    if (!unused.empty()) no_row_with(*unused.begin());
    for (const std::string& remark : look_.say) add_remark(remark);
  }

  [[noreturn]] static void no_row_with(const std::string& text) {
    throw std::invalid_argument(
        fmt::format("No row of the picture contains \"{}\".", one_line(text)));
  }

  void add_remark(const std::string& remark) {
    const std::size_t at = remark.find(" = ");
    if (at == remark.npos)
      throw std::invalid_argument(
          fmt::format("--say takes \"TEXT = REMARK\", not \"{}\".", one_line(remark)));
    for (Row& row : rows_) {
      if (words_of(row).find(remark.substr(0, at)) == std::string::npos) continue;
      row.remark = one_line(remark.substr(at + 3));
      return;
    }
    no_row_with(remark.substr(0, at));
  }

  const Row* row_of(const TraceMark& mark) const {
    for (const Row& row : rows_)
      if (row.mark().row == mark.row) return &row;
    return nullptr;
  }

  bool is_drawn(const TraceArrow& arrow) const {
    return row_of(trace_.marks[arrow.from]) && row_of(trace_.marks[arrow.to]);
  }

  /// Chooses the lanes with a step, so far apart that the words to the right of each fit.
  void choose_lanes() {
    std::set<std::size_t> lanes;
    for (const Row& row : rows_)
      for (const TraceMark* mark : row.marks) lanes.insert(mark->lane);
    lanes_.assign(lanes.begin(), lanes.end());
    left_ = trace_.missing_arrow ? 90 : 40;
    std::vector<int> needed(lanes_.size(), 160);
    for (const Row& row : rows_) {
      int& most = needed[column_of(*row.marks.back())];
      const int source = width_in(place_of(row.mark()), kPlace);
      most = std::max({most, width_in(label_of(row.mark()), kText),
                       width_in(row.mark().place, kPlace), std::min(source, kSource)});
    }
    pitch_ = kLaneMax;
    for (int i = 1; i < static_cast<int>(needed.size()); ++i)
      pitch_ = std::min(pitch_, (kWidthMin - left_ - kLabel - needed[i]) / i);
    pitch_ = std::max(pitch_, kLaneMin);
    const int last = std::max<int>(1, static_cast<int>(lanes_.size())) - 1;
    width_ = std::max(kWidthMin, left_ + last * pitch_ + kLaneMin + kLabel + kRight);
  }

  std::size_t column_of(const TraceMark& mark) const {
    return static_cast<std::size_t>(
        std::lower_bound(lanes_.begin(), lanes_.end(), mark.lane) - lanes_.begin());
  }

  /// Lays out the words of a row.  They may extend over other lanes, since the row
  /// contains nothing else; a quotation of the source must not, and is left out if it
  /// takes more than two lines.
  void fill(Row& row) {
    const TraceMark& mark = row.mark();
    const auto add = [&](const std::string& text, int room, Font font) {
      for (const std::string& line : lines_of(text, room, font))
        row.lines.emplace_back(line, font);
    };
    const std::size_t last = column_of(*row.marks.back());
    const int begin = x_of_words(row), room = width_ - begin;
    const bool is_last = last + 1 == lanes_.size();
    const int near = is_last ? room : x_of(last + 1) - begin - 12;
    const std::string times = times_text(mark);
    add(times.empty()
            ? label_of(mark)
            : replace_all(label_of(mark), times, replace_all(times, " ", "\u00a0")),
        room, row.bad() ? kBad : kText);
    const auto source = lines_of(place_of(mark), near, kPlace);
    const bool fits =
        !source.empty() && source.size() <= 2 && !source.back().ends_with("...");
    add(fits ? place_of(mark) : mark.place, fits ? near : room, kPlace);
    if (!row.remark.empty()) add(row.remark, room, kRemark);
    row.height = static_cast<int>(row.lines.size()) * kLine + 12;
  }

  // --- Positions -----------------------------------------------------------------------

  int x_of(std::size_t column) const { return left_ + static_cast<int>(column) * pitch_; }
  int x_of(const TraceMark& mark) const { return x_of(column_of(mark)); }
  int x_of_words(const Row& row) const { return x_of(*row.marks.back()) + kLabel; }

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

  void write_lines(int x, Font font, const std::string& text, int height) {
    for (const std::string& line : lines_of(text, width_ - x - kRight, font)) {
      y_ += height;
      write(x, y_, font.name, line);
    }
  }

  void add_text_for_readers() {
    pugi::xml_node title = svg_.append_child("title");
    title.append_attribute("id") = "title";
    title.text() = trace_.verdict.empty()
                       ? trace_.title.c_str()
                       : fmt::format("{}: {}", trace_.title, trace_.verdict).c_str();
    std::string text = trace_.message;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const TraceMark& mark = rows_[i].mark();
      text += fmt::format("{}{}. ", text.empty() ? "" : " ", i + 1);
      for (const TraceMark* each : rows_[i].marks)
        text += (each == &mark ? "" : " and ") + trace_.lanes[each->lane].name;
      text += fmt::format("{}: {}{}.", mark.place.empty() ? "" : ", " + mark.place,
                          mark.racing ? "racing " : "", label_of(mark));
      if (!rows_[i].remark.empty()) text += fmt::format(" ({})", rows_[i].remark);
    }
    if (!trace_.missing.empty()) text += " Missing: " + trace_.missing;
    if (!trace_.note.empty()) text += " " + trace_.note;
    pugi::xml_node description = svg_.append_child("desc");
    description.append_attribute("id") = "desc";
    description.text() = text.c_str();
  }

  void draw_head() {
    y_ = 12;
    write_lines(30, kTitle, trace_.title, 34);
    if (!trace_.message.empty()) {
      const std::string kind = trace_.verdict.empty() ? "" : trace_.verdict + ": ";
      write_lines(30, kBad, kind + trace_.message, 32);
    }
    if (!trace_.note.empty()) write_lines(30, kSmall, trace_.note, 30);
    y_ += 14;
  }

  void place_rows() {
    head_y_ = y_ + 24;
    const bool members = std::ranges::any_of(
        lanes_, [&](std::size_t lane) { return !trace_.lanes[lane].member.empty(); });
    lanes_y_ = head_y_ + (members ? 40 : 14);
    int least = 0;
    for (const Row& row : rows_) least += row.height + (row.left_out ? kGapHeight : 0);
    const int apart = std::max<int>(1, static_cast<int>(rows_.size()));
    const int spare = std::clamp((kHeight - 120 - least) / apart, 0, 22);
    y_ = lanes_y_ + 8;
    for (Row& row : rows_) {
      if (row.left_out > 0) y_ += kGapHeight;
      row.y = y_ + 18;
      y_ += row.height + spare;
    }
    if (left_out_ > 0) y_ += kGapHeight;
    bottom_ = y_;
  }

  void draw_lanes() {
    for (std::size_t i = 0; i < lanes_.size(); ++i) {
      const TraceLane& lane = trace_.lanes[lanes_[i]];
      const auto in_group = [&](std::size_t column) {
        return column < lanes_.size() && trace_.lanes[lanes_[column]].group == lane.group;
      };
      set(add("line", "lane"),
          {{"x1", x_of(i)}, {"y1", lanes_y_}, {"x2", x_of(i)}, {"y2", bottom_}});
      if (!lane.member.empty())
        write(x_of(i) - kMark, head_y_ + 28, "small", lane.member);
      if (i > 0 && in_group(i - 1)) continue;
      write(x_of(i) - kMark, head_y_, "head", lane.group);
      std::size_t last = i;
      while (in_group(last + 1)) ++last;
      if (last > i)
        set(add("line", "group"), {{"x1", x_of(i) - kMark},
                                   {"y1", head_y_ + 7},
                                   {"x2", x_of(last) + kMark},
                                   {"y2", head_y_ + 7}});
    }
  }

  void draw_path(const char* its_class, const std::string& path) {
    add("path", its_class).append_attribute("d") = path.c_str();
  }

  /// The arrow goes down along its first lane, across above its last row, and down.
  void draw_arrow(const TraceArrow& arrow) {
    const TraceMark& from = trace_.marks[arrow.from];
    const TraceMark& to = trace_.marks[arrow.to];
    const Row* first = row_of(from);
    const Row* then = row_of(to);
    const int side = x_of(to) > x_of(from) ? 1 : -1;
    const int x1 = x_of(from) + kBeside * side, x2 = x_of(to);
    const int y2 = then->y - kMark - 2;
    const int across = then->y - 25;
    draw_path("order",
              fmt::format("M{} {} H{} V{} q0 {} {} {} H{} q{} 0 {} {} V{}",
                          x_of(from) + kMark * side, first->y + 4, x1, across - kCorner,
                          kCorner, kCorner * side, kCorner, x2 - kCorner * side,
                          kCorner * side, kCorner * side, kCorner, y2 - 6));
    draw_path("tip", fmt::format("M{} {} l-6 -11 h12 z", x2, y2));
  }

  /// The arrow goes left from the mark `from`, down the margin, and right to `to`.
  void draw_missing(const TraceArrow& arrow) {
    const TraceMark& from = trace_.marks[arrow.from];
    const TraceMark& to = trace_.marks[arrow.to];
    const Row* first = row_of(from);
    const Row* then = row_of(to);
    constexpr int kEdge = 20;
    const int x1 = x_of(from) - kMark - 6, x2 = x_of(to) - kMark - 6;
    draw_path("missing",
              fmt::format("M{} {} H{} V{} H{}", x1, first->y, kEdge, then->y, x2 - 10));
    draw_path("missingtip", fmt::format("M{} {} l-14 -7 v14 z", x2, then->y));
    const int width = width_in(trace_.lacks, kHead) + 20;
    const int reach = std::max(x1, x2) - 14;
    // The label is on the longer stretch, or down the margin if neither has room.
    const bool fits = reach - kEdge > width + 16;
    const int left = fits ? (kEdge + reach - width) / 2 : kEdge - 12;
    const int middle = !fits ? (first->y + then->y) / 2 : x2 >= x1 ? then->y : first->y;
    set(add("rect", "box"),
        {{"x", left}, {"y", middle - 18}, {"width", width}, {"height", 36}, {"rx", 6}});
    pugi::xml_node label = add("text", "bad");
    set(label, {{"x", left + width / 2}, {"y", middle + 8}});
    label.append_attribute("text-anchor") = "middle";
    label.text() = trace_.lacks.c_str();
  }

  void draw_row(const Row& row) {
    draw_left_out(row.left_out, row.y - 36, &row == &rows_[0]);
    const int x = x_of(row.mark());
    if (row.meets())
      set(add("rect", "barrier"), {{"x", x},
                                   {"y", row.y - 3},
                                   {"width", x_of(*row.marks.back()) - x},
                                   {"height", 6}});
    for (const TraceMark* mark : row.marks) {
      draw_shape(mark->kind, x_of(*mark), row.y);
      if (mark->racing || mark->stuck)
        set(add("circle", "ring"),
            {{"cx", x_of(*mark)}, {"cy", row.y}, {"r", kMark + 6}});
    }
    int y = row.y + 8 - kLine;
    for (const auto& [line, font] : row.lines)
      write(x_of_words(row), y += kLine, font.name, line);
  }

  void draw_shape(StepKind kind, int x, int y) {
    const char* its_class = name_of(kind);
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

  void draw_left_out(std::size_t steps, int y, bool before_all) {
    if (steps > 0)
      write(left_ + kLabel, y, "small halo", left_out_text(steps, before_all));
  }

  void draw_foot() {
    y_ = bottom_;
    if (!trace_.missing.empty() && !look_.slide) {
      y_ += 6;
      if (trace_.missing_arrow) draw_path("missing", fmt::format("M30 {} H78", y_ + 24));
      write_lines(left_, kText, trace_.missing, 32);
    }
    std::set<StepKind> kinds;
    for (const Row& row : rows_) kinds.insert(row.mark().kind);
    y_ += 34;
    int x = 40;
    for (const StepKind kind : kinds) {
      draw_shape(kind, x, y_ - 7);
      write(x + kLabel - 4, y_, "small", shown_name(kind));
      x += 64 + width_in(shown_name(kind), kSmall);
    }
    if (std::ranges::any_of(trace_.arrows,
                            [&](const TraceArrow& arrow) { return is_drawn(arrow); })) {
      draw_path("order", fmt::format("M{} {} h34", x - 8, y_ - 7));
      draw_path("tip", fmt::format("M{} {} l-11 -6 v12 z", x + 36, y_ - 7));
      write(x + 44, y_, "small", "comes before");
    }
    y_ += 6;
  }

  const Trace& trace_;
  const PictureLook& look_;
  std::vector<Row> rows_;
  std::vector<std::size_t> lanes_;  ///< The drawn lanes, from left to right.
  std::size_t left_out_ = 0;        ///< The omitted steps after the last row.
  pugi::xml_document file_;
  pugi::xml_node svg_;
  int left_ = 0;
  int pitch_ = 0;
  int width_ = 0;
  int y_ = 0;
  int head_y_ = 0;
  int lanes_y_ = 0;
  int bottom_ = 0;
};

}  // namespace

std::string trace_svg(const Trace& trace, const PictureLook& look) {
  return Picture(trace, look).draw();
}

std::pair<int, int> svg_size(const std::string& svg) {
  pugi::xml_document file;
  file.load_string(svg.c_str());
  const pugi::xml_node root = file.child("svg");
  return {root.attribute("width").as_int(), root.attribute("height").as_int()};
}

}  // namespace gridlock
