// What `class prepare` takes for a student, and what it says of the rest.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "class/intake.h"
#include "class/names.h"
#include "common/scratch_folder.h"
#include "tests/class/submissions.h"

using namespace gridlock;
namespace fs = std::filesystem;

namespace {

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::vector<std::string> names_of(const Manifest& manifest) {
  std::vector<std::string> names;
  for (const StudentWork& work : manifest.students) names.push_back(work.student);
  return names;
}

/// A call of `class prepare` for lab 1.
ProcessResult prepare(const fs::path& in, const fs::path& out) {
  return run_process(own({"prepare", in.string(), "--lab", "1", "--out", out.string()}));
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("an ending that copies get makes a name look like a copy's") {
  for (const char* name :
       {"student-05_LATE", "student-05-late", "student-05 (1)", "student-05(2)",
        "student-05_v2", "student-05-2", "student-05 - Copy", "student-05_final_2"})
    CHECK_MESSAGE(looks_like_copy(name, "student-05"), name);
  for (const char* name :
       {"student-05", "student-051", "student-05b", "student-05-lateral",
        "student-05-2024", "Student-05_LATE", "student-05_", ""})
    CHECK_FALSE_MESSAGE(looks_like_copy(name, "student-05"), name);
  CHECK_FALSE(looks_like_copy("_LATE", ""));
}

TEST_CASE("prepare names the students who look like copies of others, and takes both") {
  const ScratchFolder folder("class");
  const fs::path in = folder.path() / "in";
  for (const char* name : {"student-05", "student-06", "student-06-b"})
    write(in / name / "last_block.cu", name);
  write_archive(in / "student-05_LATE.zip", {{"last_block.cu", "late", ""}});
  const fs::path out = folder.path() / "out";
  const ProcessResult done = prepare(in, out);
  CHECK(done.exit_code == 0);
  CHECK(
      has(done.output,
          "student-05_LATE looks like a copy of student-05: they count as two students.\n"
          "If it is a copy, delete \"" +
              out.string() + "\", leave only the one that counts"));
  CHECK_FALSE(has(done.output, "student-06"));
  CHECK(names_of(read_manifest(out)) ==
        Names{"student-05", "student-05_LATE", "student-06", "student-06-b"});
}
