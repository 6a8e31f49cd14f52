// export and new-lab: what a course's tree has, and that a new lab is ready to run.
#include "checker/lab/labs.h"
#include "checker/lab/skeleton.h"
#include "cli/course/new_lab.h"
#include "cli/course/tree.h"
#include "tests/test.h"

namespace gridlock::test_course {
/// The tree under test, if it has all of its parts.
const fs::path kRoot = GRIDLOCK_SOURCE_DIR;

/// The command in a tree, with what it built in the tree's folder build/.
ProcessResult command(const char* program, const fs::path& tree,
                      std::vector<std::string> arguments) {
  ProcessRequest request{{std::string(GRIDLOCK_BIN_DIR) + "/" + program}};
  request.argv.insert(request.argv.end(), arguments.begin(), arguments.end());
  request.environment = {{"GRIDLOCK_ROOT", tree.string()},
                         {"GRIDLOCK_BUILD_DIR", (tree / "build").string()}};
  request.wall_limit = std::chrono::minutes(15);
  return run_process(request);
}

/// Whether a file below `folder` holds this text.
bool is_anywhere_in(const fs::path& folder, const std::string& text) {
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.is_regular_file() && contains(read_file(entry.path()), text)) {
      MESSAGE(entry.path());
      return true;
    }
  return false;
}

/// The text of a page without its blocks of code.
std::string prose_of(const std::string& page) {
  std::string prose;
  bool is_code = false;
  for (const std::string_view line : split_lines(page))
    if (line.starts_with("```"))
      is_code = !is_code;
    else if (!is_code)
      prose.append(line).append("\n");
  return prose;
}

/// The links of pages below `folder` to files that it does not have, "PAGE: LINK".
std::vector<std::string> dead_links(const fs::path& folder) {
  std::vector<std::string> dead;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() != ".md") continue;
    const std::string page = prose_of(read_file(entry.path()));
    for (std::size_t at = page.find("]("); at != page.npos;
         at = page.find("](", at + 1)) {
      std::string link = page.substr(at + 2, page.find(')', at) - at - 2);
      link.resize(std::min(link.size(), link.find('#')));
      const bool is_file = !link.empty() && !contains(link, ":") && !contains(link, " ");
      if (is_file && !fs::exists(entry.path().parent_path() / link))
        dead.push_back(entry.path().filename().string() + ": " + link);
    }
  }
  return dead;
}

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
  const ProcessResult checked =
      command("gridlock", tree, {"check", "4", "--on", "sim", "--only", "4a"});
  CHECK(contains(checked.output, "message.cuh differs from what was handed out."));
}

TEST_CASE(
    "a student's tree has the labs as handed out, and nothing of the instructor's") {
  SKIP_IF(is_students_tree(), "a student's tree has no solutions");
  const Scratch scratch;
  const fs::path tree = scratch / "für alle";
  CHECK(export_tree(kRoot, tree, TreeFor::student).files > 500);
  CHECK_FALSE(fs::exists(tree / "solutions"));
  CHECK_FALSE(fs::exists(tree / ".git"));
  CHECK_FALSE(is_anywhere_in(tree / "labs", "BEGIN SOLUTION"));
  CHECK_FALSE(fs::exists(tree / "docs/walkthroughs"));
  CHECK_FALSE(fs::exists(tree / "docs/new_lab.md"));
  CHECK_FALSE(is_anywhere_in(tree / "docs", "](walkthroughs.md"));
  CHECK(dead_links(tree) == std::vector<std::string>{});
  CHECK_FALSE(contains(read_file(tree / "README.md"), "| `solutions/` |"));
  CHECK(contains(read_file(tree / "README.md"), "| `labs/` |"));
  for (const Lab& lab : find_labs(tree)) {
    CAPTURE(lab.id);
    CHECK(read_file(lab.skeleton()) == read_file(lab.handed_out()));
  }
  const Lab first = find_labs(tree).front();
  write_file_atomic(first.skeleton(), "// mine\n");
  CHECK(command("gridlock", tree, {"reset", "1"}).exit_code == 0);
  CHECK(read_file(first.skeleton()) == read_file(first.handed_out()));

  const std::string help = command("gridlock", tree, {"--help"}).output;
  CHECK(contains(help, "check"));
  CHECK_FALSE(contains(help, "selfcheck"));
  const ProcessResult refused = command("gridlock", tree, {"demo", "1"});
  CHECK(refused.exit_code == 2);
  CHECK(contains(refused.errors, "students get the labs without it"));
  const ProcessResult untested = command("gridlock", tree, {"test", "quick"});
  CHECK(untested.exit_code == 2);
  CHECK(contains(untested.errors, "test needs the folder grader/tests/"));
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

TEST_CASE("an exported tree can be exported again, though git does not know it") {
  SKIP_IF(is_students_tree(), "a student's tree has no solutions");
  const Scratch scratch;
  const auto first = export_tree(kRoot, scratch / "one", TreeFor::instructor);
  fs::create_directories(scratch / "one" / "build/default");
  write_file_atomic(scratch / "one" / "build/default/built", "");
  // A class's folder is no part of a course.
  fs::create_directories(scratch / "one" / "class-1/records");
  write_file_atomic(scratch / "one" / "class-1/manifest.json", "{}");
  const auto second = export_tree(scratch / "one", scratch / "two", TreeFor::instructor);
  CHECK(first.files == second.files);
  CHECK(fs::exists(scratch / "two" / "solutions/01_last_block/last_block.cu"));
}

TEST_CASE("an export overwrites nothing") {
  SKIP_IF(is_students_tree(), "a student's tree has no solutions");
  const Scratch scratch;
  fs::create_directories(scratch / "full");
  write_file_atomic(scratch / "full" / "mine", "text");
  CHECK_THROWS_AS(export_tree(kRoot, scratch / "full", TreeFor::student), UsageError);
  CHECK_THROWS_AS(export_tree(kRoot, kRoot / "copy", TreeFor::student), UsageError);
  CHECK_FALSE(fs::exists(kRoot / "copy"));
  CHECK(fs::exists(scratch / "full" / "mine"));
}

TEST_CASE("an export to where nothing can be written says where, why and what to do") {
  SKIP_IF(is_students_tree(), "a student's tree has no solutions");
  std::string said;
  try {
    export_tree(kRoot, "/proc/nowhere", TreeFor::student);
  } catch (const UsageError& error) {
    said = error.what();
  }
  CHECK(said.starts_with("cannot write /proc/nowhere"));
  CHECK(contains(said, "Name a folder where there is room"));
  CHECK_FALSE(contains(said, "delete"));  // Nothing was made.
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

TEST_CASE("a new lab gets its own names throughout, and the next number") {
  const Scratch scratch;
  const fs::path tree = scratch / "tree";
  lay_out(tree);
  CHECK(make_new_lab(tree, "ticket_lock") == "02_ticket_lock");
  const fs::path lab = tree / "labs/02_ticket_lock";
  CHECK(contains(read_file(lab / "lab.toml"), "id = \"2a\""));
  CHECK(contains(read_file(lab / "ticket_lock.cu"), "// ---- 2a: "));
  CHECK_FALSE(contains(read_file(lab / "ticket_lock.cu"), "atomicAdd"));
  for (const char* side : {"labs", "solutions"})
    for (const char* old : {"00_sample", "sample.cu", "0a", "check 0", "ab 00"})
      CHECK_FALSE(is_anywhere_in(tree / side / "02_ticket_lock", old));
  for (const char* wrong :
       {"ticket_lock", "02_other", "Ticket", "../x", "1_x", "a b", ""})
    CHECK_THROWS_AS(make_new_lab(tree, wrong), UsageError);
  CHECK(make_new_lab(tree, "12_barriers") == "12_barriers");
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
  CHECK(left().empty());  // As the sample, it works, and has the sample's words.
  write_file_atomic(file, replace_all(read_file(file), "addTo", "raiseTo"));
  CHECK(left().size() == 7);  // Two titles, three hints, and the demo's two sentences.
  write_file_atomic(file, replace_all(read_file(file), "A sample", "The maximum"));
  CHECK(left().size() == 6);
}

/// The libraries that a program links, from the build's own command line.
std::string linked_into(const std::string& program, const std::string& ninja) {
  const std::size_t begin = ninja.find("build " + program + ": ");
  REQUIRE(begin != std::string::npos);
  return ninja.substr(begin, ninja.find('\n', begin) - begin);
}

TEST_SUITE("full") {
  TEST_CASE("a tree that comes with its program grades at once") {
    SKIP_IF(is_students_tree(), "a student's tree has no solutions");
    const Scratch scratch;
    const fs::path tree = scratch / "für alle";
    export_tree(kRoot, tree, TreeFor::student);
    add_program(kRoot, fs::path(GRIDLOCK_BIN_DIR).parent_path(), tree);
    const auto call = [&](const std::string& words) {
      ProcessRequest request{{"bash", "-c", "./gridlock " + words}};
      request.working_dir = tree;
      request.environment = {{"GRIDLOCK_BUILD_DIR", ""}, {"GRIDLOCK_ROOT", ""}};
      return run_process(request);
    };
    const ProcessResult checked = call("check 1");
    CHECK(checked.exit_code == 1);
    CHECK(contains(checked.output, "(not begun)"));
    // `trace` needs the other program, gridlock-all.
    const std::string example = "docs/examples/lock_without_fences.cu";
    const ProcessResult drawn = call("trace " + example + " --out steps.html");
    CHECK_MESSAGE(fs::exists(tree / "steps.html"), drawn.output, drawn.errors);
    CHECK_FALSE(fs::exists(tree / "build/default/build.ninja"));
    // Students can pass the tree on.
    export_tree(tree, scratch / "two", TreeFor::student);
    add_program(tree, tree / "build/default", scratch / "two");
    CHECK(fs::exists(scratch / "two/built/bin/gridlock-all"));
  }

  TEST_CASE("hidden checks are not in the program that students get") {
    SKIP_IF(is_students_tree(), "a student's tree has no solutions");
    const Scratch scratch;
    const fs::path tree = scratch / "tree";
    export_tree(kRoot, tree, TreeFor::instructor);
    ProcessRequest compile{
        {"cmake", "--build", (tree / "build/default").string(), "--target"}};
    for (const Lab& lab : find_labs(tree)) {
      const fs::path solution = tree / "solutions" / lab.id;
      fs::rename(solution / "hidden_checks_example.cpp", solution / "hidden_checks.cpp");
      compile.argv.push_back("hidden_checks_" + lab.id);
    }
    ProcessRequest configure{{"cmake", "--preset", "default"}};
    configure.working_dir = tree;
    CHECK(run_process(configure).ok());
    const ProcessResult compiled = run_process(compile);
    CHECK_MESSAGE(compiled.ok(), compiled.output, compiled.errors);
    const std::string ninja = read_file(tree / "build/default/build.ninja");
    for (const char* program : {"bin/gridlock", "bin/gridlock-all"})
      CHECK(contains(linked_into(program, ninja), "hidden_checks"));
    for (const char* program :
         {"bin/of_students/gridlock", "bin/of_students/gridlock-all"}) {
      CHECK_FALSE(contains(linked_into(program, ninja), "hidden_checks"));
      CHECK(contains(linked_into(program, ninja), "checks_01_last_block"));
    }
  }

  TEST_CASE("a student's tree can be configured") {
    SKIP_IF(is_students_tree(), "a student's tree has no solutions");
    const Scratch scratch;
    const fs::path tree = scratch / "tree";
    export_tree(kRoot, tree, TreeFor::student);
    ProcessRequest configure{{"cmake", "--preset", "default"}};
    configure.working_dir = tree;
    const ProcessResult result = run_process(configure);
    CHECK_MESSAGE(result.ok(), result.output, result.errors);
    // A library that no target of the tree makes would be looked for in the system.
    CHECK_FALSE(contains(read_file(tree / "build/default/build.ninja"), " -lgridlock_"));
    ProcessRequest list{{"ctest", "--preset", "default", "-N"}};
    list.working_dir = tree;
    const std::string tests = run_process(list).output;
    CHECK(contains(tests, ": 01_last_block"));
    CHECK_FALSE(contains(tests, ": selfcheck"));
  }

  TEST_CASE("a new lab is ready to run: skeleton, reference, variant and mistake") {
    const Scratch scratch;
    const fs::path tree = scratch / "tree";
    lay_out(tree);
    make_new_lab(tree, "00_sample");
    const ProcessResult right =
        command("gridlock-sample", tree, {"selfcheck", "--lab", "0"});
    INFO(right.output, right.errors);
    CHECK(right.exit_code == 0);
    // selfcheck notices if the sample is wrong.
    write_file_atomic(tree / "solutions/00_sample/variants/compare_and_swap.cu",
                      "// Wrong.\n// overlay\n\n__device__ void addTo(int*, int) {}\n");
    CHECK(command("gridlock-sample", tree, {"selfcheck", "--lab", "0"}).exit_code == 1);
  }
}

}  // namespace gridlock::test_course
