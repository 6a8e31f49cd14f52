// Whole programs through `gridlock run`.  Each CASE of a file in programs/ (cases.h)
// names the verdict that the simulator must give; a file without cases begins with a
// comment that says it after "expect:".  The comment there, or above the CASE, says after
// "missing:" how it must be explained, after "unsaid:" what must not be said, after
// "told:" what the interleaving must show, and after "command:" what the command line
// says besides; files in it lie in programs/.  "$name" in them is the number of the line
// that ends in "// $name".
#include <sched.h>
#include <iomanip>
#include <regex>

#include "common/file_head.h"
#include "tests/test.h"

namespace gridlock::test_programs {
const fs::path kPrograms = fs::path(GRIDLOCK_TESTS_DIR) / "sim/programs";
/// The programs that the documentation shows.
const fs::path kExamples = fs::path(GRIDLOCK_SOURCE_DIR) / "docs/examples";
/// Bugs of public projects: in each folder before.cu, and its repair, after.cu.
const fs::path kCorpus = fs::path(GRIDLOCK_SOURCE_DIR) / "docs/corpus";
/// The numbers of these programs, so that a program that is no longer found is missed.
constexpr std::size_t kProgramsOfTheTests = 506, kExamplePrograms = 40,
                      kCorpusPrograms = 88;
/// Ends a program that hangs; one that is slow on a machine with other work must not
/// fail.
constexpr std::chrono::minutes kMuchTooLong{10};

/// A whole file, or one case of it.
struct Program {
  fs::path file;
  std::string name;  ///< The case's; "" for a whole file.
  std::string head;  ///< The comment that says what is expected.
};

/// The number of the line that ends in "// $name", for each name of the file.
std::map<std::string, std::size_t> marked_lines(
    const std::vector<std::string_view>& lines) {
  std::map<std::string, std::size_t> marked;
  for (std::size_t i = 0; i < lines.size(); ++i)
    if (const std::size_t at = lines[i].rfind("// $"); at != std::string_view::npos)
      marked[std::string(lines[i].substr(at + 3))] = i + 1;
  return marked;
}

/// The comment directly above this line, with the numbers of the lines that it names.
std::string comment_above(const std::vector<std::string_view>& lines, std::size_t line) {
  std::size_t first = line;
  while (first > 0 && lines[first - 1].starts_with("//")) --first;
  std::string comment;
  for (std::size_t i = first; i < line; ++i) (comment += lines[i]) += '\n';
  static const std::regex kName(R"(\$[a-z_0-9]+)");
  for (std::smatch name; std::regex_search(comment, name, kName);)
    comment.replace(name.position(), name.length(),
                    std::to_string(marked_lines(lines).at(name.str())));
  return comment;
}

std::vector<Program> programs_in(const fs::path& file) {
  const std::string text = read_file(file);
  const std::vector<std::string_view> lines = split_lines(text);
  std::vector<Program> programs;
  for (std::size_t i = 0; i < lines.size(); ++i)
    if (constexpr std::string_view kCase = "CASE("; lines[i].starts_with(kCase)) {
      const auto words =
          split_list(lines[i].substr(kCase.size(), lines[i].find(')') - kCase.size()));
      programs.push_back({file, words.at(0),
                          comment_above(lines, i) + "// expect: " + words.at(1) + "\n"});
    }
  if (programs.empty()) programs.push_back({file, "", text});
  return programs;
}

/// The programs below the folder, file by file.
std::vector<std::vector<Program>> programs_below(const fs::path& folder) {
  std::vector<std::vector<Program>> all;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.path().extension() == ".cu" &&
        entry.path().parent_path().filename() !=
            "parts")  // These are parts of a program.
      all.push_back(programs_in(entry));
  return all;
}

Program program_of(const std::string& file, const std::string& name = "") {
  const std::vector<Program> all = programs_in(kPrograms / file);
  const auto found = std::ranges::find(all, name, &Program::name);
  REQUIRE(found != all.end());
  return *found;
}

/// The words of a command line; what stands in double quotes is one.
std::vector<std::string> words_of(const std::string& line) {
  std::istringstream text(line);
  std::vector<std::string> words;
  for (std::string word; text >> std::quoted(word);) words.push_back(word);
  return words;
}

struct Ran {
  int exit_code = 0;
  std::string output;
  nlohmann::json record;
};

/// Runs this in a shell, where "$@" is the command with these words.
ProcessResult by_shell(const std::string& script, const std::vector<std::string>& words,
                       const EnvironmentChanges& environment = {}) {
  ProcessRequest request;
  request.argv = {"sh", "-c", script, "sh", std::string(GRIDLOCK_BIN_DIR) + "/gridlock"};
  request.argv.insert(request.argv.end(), words.begin(), words.end());
  request.environment = environment;
  request.wall_limit = kMuchTooLong;
  return run_process(request);
}

/// The command's standard output.
Ran command(const std::vector<std::string>& words) {
  const ProcessResult result = run_gridlock(words);
  return {result.exit_code, result.output, {}};
}

/// The report of `check` on a mistake, on the simulator.
std::string of_mistake(const std::string& lab, const std::string& mistake,
                       const std::string& check,
                       const std::vector<std::string>& options = {"--no-cures"}) {
  const fs::path wrong =
      fs::path(GRIDLOCK_SOURCE_DIR) / "solutions" / lab / "mistakes" / (mistake + ".cu");
  std::vector<std::string> words{"check", lab,   "--submission", wrong.string(),
                                 "--on",  "sim", "--only",       check};
  words.insert(words.end(), options.begin(), options.end());
  const std::string output = command(words).output;
  CHECK_FALSE(output.empty());
  return output;
}

Ran run_program(const Program& program) {
  const Scratch folder;
  const std::string schedules = head_value(program.head, "schedules");
  const fs::path record = folder / "record.json";
  std::vector<std::string> words{"run",         program.file.string(),
                                 "--json",      record.string(),
                                 "--schedules", schedules.empty() ? "60" : schedules};
  for (const std::string& line : head_values(program.head, "command")) {
    const auto more = words_of(line);
    words.insert(words.end(), more.begin(), more.end());
  }
  if (!program.name.empty()) words.insert(words.end(), {"--", program.name});
  const ProcessResult result = run_gridlock(words, kPrograms);
  Ran ran{result.exit_code, result.output + result.errors, {}};
  if (fs::exists(record)) ran.record = nlohmann::json::parse(read_file(record));
  return ran;
}

/// Several files at a time, each on a processor of its own: most of a run is compiling,
/// which uses one, and a file is compiled once for all its cases.
std::vector<std::pair<Program, Ran>> run_all(
    const std::vector<std::vector<Program>>& files) {
  std::vector<std::vector<Ran>> ran(files.size());
  std::atomic<std::size_t> next{0};
  cpu_set_t available;
  REQUIRE(sched_getaffinity(0, sizeof available, &available) == 0);
  {
    std::vector<std::jthread> threads;
    for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
      if (!CPU_ISSET(cpu, &available)) continue;
      threads.emplace_back([&, cpu] {
        cpu_set_t own;
        CPU_ZERO(&own);
        CPU_SET(cpu, &own);
        sched_setaffinity(0, sizeof own, &own);  // For this thread and its children.
        for (std::size_t i; (i = next++) < files.size();)
          for (const Program& each : files[i]) ran[i].push_back(run_program(each));
      });
    }
  }
  std::vector<std::pair<Program, Ran>> all;
  for (std::size_t i = 0; i < files.size(); ++i)
    for (std::size_t k = 0; k < files[i].size(); ++k)
      all.emplace_back(files[i][k], ran[i][k]);
  return all;
}

/// The verdict, or the advice if that is all there is to say.
std::string said_of(const Ran& ran) {
  const std::string verdict = ran.record.value("verdict", "no record");
  const auto& advice = ran.record.value("advice", nlohmann::json::array());
  if (verdict != "passed" || advice.empty()) return verdict;
  return "advice " + advice.at(0).value("kind", "");
}

/// The programs of the corpus that do not get their verdicts, and what they get: a line
/// of misses.txt is "PROGRAM VERDICT WHY".
std::map<std::string, std::string> corpus_misses() {
  std::map<std::string, std::string> misses;
  std::ifstream text(kCorpus / "misses.txt");
  for (std::string program, verdict, why;
       text >> program >> verdict && std::getline(text, why);)
    misses[program] = verdict;
  return misses;
}

void check_what_is_said(const Program& program, const Ran& ran) {
  INFO(program.file.filename().string(), " ", program.name);
  const std::string expected = head_value(program.head, "expect");
  REQUIRE_FALSE(expected.empty());
  INFO(ran.output);
  CHECK(said_of(ran) == expected);
  const bool fine = expected == "passed" || expected.starts_with("advice ");
  CHECK(ran.exit_code == (fine ? 0 : 1));
  const std::string record = ran.record.dump();
  for (const std::string& words : head_values(program.head, "missing")) {
    CAPTURE(words);
    CHECK(contains(record, words));
  }
  for (const std::string& words : head_values(program.head, "unsaid")) {
    CAPTURE(words);
    CHECK_FALSE(contains(record, words));
  }
  for (const std::string& step : head_values(program.head, "told")) {
    CAPTURE(step);
    CHECK(contains(ran.output, step));
  }
}

TEST_SUITE("full") {
  TEST_CASE("run: public bugs and their repairs get their verdicts, but the misses") {
    const auto misses = corpus_misses();
    const auto all = run_all(programs_below(kCorpus));
    for (const auto& [program, ran] : all) {
      const std::string name = fs::relative(program.file, kCorpus).string();
      CAPTURE(name);
      const std::string expected = head_value(program.head, "expect");
      REQUIRE_FALSE(expected.empty());
      const std::string& output = ran.output;
      CAPTURE(output);
      const auto miss = misses.find(name);
      // A program that gets its verdict after all must leave misses.txt and table.csv.
      CHECK(said_of(ran) == (miss == misses.end() ? expected : miss->second));
      if (miss != misses.end()) CHECK(miss->second != expected);
    }
    CHECK(all.size() == kCorpusPrograms);
    for (const auto& [program, verdict] : misses) CHECK(fs::exists(kCorpus / program));
  }

  TEST_CASE("run: every program gets the verdict that it states") {
    const auto all = run_all(programs_below(kPrograms));
    for (const auto& [program, ran] : all) check_what_is_said(program, ran);
    CHECK(all.size() == kProgramsOfTheTests);
  }

  TEST_CASE("run: every example of the documentation gets the verdict that it states") {
    const auto all = run_all(programs_below(kExamples));
    for (const auto& [program, ran] : all) check_what_is_said(program, ran);
    CHECK(all.size() == kExamplePrograms);
  }

  TEST_CASE("run: what is said does not depend on the number of processors") {
    cpu_set_t all;
    REQUIRE(sched_getaffinity(0, sizeof all, &all) == 0);
    int first = 0;
    while (!CPU_ISSET(first, &all)) ++first;
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(first, &one);
    // The race in the last one changes how later schedules run.
    for (const Program& program : {program_of("many_tenants.cu"),
                                   program_of("late_store.cu", "reset_not_released"),
                                   program_of("lost_update.cu", "of_a_mask")}) {
      INFO(program.file.string());
      const auto record_on = [&](const cpu_set_t& processors) {
        REQUIRE(sched_setaffinity(0, sizeof processors, &processors) == 0);
        nlohmann::json record = run_program(program).record;
        sched_setaffinity(0, sizeof all, &all);
        record.erase("seconds");
        return record;
      };
      CHECK(record_on(one) == record_on(all));
    }
  }

  TEST_CASE("run: each of several findings has a schedule that shows it") {
    const Ran ran = run_program(program_of("three_races.cu"));
    const nlohmann::json& findings = ran.record.at("findings");
    REQUIRE(findings.size() == 3);
    CHECK(ran.record.at("replay") == findings.at(0).at("replay"));
    std::set<int> lines;
    for (const nlohmann::json& finding : findings) {
      const int line = finding.at("accesses").at(0).at("line");
      lines.insert(line);
      const std::string output =
          command(
              {"replay", (kPrograms / "three_races.cu").string(), finding.at("replay")})
              .output;
      must_say(output, {"data_race", "three_races.cu:" + std::to_string(line)});
    }
    CHECK(lines == std::set<int>{7, 8, 9});
  }

  TEST_CASE("run: a program that takes more memory than it may ends with a finding") {
    const ProcessResult result = by_shell(
        "ulimit -m 400000; exec \"$@\"",
        {"run", (kPrograms / "parts/gigabytes_written.cu").string(), "--json", "-"});
    CAPTURE(result.output);
    CAPTURE(result.errors);
    CHECK(result.exit_code == 1);
    const nlohmann::json record = nlohmann::json::parse(result.output);
    CHECK(record.at("verdict") == "out_of_memory");
    CHECK(record.at("schedules") == 1);
    REQUIRE(record.at("findings").size() == 1);
    const std::string message = record.at("findings").at(0).at("message");
    CHECK(contains(message, "Give it a smaller problem."));
  }

  TEST_CASE(
      "run: a disk without room is the machine's fault, at whatever step it shows") {
    const Scratch folder;
    std::string last;
    for (int size = 256; size <= 16 * 1024 && last != "passed"; size += size / 4) {
      CAPTURE(size);  // In KiB.
      const ProcessResult result = by_shell(
          "exec unshare -rm sh -c 'mount -t tmpfs -o size=" + std::to_string(size) +
              "k none \"$GRIDLOCK_BUILD_DIR\" || exit 77; exec \"$@\"' sh \"$@\"",
          {"run", (kPrograms / "many_tenants.cu").string(), "--json", "-", "--schedules",
           "1"},
          {{"GRIDLOCK_BUILD_DIR", folder.path().string()}});
      SKIP_IF(result.exit_code == 77 || result.exit_code == 127,
              "no small disk can be made here");
      CAPTURE(result.output);
      CAPTURE(result.errors);
      last = nlohmann::json::parse(result.output).at("verdict");
      if (last == "passed") continue;
      CHECK(last == "grader_error");
      CHECK(result.exit_code == 3);
    }
    CHECK(last == "passed");
  }

  TEST_CASE("run: a limit on memory is the machine's fault, and told with what to do") {
    // The first limit stops the simulator, the second one the compiler.
    for (const std::string limit : {"-v 8000000", "-d 14000"}) {
      CAPTURE(limit);
      const Scratch folder;
      const ProcessResult result =
          by_shell("ulimit " + limit + "; exec \"$@\"",
                   {"run", (kPrograms / "many_tenants.cu").string(), "--json", "-"},
                   {{"GRIDLOCK_BUILD_DIR", folder.path().string()}});
      CAPTURE(result.output);
      CHECK(result.exit_code == 3);
      CHECK(contains(result.output, "run ulimit " + limit.substr(0, 2)));
    }
  }

  TEST_CASE("run: what is suppressed does not fail; what matches nothing is told") {
    const Scratch folder;
    const fs::path known = folder.write(
        "known.toml",
        "[[suppress]]\nkind = \"data_race\"\nlines = [\"*a = blockIdx.x;\"]\n"
        "reason = \"known\"\n"
        "[[suppress]]\nkind = \"data_race\"\nlines = [\"*d = 1;\"]\n"
        "reason = \"long gone\"\n");
    const Ran ran =
        command({"run", (kPrograms / "three_races.cu").string(), "--schedules", "60",
                 "--suppress", known.string(), "--json", "-"});
    CAPTURE(ran.output);
    CHECK(ran.exit_code == 1);
    const nlohmann::json record = nlohmann::json::parse(ran.output);
    CHECK(record.at("findings").size() == 2);
    REQUIRE(record.at("suppressed").size() == 1);
    CHECK(record.at("suppressed").at(0).at("reason") == "known");
    CHECK(record.at("suppressed").at(0).at("accesses").at(0).at("line") == 7);
    REQUIRE(record.at("unused_suppressions").size() == 1);
    CHECK(record.at("unused_suppressions").at(0).at("line") == 5);
  }

  TEST_CASE("check: a wrong result tells who wrote the word that it names") {
    SKIP_IF(is_students_tree(), "a student's tree has no solutions");
    const std::string output = of_mistake("06_concurrent_kernels", "mask_without_own_bit",
                                          "every kernel sees itself");
    must_say(output,
             {"line 7  atomicOr mask, 0 -> 0x1", "line 8  write masks[0], writes 0"});
  }

  TEST_CASE("run: on a terminal, one line says how far it is") {
    // This program has more schedules than any machine runs in the budget.
    const std::string shown =
        by_shell(
            "exec script -qec \"'$1' run '$2' --budget 2 -- with_both_fences\" /dev/null",
            {(kPrograms / "late_store.cu").string()})
            .output;
    must_say(shown, {"\x1b[Kcompiling for the simulator ...\r",
                     " of 2 s: nothing found so far ...\r\x1b[K"});
  }

  TEST_CASE("check: a report of a wrong result tells what may explain it") {
    SKIP_IF(is_students_tree(), "a student's tree has no solutions");
    const auto told = [](const std::string& lab, const std::string& mistake,
                         const std::string& check,
                         const std::vector<std::string>& all_words) {
      const std::string output = of_mistake(lab, mistake, check);
      CAPTURE(output);
      for (const std::string& words : all_words) CHECK(contains(output, words));
    };
    // A case before, which passed, had shown the race as well.
    told("01_last_block", "every_block_writes_out", "one kernel: the sum",
         {"In the same schedule: data_race", "racing write out, writes 0"});
    // The value passed through two copies.
    told("07_stream_wait", "all_fills_then_all_drains", "copyStaged: every",
         {"of the 1st pipe->buffer", "cudaMemcpyAsync target[0]", "read target[0]"});
    // One line allocates two buffers; the access went through the second.
    told("07_stream_wait", "same_chunk_again", "copyStaged: every",
         {"2nd pipe->buffer, writes 11", "to's stream"});
    // An element of a member was written in the run before.
    told("06_concurrent_kernels", "never_cleared", "the next run",
         {"kernel 3, block 0, thread 0", "g_kernelData.masks[2],"});
    // The copy writes more words than the one it is named after.
    told("07_stream_wait", "direct_copy_of_whole_words", "copyDirect and addPeer: right",
         {"target[1],", "cudaMemcpyPeerAsync"});
    // No thread wrote the word, but one wrote the words beside it.
    told("06_concurrent_kernels", "two_values_a_thread", "addKernel works",
         {"values[2] is", "write values[0..1], writes"});
    told("01_last_block", "idle_threads_leave", "one kernel: the sum",
         {"the other one had ended."});
    // The lock was opened by a thread that had failed to take it.
    told("04_threadfence", "tries_once", "each holder sees", {"went on although its"});
    // No step is wrong in itself, but each block finds what the first one found.
    told("01_last_block", "reset_by_every_block", "lastBlock is true",
         {"block 0, thread 0  line 9   atomicAdd counter, 0 -> 1",
          "block 1, thread 0  line 9   atomicAdd counter, 0 -> 1"});
    told("01_last_block", "sum_without_tail", "one kernel: the sum",
         {"element 0 was left out"});
    told("07_stream_wait", "permission_to_the_wrong_device", "allowAccess: success",
         {"cudaDeviceEnablePeerAccess(1, 0) while device 0 was current"});
    // The waiter never sees them: other words were written.
    told("03_lock_free_barrier", "releases_itself_only", "blocks and grids",
         {"volatile write arrayOut[0], writes 1"});
    // The last value of the wrong word depends on a ticket.
    told("06_concurrent_kernels", "leaves_with_the_first", "a kernel is in",
         {"blocks_out[0],"});
    // The number that the message states is what threads drew.
    told("05_work_queue", "chunk_takes_what_it_found", "nextChunk: large",
         {"0 -> 3", "reads 3,"});
    // No thread waits for these words: an arrival was lost.
    told("02_lock_barrier", "generation_before_reset", "blocks and grids",
         {"atomicAdd count, 2 -> 3", "atomicExch count, 3 -> 0"});
    told("02_lock_barrier", "copies_left_out_in_pairs", "phases is right for any",
         {"as before the first"});
    // The numbers of the case differ, so the wrong one tells which is missing.
    told(
        "02_lock_barrier", "start_by_x_alone", "launches in a row",
        {"3 x 2 x 1 blocks and 5", "at 15: the next", "with n = 5, 5 rounds, 3 x 2 x 1"});
    // A check of all outcomes together says what is wrong, and with which case.
    told("03_lock_free_barrier", "one_thread_sorts", "the sort is shared",
         {"wrong_result: in every schedule", "at most one of the 2 blocks",
          "with n = 512, 2 blocks of 4 threads"});
    told("03_lock_free_barrier", "one_round_too_few", "sortOddEven sorts, for",
         {"came out as 317, 153", "they should be 153, 317"});
    // A case of encoded numbers is told in words.
    told("07_stream_wait", "permission_to_the_wrong_device", "allowAccess: success",
         {"allowAccess(1, 0), a kernel on device 1"});
    // The report names the call that left another device current.
    told("07_stream_wait", "device_of_the_buffers", "copyStaged: every",
         {"wrong_result: openPipe() leaves another device"});
    // No element can be missing, or composed twice, where there is none.
    told("01_last_block", "zero_instead_of_identity", "the composition",
         {"the result must be identity()"});
    told("05_work_queue", "push_counts_in_16_bits", "push: an item",
         {"the next push is number 16909060", "(0x1020304)"});
    told("07_stream_wait", "one_drained_event", "copyStaged: the host issues",
         {"pipe->drained[0] that", "cudaMemcpyAsync"});
  }

  TEST_CASE("check: the race of two lines is noted once in a functional check") {
    SKIP_IF(is_students_tree(), "a student's tree has no solutions");
    const std::string output = of_mistake("03_lock_free_barrier", "volatile_pointer",
                                          "blocks and grids of two", {"--json", "-"});
    CAPTURE(output);
    std::set<std::set<std::string>> seen;
    const auto record = nlohmann::json::parse(output);
    for (const auto& note : record.at("labs").at(0).at("checks").at(0).at("notes")) {
      std::set<std::string> places;
      for (const auto& access : note.at("accesses"))
        places.insert(access.at("line").dump());
      CHECK(seen.insert(places).second);
    }
    CHECK(seen.size() > 1);
  }

  TEST_CASE("check: a host that waits in a helper of ours waits where the lab calls it") {
    SKIP_IF(is_students_tree(), "a student's tree has no solutions");
    const std::string output =
        of_mistake("04_threadfence", "never_unlocks",
                   "one thread at a time holds the lock", {"--json", "-"});
    CAPTURE(output);
    CHECK(contains(output, "host waits in cudaDeviceSynchronize in scenarios.cu:"));
    CHECK_FALSE(contains(output, "without debug information"));
  }
}

}  // namespace gridlock::test_programs
