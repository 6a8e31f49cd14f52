// The headers that students get, and the words of the sample that a new lab keeps.
#include "checker/lab/labs.h"
#include "checker/lab/skeleton.h"
#include "cli/course/new_lab.h"
#include "cli/course/tree.h"
#include "tests/test.h"

namespace gridlock::test_course {
/// The tree under test.
const fs::path kRoot = GRIDLOCK_SOURCE_DIR;

TEST_CASE("a changed header of the lab is told, at home and when it was handed in") {
  const Scratch scratch;
  const fs::path tree = scratch / "tree";
  export_tree(kRoot, tree, TreeFor::student);
  const auto labs = find_labs(tree);
  const Lab& lab = find_lab(labs, "4");
  CHECK(changed_headers(lab, lab.skeleton()) == "");
  const fs::path header = lab.folder / "message.cuh";
  const std::string original = read_file(header);
  fs::create_directory(scratch / "handed in");
  write_file_atomic(scratch / "handed in/message.cuh", original);
  const fs::path handed_in = scratch / "handed in/threadfence.cu";
  CHECK(changed_headers(lab, handed_in) == "");
  write_file_atomic(scratch / "handed in/message.cuh", original + "// mine\n");
  CHECK(contains(changed_headers(lab, handed_in),
                 "message.cuh differs from what was handed out.  The original"));

  const auto git = [&](std::vector<std::string> words) {
    words.insert(words.begin(), {"git", "-C", tree.string(), "-c", "user.name=a", "-c",
                                 "user.email=a@example.org"});
    REQUIRE(run_process({.argv = std::move(words)}).ok());
  };
  for (const bool is_clone : {false, true}) {
    CAPTURE(is_clone);
    write_file_atomic(header, original);
    if (is_clone) {
      fs::remove_all(lab.handed_out().parent_path());
      git({"init", "-q"});
      git({"add", "-A"});
      git({"commit", "-qm", "all"});
      CHECK(changed_headers(lab, lab.skeleton()) == "");
    }
    write_file_atomic(header, original + "// mine\n");
    CHECK(contains(changed_headers(lab, lab.skeleton()), "takes the original: put"));
  }
  ProcessRequest check{
      {GRIDLOCK_BIN_DIR "/gridlock", "check", "4", "--on", "sim", "--only", "4a"}};
  check.environment = {{"GRIDLOCK_ROOT", tree.string()},
                       {"GRIDLOCK_BUILD_DIR", (tree / "build").string()}};
  CHECK(contains(run_process(check).output,
                 "message.cuh differs from what was handed out."));
}

TEST_CASE("every header that students get is the lab's own") {
  std::size_t given = 0, found = 0;
  for (Lab lab : find_labs(kRoot)) {
    CAPTURE(lab.id);
    CHECK(headers_not_given(lab) == std::vector<std::string>{});
    for (const std::string& header : lab.given) CHECK(fs::exists(lab.folder / header));
    given += lab.given.size();
    lab.given.clear();
    found += headers_not_given(lab).size();
  }
  CHECK(given > 0);
  CHECK(found == given);
}

/// Lays out what new-lab needs: lab 01's lab.toml, and links to the sample and the
/// headers of scenarios.
void lay_out(const fs::path& tree) {
  fs::create_directories(tree / "solutions");
  fs::create_directories(tree / "labs/01_last_block");
  for (const char* part : {"grader/cli/course/sample", "grader/scenario/include"}) {
    fs::create_directories(tree / fs::path(part).parent_path());
    fs::create_directory_symlink(kRoot / part, tree / part);
  }
  fs::copy_file(kRoot / "labs/01_last_block/lab.toml",
                tree / "labs/01_last_block/lab.toml");
}

TEST_CASE("a lab that asks for another function is told which words are the sample's") {
  const Scratch scratch;
  const fs::path tree = scratch / "tree";
  lay_out(tree);
  make_new_lab(tree, "maximum");
  const fs::path file = tree / "labs/02_maximum/lab.toml";
  const auto left = [&] {
    return texts_of_sample(tree, find_lab(find_labs(tree), "maximum"));
  };
  CHECK(left().empty());  // It asks for the sample's function, so its words may stay.
  write_file_atomic(file, replace_all(read_file(file), "addTo", "raiseTo"));
  CHECK(left().size() == 7);  // Two titles, three hints, and the demo's two sentences.
  write_file_atomic(file, replace_all(read_file(file), "A sample", "The maximum"));
  CHECK(left().size() == 6);
}

}  // namespace gridlock::test_course
