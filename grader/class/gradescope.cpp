#include "class/gradescope.h"

#include <chrono>
#include <cstdlib>

#include "common/pattern.h"
#include "common/text.h"

namespace gridlock {
namespace {

std::string scalar(std::string_view text) {
  text = trim(text);
  if (text.size() < 2 || text.front() != text.back() ||
      (text.front() != '"' && text.front() != '\''))
    return std::string(text);
  const bool is_double = text.front() == '"';
  const std::string inside(text.substr(1, text.size() - 2));
  return is_double ? replace_all(inside, "\\\"", "\"") : replace_all(inside, "''", "'");
}

/// The seconds since 1970 of "2026-11-20 10:00:00.000000000 Z" or "... -08:00".
std::int64_t seconds_of(const std::string& text) {
  static const Pattern kTime(
      R"((\d{4})-(\d\d)-(\d\d)[ T](\d\d):(\d\d):(\d\d)(?:\.\d+)? ?(Z|([+-])(\d\d):(\d\d)))");
  const auto of = kTime.match(text);
  if (of.empty()) return 0;
  const auto number = [&](std::size_t i) { return std::atoi(of[i].c_str()); };
  using namespace std::chrono;
  const sys_days day{year{number(1)} / number(2) / number(3)};
  const int offset = (number(9) * 60 + number(10)) * (of[8] == "-" ? -60 : 60);
  return duration_cast<seconds>(day.time_since_epoch()).count() + number(4) * 3600 +
         number(5) * 60 + number(6) - offset;
}

struct Submitter {
  std::string name, id, email;

  std::string student() const {
    if (!id.empty()) return name.empty() ? id : name + "_" + id;
    return email.empty() ? name : email;
  }
};

}  // namespace

// Gradescope always lays the file out alike, so indentation tells what a line belongs to;
// earlier submissions stand below ":history:".
std::map<std::string, GradescopeSubmission> read_gradescope(std::string_view yaml) {
  static const Pattern kFolder(R"((submission_\d+):\s*)");
  static const Pattern kKey(R"(  :(\w+):(.*))");
  static const Pattern kOfSubmitter(R"(  (- |  ):(name|email|sid):(.*))");
  std::map<std::string, GradescopeSubmission> all;
  GradescopeSubmission* submission = nullptr;
  Submitter submitter;
  std::string key;
  const auto end_submitter = [&] {
    if (const std::string student = submitter.student(); submission && !student.empty())
      submission->students.push_back(student);
    submitter = {};
  };
  for (const std::string_view view : split_lines(yaml)) {
    constexpr std::size_t kLineMax = 1000;  // A pattern needs stack for each character.
    const std::string line(view.substr(0, kLineMax));
    if (const auto of = kFolder.match(line); !of.empty()) {
      end_submitter();
      submission = &all[of[1]];
      key.clear();
    } else if (const auto of = kKey.match(line); !of.empty()) {
      end_submitter();
      key = of[1];
      if (key == "created_at" && submission) submission->time = seconds_of(scalar(of[2]));
    } else if (const auto of = kOfSubmitter.match(line);
               !of.empty() && key == "submitters") {
      if (of[1] == "- ") end_submitter();
      (of[2] == "name"    ? submitter.name
       : of[2] == "email" ? submitter.email
                          : submitter.id) = scalar(of[3]);
    }
  }
  end_submitter();
  return all;
}

}  // namespace gridlock
