// The commands as scripts see them: arguments, exit codes, files.  The fixture's command
// is the real one with a fake compiler and a fake worker.
#include <regex>

#include "checker/lab/labs.h"
#include "cli/bank/expectation.h"
#include "tests/fixture_tree.h"
#include "tests/test.h"

namespace gridlock::test_commands {
namespace fs = std::filesystem;

fs::path fixture_lab90() {
  return fs::path(GRIDLOCK_TESTS_DIR) / "fixture/tree/labs/90_fixture/fixture.cu";
}

TEST_CASE("usage errors have exit code 2 and say what to do") {
  const auto refused = [](const std::vector<std::string>& arguments,
                          const std::string& says) {
    const FixtureRun run = run_fixture(arguments);
    INFO(run.output, run.errors);
    CHECK(run.exit_code == 2);
    CHECK(contains(run.errors, says));
  };
  refused({"check", "7"}, "There is no lab \"7\"");
  refused({"check", "7"}, "90_fixture");
  refused({"check", "90", "--wrong"}, "--wrong");
  refused({"check", "90", "--on", "moon"}, "--on");
  refused({"check", "90", "--schedules", "0"}, "--schedules");
  refused({"check", "90", "--schedules", "many"}, "--schedules");
  refused({"check", "90", "--launches", "0"}, "--launches");
  refused({"check", "90", "--only", "no such title"}, "an outcome is wrong");
  refused({"check", "90", "--solution"}, "--solution needs the folder solutions/");
  refused({"check", "90", "--submission", "/nonexistent.cu"}, "no file");
  refused({"check", "90", "--submission", ".", "--solution"}, "--solution");
  for (const char* command : {"check", "trace", "replay"})
    refused({command, "90", "--submission", ""}, "the path is empty; name a file");
  refused({"check", "90", "--submision", "x"}, "Did you mean --submission?");
  refused({"check", "90", "--submision=x"}, "Did you mean --submission?");
  refused({"nonsense"}, "There is no command \"nonsense\".  There are: list, check");
  refused({"check", "90", "--cure", "--no-cures"}, "--cure excludes --no-cures");
  refused({"check", "--cure"}, "--cure is for one lab: ./gridlock check 1 --cure");
  refused({"check", "90", "--cure-limit", "5"}, "--cure-limit requires --cure");
  refused({"chekc", "90"}, "Did you mean \"check\"?");
  refused({"class"}, "./gridlock class takes a command behind it.  There are: prepare");
  refused({"class", "prepar", "x"},
          "There is no command \"class prepar\".  Did you mean \"class prepare\"?");
  refused({"run", "/nonexistent.cu"}, "no file");
  refused({"run"}, "FILE is required");
  refused({"run", "--", "12"}, "FILE is required");
  refused({"replay", "90", "2:rubbish"}, "damaged");
  refused({"replay", "90", ""}, "damaged");
  refused({"replay", "90", "c0ffee"}, "No schedule c0ffee was found here");
  refused({"hint", "90", "90z"}, "90a");
  refused({"hint", "90", "9"}, "1 to 3");
  CHECK(run_fixture({}).exit_code == 2);
}

TEST_CASE("--help and --version are no errors") {
  const FixtureRun help = run_fixture({"--help"});
  CHECK(help.exit_code == 0);
  must_say(help.output,
           {"list", "check", "replay", "trace", "run", "hint", "reset", "doctor"});
  // This tree has no solutions/, like a student's tree.
  CHECK_FALSE(contains(help.output, "selfcheck"));
  CHECK(contains(run_fixture({"--version"}).output, "gridlock 0."));
  CHECK(run_fixture({"check", "--help"}).exit_code == 0);
}

TEST_CASE("the reference has a section for every command, and is in no list") {
  const FixtureRun run = run_fixture({"reference", "commands"});
  CHECK(run.exit_code == 0);
  must_say(run.output,
           {"## check\n\nGrade your labs.\n", "./gridlock check [LAB...] [OPTIONS]",
            "| `--on` `sim` / `gpu` / `all` |", "| `--schedules` `N` |", "## docs\n"});
  CHECK_FALSE(contains(run.output, "## reference"));
  CHECK_FALSE(contains(run_fixture({"--help"}).output, "  reference"));
  CHECK_FALSE(contains(run_fixture({"nonsense"}).errors, ", reference"));

  const FixtureRun verdicts = run_fixture({"reference", "verdicts"});
  CHECK(contains(verdicts.output, "| [`data_race`](verdicts.md#data_race) |"));
  const FixtureRun advice = run_fixture({"reference", "advice"});
  CHECK(contains(advice.output, "| [`bounded_wait`](verdicts.md#bounded_wait) |"));
}

TEST_CASE("documentation that cannot be built is said to be so, with the reason") {
  const FixtureRun run = run_fixture({"docs"});  // This tree has nothing to build.
  CHECK(run.exit_code == 3);
  must_say(run.errors, {"the documentation was not built", "| Error: "});
  CHECK(run.output.empty());
}

TEST_CASE("exit codes of check: 0 nothing wrong, 1 something failed") {
  CHECK(run_fixture({"check", "90", "--only", "some outcome"}).exit_code == 0);
  CHECK(run_fixture({"check", "90"}).exit_code == 1);
}

TEST_CASE("without a terminal the report has no colours") {
  const FixtureRun run = run_fixture({"check", "90"});
  must_say(run.output, {"30/50", "./gridlock check 90 --only \"an outcome is\""});
  CHECK_FALSE(contains(run.output, "\x1b"));
}

TEST_CASE("check looks for a cure when it is asked to, and says how to ask") {
  const std::string offer =
      "  To look for a small change that repairs this: ./gridlock check 90 --cure\n";
  const FixtureRun plain = run_fixture({"check", "90"});
  CHECK(plain.output.ends_with(offer));
  CHECK_FALSE(record_of(run_fixture({"check", "90", "--json", "-"}))
                  .at("labs")
                  .at(0)
                  .contains("cures_tried"));
  const FixtureRun without = run_fixture({"check", "90", "--no-cures"});
  CHECK(without.exit_code == 1);
  CHECK_FALSE(contains(without.output, "small change"));
  // The fake worker finds the same failure with each change.
  const FixtureRun with = run_fixture({"check", "90", "--cure", "--cure-limit", "0"});
  CHECK(with.exit_code == 1);
  must_say(with.output, {" (fences, barriers, waits, atomics): none repairs it.\n",
                         "  The whole call took "});
  CHECK_FALSE(contains(with.output, "small change"));
  const FixtureRun passed =
      run_fixture({"check", "90", "--only", "some outcome", "--cure"});
  CHECK(passed.exit_code == 0);
  CHECK(contains(passed.output, "No change of order was tried: no kernel fails"));
}

TEST_CASE("a search for a cure ends when its time is over, and says so") {
  const TemporaryFile file("slow_copies.cu",
                           read_file(fixture_lab90()) + "// as a copy: hang\n");
  const FixtureRun run = run_fixture({"check", "90", "--submission", file.path(),
                                      "--no-box", "--cure", "--cure-limit", "1"});
  INFO(run.output, run.errors);
  CHECK(run.exit_code == 1);
  CHECK(contains(run.output,
                 "The search was cut short after 1 s, before one change was tried."));
}

/// The output with each command in one line, which a report breaks before its options.
std::string in_one_line(const std::string& output) {
  return std::regex_replace(output, std::regex(R"( \\\n +)"), " ");
}

TEST_CASE("every failed check has a line that runs it again as it was run") {
  const FixtureRun run =
      run_fixture({"check", "90", "--seed", "7", "--schedules", "50", "--all"});
  const std::string again = "./gridlock check 90 --seed 7 --schedules 50 --only ";
  for (const char* title : {"\"an outcome is\"", "\"a required assertion\"",
                            "\"a race fails\"", "\"a race whose\""})
    CHECK_MESSAGE(
        (contains(run.output, again + title + "\n") ||
         contains(run.output, std::string("your command with --only ") + title + "\n")),
        title);
  CHECK(contains(run.output, again));
  TemporaryFile broken("fixture.cu", "syntax error\n");
  const FixtureRun other = run_fixture({"check", "90", "--submission", broken.path()});
  CHECK(
      contains(in_one_line(other.output), "Run again: ./gridlock check 90 --submission " +
                                              shell_quoted(broken.path()) + "\n"));
}

TEST_CASE("the way to the solution is told after all points only, and if it is there") {
  const FixtureTree tree("solution_tree");
  constexpr const char* kWay = "Solution for comparison: ";
  CHECK_FALSE(contains(tree.run({"check", "92"}).output, kWay));
  const std::string folder = "solutions/92_done";
  for (const char* lab : {"90_fixture/fixture.cu", "92_done/done.cu"}) {
    const fs::path file = tree.root / "solutions" / lab;
    fs::create_directories(file.parent_path());
    write_file_atomic(file, "int done;\n");
  }
  const FixtureRun passed = tree.run({"check", "92"});
  CHECK(passed.exit_code == 0);
  must_say(passed.output, {kWay, folder + "/done.cu\n"});
  CHECK_FALSE(contains(tree.run({"check", "90"}).output, kWay));
  CHECK_FALSE(contains(tree.run({"check", "92", "--solution"}).output, kWay));
}

TEST_CASE("a schedule string that somebody has changed is a mistake in the usage") {
  const auto record = fixture_record({"check", "90"});
  std::string schedule;
  for (const auto& check : record.at("labs").at(0).at("checks"))
    if (const std::string replay = check.at("replay"); replay.find('=') != replay.npos)
      schedule = replay;
  REQUIRE(schedule != "");
  const auto replay = [](const std::string& text) {
    const FixtureRun run = run_fixture({"replay", "90", text});
    INFO(text, run.output, run.errors);
    CHECK(run.exit_code == 2);
    must_say(run.errors, {"This schedule string is damaged", "Copy the whole of it"});
  };
  const std::size_t equals = schedule.find('=');
  const std::size_t begin = schedule.find_last_of(":,", equals) + 1;
  const std::size_t end = schedule.find_first_of(":,", equals);
  replay(schedule.substr(0, begin) + schedule.substr(end));  // A parameter is missing.
  replay(schedule.substr(0, schedule.size() - 1));
  replay(schedule + "x");
  replay(schedule.substr(0, equals + 1) + "77" + schedule.substr(end));
}

TEST_CASE("a limit on the size of files is named where it is met") {
  const auto run_limited = [](const std::vector<std::string>& arguments) {
    ProcessRequest request = fixture_request(arguments);
    request.limits.file_bytes = 300;
    return run_process(request);
  };
  const fs::path json = fixture_folder() / "limited.json";
  const ProcessResult record = run_limited({"check", "90", "--json", json.string()});
  INFO(record.errors);
  CHECK(record.exit_code == 3);
  CHECK(contains(record.errors, "ulimit -f"));
  CHECK(contains(record.output, "30/50"));
  // The limit is named for standard output, too.
  const fs::path text = fixture_folder() / "limited.txt";
  ProcessRequest shell = fixture_request({});
  shell.argv = {"sh", "-c", "exec \"$0\" --help > \"$1\"", shell.argv[0], text.string()};
  shell.limits.file_bytes = 300;
  const ProcessResult help = run_process(shell);
  INFO(help.errors);
  CHECK(help.exit_code == 3);
  CHECK(contains(help.errors, "ulimit -f"));
}

TEST_CASE("a record that cannot be written is an error, and the result is still shown") {
  const FixtureRun run =
      run_fixture({"check", "90", "--only", "some outcome", "--json", "/dev/full"});
  CHECK(run.exit_code == 3);
  CHECK(contains(run.errors, "cannot write"));
  CHECK(contains(run.output, "10/10"));
}

TEST_CASE("a place where no file can be written is refused before anything is done") {
  TemporaryFile program("program.cu", "int main() {}\n");
  TemporaryFile kept("kept.json", "the last record");
  const std::string folder = fixture_folder().string();
  const std::string nowhere = folder + "/no such folder/x";
  const auto refused = [&](std::vector<std::string> arguments, const std::string& option,
                           const std::string& path, const std::string& says) {
    // The path given before this one can be written.
    arguments.insert(arguments.end(), {option, path});
    const FixtureRun run = run_fixture(arguments);
    CAPTURE(run.output);
    CHECK(run.exit_code == 2);
    CHECK(run.output == "");
    must_say(run.errors, {option, says});
  };
  const std::vector<std::string> check{"check",        "90",     "--only",
                                       "some outcome", "--json", kept.path()};
  for (const char* option : {"--junit", "--gradescope", "--html"})
    refused(check, option, nowhere, "there is no folder " + folder + "/no such folder");
  refused({"check", "90"}, "--json", nowhere, "name another file");
  refused({"check", "90"}, "--json", folder, "it is a folder");
  refused({"check", "90"}, "--json", folder + "/x/", "it is a folder");
  refused({"check", "90"}, "--json", "", "the path is empty; name a file");
  for (const char* option : {"--json", "--sarif"})
    refused({"run", program.path()}, option, nowhere, "there is no folder");
  refused({"trace", "90"}, "--out", nowhere + ".svg", "there is no folder");
  refused({"bench", "sim"}, "--csv", nowhere, "there is no folder");
  CHECK(read_file(kept.path()) == "the last record");
}

TEST_CASE("records go where they should") {
  const fs::path json = fixture_folder() / "record.json";
  const fs::path junit = fixture_folder() / "record.xml";
  const FixtureRun run =
      run_fixture({"check", "90", "--json", json.string(), "--junit", junit.string()});
  CHECK(run.exit_code == 1);
  CHECK(nlohmann::json::parse(read_file(json)).at("labs").at(0).at("score") == 30);
  CHECK(contains(read_file(junit), "<testsuite name=\"90_fixture\""));
}

TEST_CASE("a submission may be a file, a folder with it, or a tree of labs") {
  const fs::path tree = fixture_folder() / "hand_in";
  const fs::path inside = tree / "labs/90_fixture";
  fs::create_directories(inside);
  write_file_atomic(inside / "fixture.cu", "int x;\n");
  for (const fs::path& given : {inside / "fixture.cu", inside, tree}) {
    const auto record = fixture_record({"check", "90", "--submission", given.string()});
    CHECK(record.at("labs").at(0).at("submission") == (inside / "fixture.cu").string());
  }
  const FixtureRun run =
      run_fixture({"check", "90", "--submission", fixture_folder().string()});
  CHECK(run.exit_code == 2);
}

TEST_CASE("no link in what others handed in is followed out of it, nor is it one") {
  const fs::path given = fixture_folder() / "linked", other = fixture_folder() / "other";
  fs::create_directories(given / "labs");
  fs::create_directories(other);
  write_file_atomic(other / "fixture.cu", "int x;\n");
  fs::create_directory_symlink(other, given / "labs/90_fixture");
  fs::create_directory_symlink(other, fixture_folder() / "link");
  for (const fs::path& path : {given, fixture_folder() / "link", given / "labs/.." / "."})
    CHECK(contains(run_fixture({"check", "90", "--submission", path.string()}).errors,
                   "symbolic link"));
  CHECK(run_fixture({"check", "90", "--submission", other.string()}).exit_code == 1);
}

TEST_CASE("a limit on stacks that is too low is raised") {
  ProcessRequest request = fixture_request({"list"});
  request.argv.insert(request.argv.begin(),
                      {"/bin/sh", "-c", "ulimit -S -s 64; exec \"$0\" \"$@\""});
  CHECK(run_process(request).ok());
}

TEST_CASE("list shows what the last check came to") {
  run_fixture({"check", "90"});
  CHECK(contains(run_fixture({"list"}).output, "30/50"));
  // A check of a part, or of another's file, does not change the student's progress.
  run_fixture({"check", "90", "--only", "some outcome"});
  CHECK(contains(run_fixture({"list"}).output, "30/50"));
}

TEST_CASE("next: the first lab without all its points, in three lines") {
  const FixtureTree tree("next_tree");
  tree.run({"check", "90", "92"});
  const FixtureRun run = tree.run({"next"});
  CHECK(run.exit_code == 0);
  must_say(run.output,
           {"lab 90: The fixture  (30/50)", "Read  ", "/labs/90_fixture/README.md\n",
            "/labs/90_fixture/fixture.cu\n", "./gridlock watch 90\n"});
  tree.note("90_fixture", R"({"score":50,"max_score":50,"parts":{}})");
  CHECK(contains(tree.run({"next"}).output, "Done: you have all points in each of"));
  // Points without the simulator are not final.
  tree.note("92_done", R"({"score":10,"max_score":10,"incomplete":true,"parts":{}})");
  CHECK(contains(tree.run({"next"}).output, "lab 92: Done  (10/10, incomplete)"));
}

TEST_CASE("next: a lab comes behind those that it builds on") {
  const FixtureTree tree("path_tree");
  const fs::path file = tree.root / "labs/90_fixture/lab.toml";
  write_file_atomic(file, "builds_on = [\"92_done\", \"no_such\"]\n" + read_file(file));
  CHECK(contains(tree.run({"next"}).output, "lab 92: Done"));
  const std::string listed = tree.run({"list"}).output;
  CHECK(listed.find("92_done") < listed.find("90_fixture"));
  tree.note("92_done", R"({"score":10,"max_score":10,"parts":{}})");
  CHECK(contains(tree.run({"next"}).output, "lab 90: The fixture"));
}

TEST_CASE("README and the page about the path have the labs in the order of next") {
  const auto labs = find_labs(GRIDLOCK_SOURCE_DIR);
  for (const std::string link : {"README.md](labs/", "docs/path.md](../labs/"}) {
    const std::size_t name_ends = link.find(']');
    const std::string page =
        read_file(GRIDLOCK_SOURCE_DIR "/" + link.substr(0, name_ends));
    std::size_t before = 0;
    for (const Lab* lab : path_through(labs)) {
      const std::size_t at = page.find(link.substr(name_ends) + lab->id + "/README.md)");
      CAPTURE(lab->id);
      REQUIRE(at != page.npos);
      CHECK(at > before);
      before = at;
    }
  }
  for (const Lab& lab : labs)
    for (const std::string& id : lab.builds_on) CHECK(find_lab(labs, id).id == id);
}

TEST_CASE("without a command: what to do next, and where the commands are") {
  const FixtureTree tree("first_screen_tree");
  const FixtureRun run = tree.run({});
  CHECK(run.exit_code == 2);
  must_say(run.output,
           {"Next is lab 90: The fixture  (not checked yet)", "1. Read", "2. Edit",
            "3. Run   ./gridlock watch 90\n", "./gridlock --help"});
  CHECK(run.errors.empty());
}

TEST_CASE("a damaged note of the progress is said and set aside, not lost") {
  const FixtureTree tree("damaged_tree");
  const fs::path file = tree.state / "progress/90_fixture.json";
  std::string kept = file.string() + ".damaged";
  for (const std::string damage : {"", "{", "[]", "{\"score\": \"all\"}", "\xff\xfe",
                                   "{\"score\":9,\"max_score\":5,\"parts\":{}}"}) {
    CAPTURE(damage);
    fs::remove(kept);
    tree.note("90_fixture", damage);
    const FixtureRun run = tree.run({"list"});
    CHECK(run.exit_code == 0);
    CHECK(contains(run.output, "not checked yet"));
    CHECK(contains(run.errors, "damaged; it is kept as " + kept));
    CHECK(read_file(kept) == damage);
    CHECK_FALSE(fs::exists(file));
    CHECK(tree.run({"list"}).errors.empty());
  }
  // An older one is not overwritten.
  tree.note("90_fixture", "again");
  CHECK(contains(tree.run({"next"}).errors, "kept as " + kept + ".2"));
  CHECK(tree.run({"check", "90"}).exit_code == 1);
  CHECK(contains(tree.run({"list"}).output, "30/50"));
}

TEST_CASE("progress that cannot be noted is said, and the result is still shown") {
  const FixtureTree tree("unwritable_tree");
  fs::create_directories(tree.state);
  write_file_atomic(tree.state / "progress", "a file in place of the folder");
  const FixtureRun run = tree.run({"check", "90"});
  CHECK(run.exit_code == 1);
  CHECK(contains(run.output, "30/50"));
  CHECK(contains(run.errors, "could not be saved"));
}

TEST_CASE("a build folder that may only be read is no obstacle") {
  // Root may write anywhere, so the folder is one that cannot be made.
  const fs::path file = fixture_folder() / "a_file";
  write_file_atomic(file, "");
  const fs::path cache = fixture_folder() / "cache";
  const std::vector<std::pair<std::string, std::string>> environment{
      {"XDG_CACHE_HOME", cache.string()}, {"GRIDLOCK_BUILD_DIR", (file / "x").string()}};
  CHECK(run_fixture({"check", "90"}, environment).exit_code == 1);
  CHECK(fs::exists(cache / "gridlock/progress/90_fixture.json"));
}

TEST_CASE("hints come level by level") {
  const FixtureTree tree("hint_tree");
  const auto hint = [&](const std::vector<std::string>& which) {
    std::vector<std::string> words{"hint"};
    words.insert(words.end(), which.begin(), which.end());
    return tree.run(words).output;
  };
  const std::string first = hint({"90"});
  must_say(first, {"hint 1 of 3: What goes well\n\nThink.\n",
                   "The next is hint 2 of 3: ./gridlock hint 90\n"});
  CHECK(contains(hint({"fixture"}), "Think twice."));
  for (int again = 0; again < 2; ++again) {
    const std::string last = hint({"90"});
    must_say(
        last,
        {"It is 42.",
         "the last hint for this part.  From the first again: ./gridlock hint 90 90a 1\n"});
  }
  // A given level is shown, and the next call continues from there.
  CHECK(contains(hint({"90", "90a", "1"}), "Think.\n"));
  CHECK(contains(hint({"90", "90a"}), "Think twice."));
  CHECK(contains(hint({"90", "3"}), "It is 42."));
  // Hints for a part that is done are shown only if it is named.
  tree.note("90_fixture", R"({"score":10,"max_score":50,"parts":{"90a":true}})");
  write_file_atomic(tree.root / "labs/90_fixture/lab.toml",
                    read_file(tree.root / "labs/90_fixture/lab.toml") +
                        "[[hint]]\npart = \"90b\"\nlevels = [\"Look.\"]\n");
  CHECK(contains(hint({"90"}), "Look."));
  CHECK(contains(hint({"90", "90a", "2"}), "hint 3 of 3: ./gridlock hint 90 90a\n"));
  write_file_atomic(tree.state / "hints/90_fixture.json", "damaged");
  CHECK(contains(hint({"90", "90a"}), "Think.\n"));
}

TEST_CASE("a hint that cannot be noted is shown, and its successor can be named") {
  const FixtureTree tree("unwritable_hints");
  fs::create_directories(tree.state);
  write_file_atomic(tree.state / "hints", "a file in place of the folder");
  const FixtureRun run = tree.run({"hint", "90"});
  CHECK(run.exit_code == 0);
  CHECK(contains(run.output, "Think.\n"));
  must_say(run.errors, {"could not be saved", "./gridlock hint 90_fixture 90a 2"});
}

TEST_CASE("--yes may stand anywhere") {
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"--yes", "hint", "90"},
        {"hint", "--yes", "90"},
        {"hint", "90", "--yes"}})
    CHECK(run_fixture(words).exit_code == 0);
  TemporaryFile file("program.cu", "int main() {}\n");
  CHECK(run_fixture({"run", file.path(), "--yes", "--", "fail"}).exit_code == 1);
  CHECK(contains(run_fixture({"--help"}).output, "--yes"));
}

TEST_CASE("what a tree without solutions/ cannot do, it says; the rest works") {
  const FixtureTree tree("students_tree");
  const auto ends = [&](int code, const std::string& says,
                        const std::vector<std::string>& words) {
    const FixtureRun run = tree.run(words);
    INFO(words.front(), ": ", run.output, run.errors);
    CHECK(run.exit_code == code);
    CHECK(contains(run.output + run.errors, says));
  };
  const std::string picture = (fixture_folder() / "students.svg").string();
  ends(0, "92_done", {"list"});
  ends(1, "30/50", {"check", "90"});
  ends(0, "Think.", {"hint", "90"});
  ends(0, "watch 90", {"next"});
  ends(0, picture, {"trace", "90", "--only", "outcome", "--out", picture});
  const std::string needs = " needs the folder solutions/";
  ends(2, "--solution" + needs, {"check", "90", "--solution"});
  ends(2, "trace --demo" + needs, {"trace", "90", "--demo", "--out", picture});
  for (const char* command : {"demo", "skeleton"})
    ends(2, command + needs, {command, "90"});
  for (const char* command : {"slides", "selfcheck"}) ends(2, command + needs, {command});
  ends(2, "only files there can be overlays", {"expand", tree.lab90()});
  const std::string mine = read_file(tree.lab90());
  ends(2, "this tree has neither.  Your file is as it was.", {"reset", "90"});
  CHECK(read_file(tree.lab90()) == mine);
}

TEST_CASE("plot says which pictures there are") {
  const auto refused = [](const std::string& out, const std::string& says) {
    const FixtureRun run = run_fixture({"plot", "90", "--out", out});
    CHECK(run.exit_code == 2);
    CHECK(run.errors == "gridlock: " + says + "\n");
  };
  const std::string endings = "--out must end with .svg, .png or .pdf, or .csv for ";
  refused("x.gif", endings + "the medians, unlike \"x.gif\".");
  refused("x", endings + "the medians, unlike \"x\".");
  refused("/no/such/x.PNG", "There is no folder \"/no/such\" for the picture.");
}

TEST_CASE("run: verdicts, outputs and exit codes of whole programs") {
  TemporaryFile file("program.cu", "int main() {}\n");
  const auto record_of = [&](const std::string& what) {
    return fixture_record({"run", file.path(), "--", what});
  };
  CHECK(record_of("fine").at("verdict") == "passed");
  CHECK(record_of("fine").at("stdout") == "good\n");
  CHECK(run_fixture({"run", file.path()}).exit_code == 0);

  const auto failed = record_of("fail");
  CHECK(failed.at("verdict") == "wrong_result");
  CHECK(failed.at("exit_code") == 3);
  CHECK(failed.at("stdout") == "good\n");
  CHECK(failed.at("failing_stdout") == "bad\n");
  CHECK(contains(failed.at("replay").get<std::string>(), ":-:main::2.4.2:1:rr-7:"));
  CHECK(run_fixture({"run", file.path(), "--", "fail"}).exit_code == 1);

  const auto raced = record_of("race");
  CHECK(raced.at("verdict") == "data_race");
  CHECK(raced.at("findings").at(0).at("kind") == "data_race");

  const auto differs = record_of("differ");
  CHECK(differs.at("verdict") == "passed");
  CHECK(differs.at("advice").at(0).at("kind") == "output_differs");
  CHECK(differs.at("other_stdout") == "other\n");
  CHECK(run_fixture({"run", file.path(), "--", "differ"}).exit_code == 0);

  CHECK(record_of("crash").at("verdict") == "crashed");
}

TEST_CASE("replay shows every step, and refuses a string of another source") {
  const auto checks = fixture_record({"check", "90"}).at("labs").at(0).at("checks");
  std::string replay;
  for (const auto& check : checks)
    if (check.at("name") == "an outcome is wrong") replay = check.at("replay");
  const FixtureRun run = run_fixture({"replay", "90", replay});
  INFO(run.output, run.errors);
  must_say(run.output,
           {"an outcome is wrong", "4  R |  block 0, thread 0  line 4", "value = 7"});

  TemporaryFile other("other.cu", "int other;\n");
  const FixtureRun stale =
      run_fixture({"replay", "90", "--submission", other.path(), replay});
  CHECK(stale.exit_code == 2);
  CHECK(contains(stale.errors, "another version of the source"));
  CHECK(run_fixture({"replay", other.path(), replay}).exit_code == 2);
}

TEST_CASE("reset keeps the student's file and puts the skeleton back") {
  const fs::path root = fixture_folder() / "reset_tree";
  const fs::path lab = root / "labs/90_fixture";
  fs::create_directories(lab);
  fs::create_directories(root / "solutions/90_fixture");
  const std::string tree = std::string(GRIDLOCK_TESTS_DIR) + "/fixture/tree";
  fs::copy_file(tree + "/labs/90_fixture/lab.toml", lab / "lab.toml",
                fs::copy_options::overwrite_existing);
  write_file_atomic(root / "solutions/90_fixture/fixture.cu",
                    "a\n// BEGIN SOLUTION\nb\n//# TODO\n// END SOLUTION\n");
  write_file_atomic(lab / "fixture.cu", "mine\n");
  ProcessRequest request = fixture_request({"reset", "90"});
  for (auto& [key, value] : request.environment)
    if (key == "GRIDLOCK_ROOT") value = root.string();
  CHECK(run_process(request).exit_code == 0);
  CHECK(read_file(lab / "fixture.cu") == "a\nTODO\n");
  CHECK(read_file(lab / "fixture.cu.1") == "mine\n");
  CHECK(run_process(request).exit_code == 0);
  CHECK_FALSE(fs::exists(lab / "fixture.cu.2"));
}

TEST_CASE("an expectation is read from a file's first lines, or from beside it") {
  const auto expectation = [](const std::string& text) {
    TemporaryFile file("expect.cu", text);
    return read_expectation(file.path());
  };
  CHECK(expectation("// expect: data_race\n// A story.\n").text() == "data_race");
  CHECK(expectation("// expect: deadlock, no_progress\n").verdicts.size() == 2);
  CHECK(expectation("// expect: advice bounded_wait\n").advice == "bounded_wait");
  CHECK(expectation("// expect: passed\n// lab: 01_x\n").lab == "01_x");
  CHECK(expectation("// expect: data_race\n// no cure: it counts too few\n").no_cure ==
        "it counts too few");
  for (const char* bad :
       {"", "int x;\n", "// expect:\n", "// expect: nonsense\n",
        "// expect: advice nonsense\n", "int x;\n// expect: passed\n"}) {
    CAPTURE(bad);
    CHECK_THROWS_AS(expectation(bad), BadExpectation);
  }
  TemporaryFile binary("binary.cu", std::string("\0\1\2", 3));
  TemporaryFile beside("binary.cu.expect", "// expect: rejected\n// lab: 01_x\n");
  CHECK(read_expectation(binary.path()).text() == "rejected");
}

TEST_CASE("selfcheck's judgement: verdicts, either of two, advice") {
  Expectation expected;
  expected.verdicts = {Verdict::deadlock, Verdict::no_progress};
  Graded graded;
  graded.verdict = Verdict::no_progress;
  CHECK(expectation_mismatch(expected, graded).empty());
  graded.verdict = Verdict::passed;
  CHECK(expectation_mismatch(expected, graded) == "expected deadlock, no_progress");
  expected = {{Verdict::passed}, "bounded_wait", "", ""};
  CHECK_FALSE(expectation_mismatch(expected, graded).empty());
  graded.advice = {"bounded_wait"};
  CHECK(expectation_mismatch(expected, graded).empty());
  graded.verdict = Verdict::data_race;
  CHECK_FALSE(expectation_mismatch(expected, graded).empty());
}

TEST_CASE("a record is read back by selfcheck with its worst verdict") {
  const auto graded_with = [](std::vector<std::string> arguments) {
    return graded_in(read_only_lab(fixture_record(std::move(arguments)).dump()));
  };
  const Graded graded = graded_with({"check", "90"});
  CHECK(graded.verdict == Verdict::data_race);
  CHECK(graded.score == 30);
  CHECK(graded.schedules_to_finding == 1000);
  CHECK_THROWS(read_only_lab("{}"));
  const Graded broken = graded_with({"check", "91", "--only", "throws"});
  CHECK_FALSE(broken.score);
}

TEST_CASE("a fault of the grader's does not undo what was noted of the progress") {
  const FixtureTree tree("broken_tree");
  CHECK(tree.run({"check", "92"}).exit_code == 0);
  CHECK(contains(tree.run({"list"}).output, "10/10, done"));
  write_file_atomic(tree.lab92(), "at load: refuse\n");
  CHECK(tree.run({"check", "92"}).exit_code == 3);
  CHECK(contains(tree.run({"list"}).output, "10/10, done"));
  const FixtureRun all = tree.run({"check", "92", "90"});
  CHECK(contains(all.output, "-/10"));
}

/// A folder of programs that say what a test wants.
class FakePrograms {
 public:
  explicit FakePrograms(const std::string& name) : folder_(fixture_folder() / name) {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  void add(const std::string& name, const std::string& script) const {
    write_file_atomic(folder_ / name, "#!/bin/sh\n" + script + "\n");
    fs::permissions(folder_ / name, fs::perms::owner_all);
  }
  FixtureRun doctor(std::vector<std::string> arguments = {}) const {
    arguments.insert(arguments.begin(), "doctor");
    return run_fixture(arguments, {{"PATH", folder_.string()},
                                   {"CUDA_MPS_PIPE_DIRECTORY", folder_.string()}});
  }
  /// Writes the file that the daemon of CUDA's Multi-Process Service leaves.
  void add_mps_daemon(pid_t pid) const {
    write_file_atomic(folder_ / "nvidia-cuda-mps-control.pid", std::to_string(pid));
  }

 private:
  fs::path folder_;
};

TEST_CASE("doctor works where nothing is installed, and says what to install") {
  const FakePrograms programs("nothing_installed");
  const FixtureRun run = programs.doctor();
  CHECK(run.exit_code == 1);
  must_say(run.output,
           {"missing  the compiler, clang++", "missing  the CUDA Toolkit (nvcc)",
            "  apt-get install clang gdb python3-matplotlib doxygen "
            "python3-sphinx python3-myst-parser furo python3-sphinx-copybutton "
            "libjs-lunr nodejs npm chromium librsvg2-bin clang-format-19 black "
            "bubblewrap\n",
            "missing  Chromium, for slides --pdf and --images\n",
            "The simulator does not work yet"});
  CHECK_FALSE(contains(run.output, "\x1b"));
  CHECK(run.errors.empty());
}

TEST_CASE("doctor --sandbox tries attacks, of which none gets through") {
  const FixtureRun run = run_fixture({"doctor", "--sandbox"});
  CHECK_FALSE(contains(run.output, "BROKEN"));
  const bool has_tier = !contains(run.output, "No box: ");
  CHECK(run.exit_code == (has_tier ? 0 : 1));
  CHECK(contains(run.output, has_tier ? "The tier holds" : "container"));
  const bool has_box = contains(run.output, "Tier A") || contains(run.output, "Tier B");
  CHECK(contains(run.output, "ok      there is no network") == has_box);
  CHECK(contains(run.output, "ok      the memory of all processes together is limited") ==
        contains(run.output, "Tier A"));
  CHECK(contains(run.output, "For tier A: ") == contains(run.output, "Tier B"));
  const FakePrograms none("no_bubblewrap");
  const FixtureRun without = none.doctor({"--sandbox"});
  CHECK(contains(without.output, "bubblewrap is not installed (package bubblewrap)."));
  CHECK_FALSE(contains(without.output, "BROKEN"));
  const bool has_user = contains(without.output, "Tier C: ");
  CHECK(without.exit_code == (has_user ? 0 : 1));
  CHECK(contains(without.output, has_user ? "ok      the number of processes is limited"
                                          : "No box: bubblewrap is not installed"));
  CHECK(contains(without.output, "no      there is no network") == has_user);
}

TEST_CASE("doctor tells in words what is there") {
  const FakePrograms programs("much_installed");
  programs.add("clang++", "echo clang version 99");
  programs.add("gdb", "echo GNU gdb 13.1");
  programs.add("doxygen", "echo 1.9.4");
  programs.add("chromium", "echo Chromium 120.0");
  programs.add("clang-format-19", "echo clang-format version 14.0.6");
  programs.add("clang-format", "echo clang-format version 19.1.7");
  programs.add("nvcc", "echo Cuda compilation tools, release 13.0, V13.0.88");
  programs.add("nvidia-smi",
               "case $1 in\n"
               "  --query*) echo 'A GPU, two, 580.159.04, Disabled'\n"
               "            echo 'Another, 580.159.04, Enabled' ;;\n"
               "  *) echo '| Driver Version: 580.159.04     CUDA Version: 13.0   |' ;;\n"
               "esac");
  // A bubblewrap that can make no box.
  programs.add("bwrap", "[ $1 = --version ] && echo bubblewrap 0.8.0");
  const FixtureRun run = programs.doctor();
  CHECK(run.exit_code == 0);
  must_say(run.output,
           {"ok       compiler: clang version 99",
            "nvcc, Cuda compilation tools, release 13.0", "2 GPUs: A GPU, two, Another",
            "driver 580.159.04, for programs up to CUDA 13.0",
            "note     watchdog: Another drives a display",
            "note     bubblewrap is here, but may make no box",
            "ok       GNU gdb 13.1, for replay --debug",
            "ok       Chromium 120.0, for slides --pdf and --images",
            "ok       Chromium 120.0, for trace --out FILE.png",
            "ok       doxygen 1.9.4, for docs",
            "ok       clang-format version 19.1.7, for test", "missing  black, for test",
            "You can do every lab here, on the simulator and on the GPU.",
            "ok       MPS: not running"});
  CHECK_FALSE(contains(run.output, "install clang"));
  programs.add_mps_daemon(::getpid());
  const FixtureRun shared = programs.doctor();
  must_say(shared.output, {"note     MPS: CUDA's Multi-Process Service runs (process " +
                               std::to_string(::getpid()) + ")",
                           "echo quit | nvidia-cuda-mps-control"});
}

}  // namespace gridlock::test_commands
