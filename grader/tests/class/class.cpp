// The steps of a class, from the files that students hand in to the grades.
#include <sys/file.h>

#include "class/archive.h"
#include "class/names.h"
#include "class/slurm.h"
#include "common/descriptor.h"
#include "tests/class/submissions.h"

namespace gridlock::test_class {

TEST_CASE("a student's name begins no line of its own") {
  CHECK(sanitize_name("student-01\n0002  student-02\tlate") ==
        "student-01 0002  student-02 late");
}

TEST_CASE("an entry that leads out costs its file, and no other") {
  const Scratch folder;
  for (const auto& [name, path, problem] :
       {std::tuple<std::string, std::string, const char*>{
            "../a.cu", "a.cu", "\"../a.cu\" leads out of the archive."},
        {"/a.cu", "a.cu", "\"/a.cu\" leads out of the archive."},
        {"x/../../a.cu", "x/a.cu", "\"x/../../a.cu\" leads out of the archive."},
        {std::string(900'000, 'a') + "-1.cu", std::string(60, 'a'),
         "Its name is longer than 4096 bytes."},
        {"..", "entry 1 of the archive", "Its name cannot be read."}}) {
    write_archive(folder / "a.tar", {{name, "text"}, {"./b.cu", "fine"}});
    const HandedFiles all = read_archive(folder / "a.tar");
    CHECK(all.problem == "");
    REQUIRE(all.files.size() == 2);
    CHECK(all.files[0].bytes == "");
    CHECK(all.files[0].path == path);
    CHECK(all.files[0].problem == problem);
    CHECK(all.files[1].path == "b.cu");
    CHECK(all.files[1].bytes == "fine");
  }
}

TEST_CASE("an archive that is damaged or too large is not taken") {
  const Scratch folder;
  const fs::path tar = folder / "a.tar", other = folder / "b.zip";
  write_archive(tar, {{"a", std::string(1000, 'x')}, {"b", "y"}});
  CHECK(contains(read_archive(tar, {10, 1000}).problem, "more than"));
  CHECK(contains(read_archive(tar, {1, 10'000}).problem, "more than 1 files"));
  // For lrzip, libarchive would start a program; an mtree names files of this machine.
  for (const auto& [text, problem] :
       {std::pair{"PK\3\4 and then nothing", "no archive"},
        {"LRZI and the rest", "Unrecognized archive format"},
        {"#mtree\na.cu type=file\n", "Unrecognized archive format"}}) {
    write(other, text);
    CHECK(contains(read_archive(other).problem, problem));
  }
}

TEST_CASE("a bomb ends at the limit, whatever it claims") {
  const Scratch folder;
  const fs::path bomb = folder / "bomb.tar.gz";
  write(folder / "zeros", "");
  fs::resize_file(folder / "zeros", std::uintmax_t{300} << 20);
  const std::string in = folder.path().string();
  REQUIRE(run_process({{"tar", "-C", in, "-czf", bomb.string(), "zeros"}}).ok());
  CHECK(fs::file_size(bomb) < (1 << 20));
  CHECK(read_archive(bomb).problem == "Its files have more than 64 MiB.");
}

TEST_CASE("a class's folder becomes a manifest: who has which file, and what is wrong") {
  const Scratch folder;
  const fs::path in = folder / "in", out = folder / "out";
  write(in / "student-01" / "last_block.cu", "one");
  write(in / "student-01" / "given.cuh", "header");
  write(in / "student-01" / "notes.pdf", "no");
  fs::create_directories(in / "student-04");
  fs::create_symlink("/etc/passwd", in / "student-04" / "last_block.cu");
  const auto lab = labs({"1"});
  const Manifest manifest = prepare(in, lab, out).manifest;
  REQUIRE(manifest.students.size() == 2);
  const fs::path taken = work_path(out, student(manifest, "student-01"), lab[0]);
  CHECK(read_file(taken) == "one");
  CHECK(read_file(taken.parent_path() / "given.cuh") == "header");
  CHECK_FALSE(fs::exists(taken.parent_path() / "notes.pdf"));
  CHECK(contains(student(manifest, "student-04").labs.at(kLab1).problem, "link"));
  CHECK(manifest_json(read_manifest(out)) == manifest_json(manifest));
  CHECK_THROWS_AS(prepare(in, lab, out), UsageError);
  CHECK_THROWS_AS(read_manifest(in), UsageError);
  CHECK_THROWS_AS(prepare(folder / "none", lab, in), UsageError);
}

TEST_CASE("of a file that Canvas has twice, the highest number counts, late or not") {
  const Scratch folder;
  const fs::path in = folder / "submissions.zip", out = folder / "out";
  write_archive(in, {{"student-01_1001_2001_last_block.cu", "first"},
                     {"student-01_1001_2002_threadfence.cu", "fence"},
                     {"student-01_LATE_1001_2030_last_block-1.cu", "second"},
                     {"student-01_LATE_1001_2031_last_block-2.cu", "third"},
                     {"student-02_LATE_1002_2040_last_block-1.cu", "later"},
                     {"student-02_1002_2003_last_block.cu", "earlier"},
                     {"student-03_1003_2009_last_block-1.cu", "later"},
                     {"student-03_1003_2010_last_block.cu", "latest"},
                     {"student-03_1003_2010_threadfence.cu", "fence"}});
  const auto both = labs({"1", "4"});
  const Manifest manifest = prepare(in, both, out).manifest;
  REQUIRE(manifest.students.size() == 3);
  CHECK(text_of(out, "student-01_1001", both[0]) == "third");
  CHECK(text_of(out, "student-01_1001", both[1]) == "fence");
  CHECK(text_of(out, "student-02_1002", both[0]) == "later");
  CHECK(text_of(out, "student-03_1003", both[0]) == "latest");
  CHECK(text_of(out, "student-03_1003", both[1]) == "fence");
  const StudentWork& first = student(manifest, "student-01_1001");
  CHECK(first.is_late);
  CHECK(first.superseded ==
        std::vector<std::string>{"student-01_1001_2001_last_block.cu",
                                 "student-01_LATE_1001_2030_last_block-1.cu"});
  CHECK(student(manifest, "student-02_1002").is_late);
  CHECK_FALSE(student(manifest, "student-03_1003").is_late);
}

TEST_CASE("the time of a download makes nobody late, and a platform's mark does") {
  const Scratch scratch;
  constexpr std::time_t kDownload = 1'796'083'200;
  const auto intake_of = [&](const std::string& behind, std::time_t between) {
    const fs::path in = scratch / "in.zip", out = scratch / "out";
    fs::remove_all(out);
    write_archive(in, {{"student-01" + behind, "1", "", kDownload},
                       {"student-02_LATE" + behind, "2", "", kDownload + 60},
                       {"student-03" + behind, "3", "", kDownload + between}});
    return prepare(in, labs({"1"}), out);
  };
  using Times = std::vector<std::int64_t>;
  const auto times = [](const Manifest& manifest) {
    Times all;
    for (const StudentWork& work : manifest.students)
      all.push_back(work.labs.at(kLab1).time);
    return all;
  };
  const Intake plain = intake_of("/last_block.cu", 600);
  CHECK(times(plain.manifest) == Times{0, 0, 0});
  CHECK(contains(plain.about_times, "looks like that of the download: nobody is late"));
  const Intake apart = intake_of("/last_block.cu", 601);
  CHECK(times(apart.manifest)[0] == kDownload);
  CHECK(apart.about_times.empty());
  // Canvas packs the archive at the time of the download, and marks late files.
  const Intake canvas = intake_of("_1001_2001_last_block.cu", 600);
  CHECK(times(canvas.manifest) == Times{0, 0, 0});
  CHECK(canvas.about_times.empty());
  CHECK(student(canvas.manifest, "student-02_1001").is_late);
  CHECK(times(intake_of("_1001_2001_last_block.cu", 601).manifest) ==
        Times{0, kDownload + 60, 0});
}

TEST_CASE("of an archive that Canvas has twice, the highest number counts") {
  const Scratch folder;
  const fs::path in = folder / "in", out = folder / "out";
  const std::string first = "student-01_1001_2001_labs.zip";
  fs::create_directories(in);
  write_archive(in / first, {{"last_block.cu", "old"}});
  write_archive(in / "student-01_LATE_1001_2002_labs-1.zip", {{"last_block.cu", "new"}});
  const auto lab = labs({"1"});
  const Manifest manifest = prepare(in, lab, out).manifest;
  const StudentWork& work = student(manifest, "student-01_1001");
  CHECK(work.labs.at(kLab1).problem == "");
  CHECK(text_of(out, "student-01_1001", lab[0]) == "new");
  CHECK(work.is_late);
  CHECK(work.superseded == std::vector<std::string>{first});
}

TEST_CASE("the notes say why nothing of a work ran") {
  const auto notes_with = [&](const char* verdict) {
    const ordered_json why{{"finding", {{"message", "It is empty.\nSo."}}}};
    const ClassState state = GradedClass({graded(0, judged("a", verdict, why))}).state();
    return notes_of(state, state.rows[0]);
  };
  CHECK(notes_with("rejected") ==
        std::vector<std::string>{"01_last_block: rejected: It is empty."});
  CHECK(notes_with("compile_error").size() == 1);
  CHECK(notes_with("wrong_result").empty());
}

TEST_CASE("reports hold what students wrote as text, and never as code or formulas") {
  const std::string evil = "=cmd()</script><script>alert(1)</script>";
  GradedClass one;
  one.add(evil);
  one.manifest.students[0].handed = evil;
  one.record(graded(3, judged("a <b> check", "wrong_result",
                              {{"points", 3}, {"finding", {{"message", evil}}}})));
  const ClassState state = one.state();
  CHECK(grades_csv(state) == "student,01_last_block,total,notes\n'" + evil + ",3,3,\n");
  for (const std::string& page : {class_page(state, true), class_page(state, false),
                                  student_page(state, state.rows[0])}) {
    CHECK_FALSE(contains(page, "<script>alert"));
    CHECK(contains(page, "default-src 'none'"));
  }
  CHECK(contains(student_page(state, state.rows[0]), "&lt;script&gt;alert(1)"));
  CHECK_FALSE(contains(class_page(state, false), "cmd"));
  CHECK(gradescope_json(state, state.rows[0]).at("score") == 3);
  CHECK(classroom_json(state, state.rows[0]).at("points") == 3);
  CHECK(contains(class_junit(state), "<failure"));
}

TEST_CASE("a fault of the grader is no zero, and an instructor's word counts") {
  Record broken;
  broken.status = RecordStatus::grader_error;
  broken.why = "exit code 3";
  GradedClass graded;
  graded.add("student-0001");
  graded.record(broken);
  graded.add("student-0002");
  graded.add("student-0003");
  graded.manifest.students[2].labs[kLab1] = {"", "There is no file last_block.cu."};
  const ClassState before = graded.state();
  CHECK(before.rows[0].points(0) == std::nullopt);
  CHECK(before.rows[1].points(0) == std::nullopt);
  CHECK(before.rows[2].points(0) == 0);
  CHECK(before.open() ==
        std::vector<std::string>{"0001 student-0001 01_last_block: exit code 3",
                                 "0002 student-0002 01_last_block: waiting"});
  const auto with = [&](const std::string& overrides) {
    write(graded.scratch / "overrides.csv", overrides);
    return graded.state();
  };
  const std::string header = "student,lab,points,reason\n";
  const ClassState set = with(header + "student-0001,1,55,\"looked at, by hand\"\n");
  CHECK(set.rows[0].total() == 55);
  CHECK(contains(grades_csv(set), "set to 55: looked at, by hand"));
  // A spreadsheet writes a byte order mark first.
  CHECK(with("\xEF\xBB\xBF" + header + "student-0001,1,56,seen\n").rows[0].total() == 56);
  CHECK(contains(grades_csv(with("student;lab;points;reason\n"
                                 "student-0001;1;57;gepr\xFC"
                                 "ft, gut\n")),
                 "set to 57: geprüft, gut"));
  for (const auto& [wrong, words] :
       {std::pair{"nobody,1,5,x\n", "There is no student \"nobody\""},
        {"student-0001,99,5,x\n", "99"},
        {"student-0001,1,many,x\n", "no number of points"},
        {"student-0001,1,5\n", "four cells"},
        {"student-0001,1,5,late, but good\n", "in \"quotes\""},
        {"student-0001,1,5,\n", "There is no reason"},
        {"# by hand\nstudent-0001;1;many;x\n", "no number of points"},
        {"PK\3\4 \x81", "is no text in UTF-8"},
        {"student-0001,1,5,x\n0001,1,6,y\n", "An earlier line sets lab 1 of"}})
    CHECK_THROWS_WITH_AS(with(wrong), doctest::Contains(words), UsageError);
}

TEST_CASE("what could not run counts as the class's policy says") {
  GradedClass one;
  one.manifest.on = "gpu";
  one.add("student-01");
  Record record = graded(30, {{"verdict", "passed"}});
  record.max_score = 60;
  const auto points = [&](const Record& of, NotRun policy) {
    one.record(of);
    one.manifest.not_run = policy;
    return one.state().rows[0].total();
  };
  CHECK(points(record, NotRun::scale) == 50);
  CHECK(points(record, NotRun::lose) == 30);
  CHECK(points(record, NotRun::give) == 70);
  record.score = record.max_score = 0;
  CHECK(points(record, NotRun::scale) == std::nullopt);
  CHECK(points(record, NotRun::lose) == 0);
  record.status = RecordStatus::too_slow;
  CHECK(points(record, NotRun::give) == 0);
  CHECK(not_run_from(name(NotRun::give)) == NotRun::give);
  CHECK_THROWS_AS(not_run_from("keep"), UsageError);
}

TEST_CASE("a student's page says each thing once, and the sum of all labs") {
  const std::string fence = "04_threadfence";
  GradedClass one;
  one.add("student-01");
  one.lab = labs({"1", "4"});
  one.manifest.labs.push_back(fence);
  one.manifest.students[0].labs[fence] = {"hash", ""};
  const ordered_json check =
      judged("a claim", "wrong_result",
             {{"finding", {{"message", "it is 7"}}},
              {"failures", {{{"message", "it is 7"}}, {{"message", "and 8"}}}}});
  for (const std::string& lab : {kLab1, fence})
    write_record(one.scratch.path(), one.manifest.students[0],
                 {"hash", lab, "sim", 7, "grader"}, graded(30, check));
  const ClassState state = one.state();
  const std::string page = student_page(state, state.rows[0]);
  CHECK(contains(page, "All labs: 60 of 200 points"));
  const std::size_t section = page.find("Lab 4");
  REQUIRE(section != std::string::npos);
  CHECK(page.find("it is 7") < section);
  CHECK(page.find("it is 7", page.find("it is 7") + 1) > section);
  CHECK(page.find("and 8") < section);
}

TEST_CASE("students learn of a hidden check that it failed, and no more") {
  const ordered_json secret{{"hidden", true},
                            {"finding", {{"message", "secret"}, {"missing", "secret"}}}};
  const ClassState state =
      GradedClass({graded(0, judged("a claim", "wrong_result", secret))}).state();
  const std::string page = student_page(state, state.rows[0]);
  CHECK(contains(page, "One of the checks that you do not have"));
  CHECK_FALSE(contains(page, "secret"));
  const auto test = gradescope_json(state, state.rows[0]).at("tests").at(0);
  CHECK(test.at("visibility") == "after_published");
  CHECK_FALSE(contains(test.dump(), "secret"));
}

TEST_CASE("the parts of a class have each student once") {
  for (std::size_t of : {1, 3, 7})
    for (std::size_t student = 0; student < 20; ++student) {
      int times = 0;
      for (std::size_t number = 1; number <= of; ++number)
        times += ClassPart{number, of}.has(student);
      CHECK(times == 1);
    }
}

TEST_CASE("what --again did not reach is still to be graded") {
  const Record done = graded(5, {{"name", "a claim"}, {"verdict", "passed"}});
  RunClass two({done, done});
  ClassRun& run = two.run;
  run.own_process = [](std::vector<std::string>) -> ProcessRequest {
    throw std::runtime_error("interrupted");
  };
  CHECK(grade_class(run) == 0);
  run.again = true;
  CHECK_THROWS_WITH(grade_class(run), "interrupted");
  for (const StudentWork& work : two.manifest.students)
    CHECK(record_of(run.folder, work, two.key()).status == RecordStatus::waiting);
}

TEST_CASE("only one process at a time grades a class, or a part of it") {
  RunClass none;
  ClassRun& run = none.run;
  const Descriptor lock(
      ::open((run.folder / "lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644));
  REQUIRE(::flock(lock.get(), LOCK_SH) == 0);  // A part is being graded.
  CHECK_THROWS_WITH_AS(grade_class(run), doctest::Contains("Another process"),
                       UsageError);
  run.part = {1, 2};
  CHECK(grade_class(run) == 0);
  REQUIRE(::flock(lock.get(), LOCK_EX) == 0);
  CHECK_THROWS_AS(grade_class(run), UsageError);
  REQUIRE(::flock(lock.get(), LOCK_UN) == 0);
  run.part = {};
  CHECK(grade_class(run) == 0);
}

/// An sbatch that notes its arguments, and then executes `end`.
struct FakeSbatch {
  Scratch folder;
  std::string path = std::getenv("PATH");

  FakeSbatch(const std::string& end) {
    write(folder / "bin/sbatch", "#!/bin/sh\nprintf '%s\\n' \"$@\" >> \"" +
                                     (folder / "calls").string() + "\"\n" + end + "\n");
    fs::permissions(folder / "bin/sbatch", fs::perms::owner_all);
    ::setenv("PATH", ((folder / "bin").string() + ":" + path).c_str(), 1);
  }
  ~FakeSbatch() { ::setenv("PATH", path.c_str(), 1); }
  std::string calls() const { return read_file(folder / "calls"); }
};

TEST_CASE("a class goes to Slurm as an array, and is merged however its elements end") {
  const FakeSbatch fake("echo '42;cluster'");
  SlurmJobs jobs{fake.folder / "it's a class", 3,  2,  true,
                 {"--partition=ci"},           {}, {}, {}};
  jobs.variables = {"WHERE=a b"};
  jobs.grade = {"/bin/echo", "--part"};
  jobs.merge = {"/bin/echo", "merge"};
  const SlurmNumbers numbers = submit_to_slurm(jobs);
  CHECK(numbers.array == "42");
  const std::string calls = fake.calls();
  for (const char* option :
       {"--array=1-3\n", "--cpus-per-task=2\n", "--gres=gpu:1\n", "--partition=ci\n",
        "--requeue\n", "--dependency=afterany:42\n", "it's a class/slurm/element.sh\n"})
    CHECK_MESSAGE(contains(calls, option), option);
  ProcessRequest element{{"/bin/sh", (jobs.folder / "slurm/element.sh").string()}};
  element.environment = {{"SLURM_ARRAY_TASK_ID", "2"}};
  CHECK(run_process(element).output == "--part 2/3\n");
}

TEST_CASE("without sbatch, or if it refuses, nothing is said to be submitted") {
  const FakeSbatch fake("echo 'no such partition' >&2; exit 1");
  SlurmJobs jobs{fake.folder / "class", 1, 1, false, {}, {}, {"true"}, {"true"}};
  CHECK_THROWS_WITH_AS(submit_to_slurm(jobs), "sbatch refuses: no such partition",
                       UsageError);
  ::setenv("PATH", "/nowhere", 1);
  CHECK_THROWS_WITH_AS(submit_to_slurm(jobs),
                       doctest::Contains("There is no sbatch here"), UsageError);
}

TEST_CASE("a record counts for what it was made for, and a damaged one for nothing") {
  const GradedClass one({graded(5, {{"verdict", "passed"}})});
  const auto record = [&](const RecordKey& of) {
    return record_of(one.scratch.path(), one.manifest.students[0], of);
  };
  CHECK(record(one.key()).status == RecordStatus::graded);
  CHECK_FALSE(record(one.key()).of_another_grader);
  RecordKey file = one.key(), seed = file, executor = file, newer = file;
  file.submission = "other";
  seed.seed = 8;
  executor.on = "gpu";
  newer.grader = "newer";
  for (const RecordKey& other : {file, seed, executor})
    CHECK(record(other).status == RecordStatus::waiting);
  CHECK(record(newer).status == RecordStatus::graded);
  CHECK(record(newer).of_another_grader);
  const fs::path kept = one.scratch / "records" / ("0001-" + kLab1 + ".json");
  const std::string whole = read_file(kept);
  for (std::size_t length : {std::size_t{0}, whole.size() / 2, whole.size() - 3}) {
    write_file_atomic(kept, whole.substr(0, length));
    CHECK(record(one.key()).status == RecordStatus::waiting);
  }
}

TEST_CASE("a record's grader is the program and the files of the lab") {
  const GradedClass one({graded(5, {{"verdict", "passed"}})});
  Lab lab = one.lab.front();
  lab.folder = one.scratch / "lab";
  const auto grader = [&](const char* build) {
    return key_of(one.manifest, one.manifest.students[0], lab, build).grader;
  };
  const std::string first = grader("one");
  CHECK(grader("one") == first);
  CHECK(grader("other") != first);
  write(lab.scenarios(), "int x;\n");
  const std::string with_scenarios = grader("one");
  CHECK(with_scenarios != first);
  write(lab.folder / "README.md", "A sheet\n");
  CHECK(grader("one") == with_scenarios);
  write(lab.folder / "checks.cpp", "A check\n");
  CHECK(grader("one") != with_scenarios);
}

TEST_CASE("a new lab is no new grader") {
  const Scratch tree;
  write(tree / "grader/sim/a.cpp", "int x;\n");
  const std::string before = hash_of_grader(tree.path());
  write(tree / "labs/08_x/checks.cpp", "A check\n");
  write(tree / "grader/tests/class/a.cpp", "A test\n");
  CHECK(hash_of_grader(tree.path()) == before);
  write(tree / "grader/sim/a.cpp", "int y;\n");
  CHECK(hash_of_grader(tree.path()) != before);
  CHECK(hash_of_grader(GRIDLOCK_SOURCE_DIR) != before);
}

}  // namespace gridlock::test_class
