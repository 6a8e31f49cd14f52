// gridlock class: takes in, grades and reports what many students handed in.
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "checker/worker_pool.h"
#include "class/lock.h"
#include "class/own_gpu.h"
#include "class/prepare.h"
#include "class/report.h"
#include "class/run_all.h"
#include "class/slurm.h"
#include "cli/command.h"
#include "cli/programs.h"
#include "common/files.h"
#include "common/hash.h"
#include "common/own_tree.h"
#include "common/processors.h"
#include "common/text.h"
#include "report/layout.h"

namespace gridlock {
namespace {

struct ClassOptions {
  std::string in;
  fs::path folder;
  std::vector<std::string> labs;
  std::string on = "sim";
  unsigned jobs = 0;  ///< 0 stands for one per processor; with Slurm, for one.
  std::string not_run = "scale";
  fs::path roster;
  std::string time_zone;
  bool dry_run = false;
  std::string smtp, from, subject;
  bool again = false;
  bool trust = false;
  std::string part;
  bool slurm = false;
  std::size_t chunk = 10;
  std::vector<std::string> sbatch;
};

std::vector<Lab> labs_named(const std::vector<std::string>& words,
                            const Environment& env) {
  const std::vector<Lab> all = find_labs(env.root);
  std::vector<Lab> labs;
  for (const std::string& word : words) labs.push_back(find_lab(all, word));
  return labs;
}

/// A name for the build that grades here; another build may judge differently.
std::string own_build(const std::string& on) {
  const WorkerPrograms workers = installed_workers();
  Hasher grader;
  grader.add(hash_of_grader(own_tree())).add(read_file(workers.sim));
  if (on != "sim") grader.add(read_file(workers.gpu));
  return fmt::format("gridlock {} {:.16}", GRIDLOCK_VERSION, grader.hex());
}

/// A row per file that is missing, was passed over or is unusual; "" if there is none.
std::string table_of_intake(const Manifest& manifest) {
  std::vector<std::vector<std::string>> rows{{"", "student", "lab", "taken", "remarks"}};
  for (const StudentWork& work : manifest.students) {
    const auto add = [&](const std::string& lab, const std::string& taken,
                         const std::string& remark) {
      rows.push_back(
          {work.id, one_line(work.student), lab, one_line(taken), one_line(remark)});
    };
    for (const auto& [lab, state] : work.labs) {
      const std::string taken = state.problem.empty() ? state.file : "-";
      if (!state.problem.empty()) add(lab, taken, state.problem);
      for (const std::string& remark : state.remarks) add(lab, taken, remark);
    }
    for (const std::string& name : work.superseded)
      add("", "", name + ": an earlier copy");
  }
  const Look never_cut{.columns = 10'000};
  return rows.size() == 1 ? "" : table(never_cut, 0, rows);
}

void print_roster(const Manifest& manifest, const Roster& roster) {
  std::vector<std::string> students;
  for (const StudentWork& work : manifest.students) students.push_back(work.student);
  for (const std::string& line : compare_with_roster(roster, students))
    fmt::print("{}\n", line);
}

/// Copies the roster of --roster into the class's folder, if it can be read.
void keep_roster(const ClassOptions& options) {
  if (options.roster.empty()) return;
  read_roster(options.roster);
  if (const fs::path kept = roster_path(options.folder);
      fs::absolute(options.roster) != fs::absolute(kept))
    write_file_atomic(kept, read_file(options.roster));
}

/// Prints what to look at before the points are given back.
void print_warnings(const std::vector<std::string>& warnings) {
  if (!warnings.empty()) fmt::print("Look at this first:\n");
  for (const std::string& warning : warnings) fmt::print("  {}\n", warning);
}

/// For example "CET (UTC+0100)".
std::string own_time_zone() {
  const std::time_t now = std::time(nullptr);
  return fmt::format("{:%Z (UTC%z)}", fmt::localtime(now));
}

int take_in(const ClassOptions& options, const Environment& env) {
  std::optional<Roster> roster;
  if (!options.roster.empty())
    roster = read_roster(options.roster);  // This throws before anything is written.
  const auto [manifest, lines, about_times] = prepare_class(
      options.in, labs_named(options.labs, env), options.on,
      not_run_from(options.not_run), fs::absolute(options.folder), options.time_zone);
  keep_roster(options);
  std::size_t missing = 0;
  for (const StudentWork& work : manifest.students)
    for (const auto& [lab, state] : work.labs) missing += !state.problem.empty();
  fmt::print("{}", table_of_intake(manifest));
  for (const std::string& line : lines) fmt::print("{}\n", line);
  fmt::print("{}, {}; {} of {} files are there.\n",
             counted(manifest.students.size(), "student", "students"),
             counted(manifest.labs.size(), "lab", "labs"),
             manifest.students.size() * manifest.labs.size() - missing,
             manifest.students.size() * manifest.labs.size());
  std::string late;
  for (const StudentWork& work : manifest.students)
    if (work.is_late) late += (late.empty() ? "" : ", ") + work.student;
  if (!late.empty()) fmt::print("Late, by the platform's mark: {}.\n", late);
  if (!about_times.empty() && !(roster && roster->has_times()))
    fmt::print("{}\n", about_times);
  if (options.time_zone.empty())
    fmt::print(
        "Times that name no zone, as in a zip or a worksheet, are taken for {}, the zone of "
        "this machine.  Another one: --time-zone Europe/Berlin.\n",
        own_time_zone());
  if (roster) {
    print_roster(manifest, *roster);
    print_warnings(doubts_about(*roster));
  }
  fmt::print("Next: ./gridlock class grade {}\n", shell_quoted(options.folder.string()));
  return 0;
}

int take_more(const ClassOptions& options, const Environment& env) {
  if (fs::exists(manifest_path(options.in)))
    throw UsageError(fmt::format(
        "\"{}\" is the folder of a class, not of submissions.  The class comes "
        "first: ./gridlock class add CLASS SUBMISSIONS",
        options.in));
  const Manifest before = read_manifest(options.folder);
  const Addition addition = add_to_class(options.in, labs_named(before.labs, env),
                                         fs::absolute(options.folder));
  for (const std::string& line : addition.lines) fmt::print("{}\n", line);
  fmt::print("New students: {}; new files: {}; nothing new: {}.\n", addition.new_students,
             addition.renewed, addition.unchanged);
  if (addition.has_changed)
    fmt::print("To undo this: mv {} {}\n",
               shell_quoted(manifest_before_add(options.folder).string()),
               shell_quoted(manifest_path(options.folder).string()));
  if (const fs::path roster = roster_path(options.folder); fs::exists(roster))
    print_roster(addition.manifest, read_roster(roster));
  fmt::print("Next: ./gridlock class resume {}\n", shell_quoted(options.folder.string()));
  return 0;
}

/// Shows the progress of grading: a line that changes on a terminal, else ten lines.
class ClassProgress {
 public:
  void show(std::size_t done, std::size_t all, std::size_t errors) {
    const double passed =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    const double left =
        passed / static_cast<double>(done) * static_cast<double>(all - done);
    const std::string rest = done == all ? ""
                             : left < 60
                                 ? ", less than a minute left"
                                 : fmt::format(", about {:.0f} min left", left / 60);
    const std::string line =
        fmt::format("{}/{} graded{}{}", done, all,
                    errors ? fmt::format(", {} to be graded again", errors) : "", rest);
    if (is_terminal_)
      fmt::print("\r\x1b[K{}{}", line, done == all ? "\n" : "");
    else if (done == all || done * 10 / all != (done - 1) * 10 / all)
      fmt::print("{}\n", line);
    std::fflush(stdout);
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  bool is_terminal_ = ::isatty(STDOUT_FILENO) == 1;
};

void need_a_box(const ClassOptions& options, const Environment& env) {
  const Box box = Box::strongest(env.root);
  if (!box.is_none() || options.trust) return;
  throw UsageError(fmt::format(
      "There is no box for strangers' code here: {}\nTo grade without one, with your own "
      "rights, add --trust-submissions.",
      box.why_not()));
}

/// Parses "2/7".
/// \throws UsageError
ClassPart part_from(const std::string& text) {
  if (text.empty()) return {};
  ClassPart part;
  char rest = 0;
  if (std::sscanf(text.c_str(), "%zu/%zu%c", &part.number, &part.of, &rest) != 2 ||
      part.number < 1 || part.number > part.of)
    throw UsageError(fmt::format("\"{}\" is no part: write 2/7.", text));
  return part;
}

int submit(const ClassOptions& options, const Environment& env) {
  constexpr std::size_t kElementsMax = 1000;  // Slurm's default of MaxArraySize.
  const std::size_t students = read_manifest(options.folder).students.size();
  SlurmJobs jobs;
  jobs.folder = fs::absolute(options.folder);
  jobs.parts = std::clamp((students + options.chunk - 1) / options.chunk, std::size_t{1},
                          kElementsMax);
  jobs.processors = std::max(1u, options.jobs);
  jobs.gpu = read_manifest(options.folder).on != "sim";
  jobs.options = options.sbatch;
  const std::string folder = jobs.folder.string();
  const ProcessRequest merge = own_process(env, {"class", "merge", folder});
  ProcessRequest grade = own_process(
      env, {"class", "grade", folder, "--jobs", std::to_string(jobs.processors)});
  for (const std::string& lab : options.labs)
    grade.argv.insert(grade.argv.end(), {"--lab", lab});
  if (options.again) grade.argv.push_back("--again");
  if (options.trust) grade.argv.push_back("--trust-submissions");
  grade.argv.push_back("--part");
  for (const auto& [name, value] : grade.environment)
    jobs.variables.push_back(name + "=" + value);
  jobs.grade = grade.argv;
  jobs.merge = merge.argv;
  const SlurmNumbers numbers = submit_to_slurm(jobs);
  fmt::print(
      "Job {} grades {} students in {} parts; job {} then writes merged.json.\n"
      "See how far it is: squeue -j {}\nNext: ./gridlock class report {}\n",
      numbers.array, students, jobs.parts, numbers.merge, numbers.array,
      shell_quoted(options.folder.string()));
  return 0;
}

/// \throws UsageError if --lab names a lab that the class does not have
void need_labs_of_class(const ClassOptions& options, const Environment& env) {
  const std::vector<std::string> known = read_manifest(options.folder).labs;
  for (const Lab& lab : labs_named(options.labs, env))
    if (std::ranges::find(known, lab.id) == known.end())
      throw UsageError(fmt::format("This class has no {}.  Its labs are {}.", lab.id,
                                   fmt::join(known, ", ")));
}

/// Prints how many records are of another build, or from before a change to a lab's
/// files, and the command that grades them again.
void print_other_graders(const ClassOptions& options, const Environment& env) {
  const Manifest manifest = read_manifest(options.folder);
  const std::string build = own_build(manifest.on);
  std::size_t records = 0;
  for (const Lab& lab : labs_named(manifest.labs, env))
    for (const StudentWork& work : manifest.students)
      records += record_of(options.folder, work, key_of(manifest, work, lab, build))
                     .of_another_grader;
  if (records == 0) return;
  fmt::print(
      "{} of another build of gridlock, or from before a lab's files changed.  They count; "
      "this build may judge differently.\nTo grade everything with it: ./gridlock class "
      "grade {} --again\n",
      counted(records, "record is", "records are"),
      shell_quoted(options.folder.string()));
}

ClassState read_state(const ClassOptions& options, const Environment& env) {
  const Manifest manifest = read_manifest(options.folder);
  return state_of(options.folder, manifest, labs_named(manifest.labs, env),
                  own_build(manifest.on));
}

int grade_all(const ClassOptions& options, const Environment& env) {
  need_labs_of_class(options, env);
  if (options.slurm) return submit(options, env);
  need_a_box(options, env);
  const Manifest manifest = read_manifest(options.folder);
  if (manifest.on != "sim") need_gpu_without_mps();
  const std::vector<Lab> labs = labs_named(manifest.labs, env);
  ClassProgress progress;
  ClassRun run{fs::absolute(options.folder),
               manifest,
               labs,
               {},
               options.again,
               part_from(options.part),
               options.jobs ? options.jobs : available_processors(),
               own_build(manifest.on),
               {},
               {}};
  for (const Lab& lab : labs_named(options.labs, env)) run.only.push_back(lab.id);
  run.own_process = [&](std::vector<std::string> arguments) {
    return own_process(env, std::move(arguments));
  };
  run.progress = [&](std::size_t done, std::size_t all, std::size_t errors) {
    progress.show(done, all, errors);
  };
  const std::size_t open = grade_class(run);
  const std::string folder = shell_quoted(options.folder.string());
  print_other_graders(options, env);
  try {
    print_warnings(warnings_of(read_state(options, env)));
  } catch (const UsageError& error) {  // Only `report` needs the tables to be right.
    print_warnings({error.what()});
  }
  if (open > 0)
    fmt::print(
        "{} are not graded, through no fault of the students.  See why: "
        "./gridlock class merge {}\n",
        open, folder);
  fmt::print("Next: ./gridlock class {} {}\n", open > 0 ? "resume" : "report", folder);
  return open > 0 ? 3 : 0;
}

int report_open(const ClassState& state) {
  const auto open = state.open();
  if (open.empty()) return 0;
  fmt::print("Not graded yet:\n");
  for (const std::string& one : open) fmt::print("  {}\n", one);
  return 3;
}

int merge_records(const ClassOptions& options, const Environment& env) {
  const ClassState state = read_state(options, env);
  const fs::path merged = options.folder / "merged.json";
  write_file_atomic(merged, merged_json(state).dump(1) + "\n");
  fmt::print("{}: {} of {} records, of {}.\n", merged.string(),
             state.rows.size() * state.labs.size() - state.open().size(),
             state.rows.size() * state.labs.size(),
             counted(state.rows.size(), "student", "students"));
  print_other_graders(options, env);
  return report_open(state);
}

/// Removes the pages of students who are no longer in the class, as after an undone
/// `add`.
void remove_strangers(const ClassState& state, const fs::path& folder) {
  std::set<std::string> ids;
  for (const StudentRow& row : state.rows) ids.insert(row.work.id);
  for (const char* ending : {".html", ".json"})
    for (const fs::path& file : files_ending(ending, folder))
      if (!ids.contains(file.stem().string())) fs::remove(file);
}

/// Prints which records are open, and the warnings.
/// \returns the exit code
int report_end(const ClassState& state) {
  const int exit_code = report_open(state);
  print_warnings(warnings_of(state));
  return exit_code;
}

/// Writes all files of a report into `out`, and removes those that do not belong to it
/// any more.
/// \returns the exit code
int write_report_of(const ClassState& state, const fs::path& out) {
  for (const char* part : {"students", "gradescope", "classroom50"}) {
    fs::create_directories(out / part);
    remove_strangers(state, out / part);
  }
  for (const char* gradebook : {"canvas.csv", "moodle.csv"}) fs::remove(out / gradebook);
  // Excel takes a table for UTF-8 only with this mark.  Canvas does not know the mark.
  write_file_atomic(out / "grades.csv", "\xEF\xBB\xBF" + grades_csv(state));
  write_file_atomic(out / "junit.xml", class_junit(state));
  write_file_atomic(out / "index.html", class_page(state, true));
  write_file_atomic(out / "anonymous.html", class_page(state, false));
  for (const StudentRow& row : state.rows) {
    const std::string& id = row.work.id;
    write_file_atomic(out / "students" / (id + ".html"), student_page(state, row));
    write_file_atomic(out / "gradescope" / (id + ".json"),
                      gradescope_json(state, row).dump(1) + "\n");
    write_file_atomic(out / "classroom50" / (id + ".json"),
                      classroom_json(state, row).dump(1) + "\n");
  }
  fmt::print("{}\n", (out / "grades.csv").string());
  fmt::print("{}\n", (out / "index.html").string());
  if (!state.roster) return report_end(state);
  const bool is_canvas = state.roster->kind == Roster::Kind::canvas;
  const fs::path gradebook = out / (is_canvas ? "canvas.csv" : "moodle.csv");
  write_file_atomic(gradebook, gradebook_csv(state));
  fmt::print("{}\n", gradebook.string());
  print_roster(state.manifest, *state.roster);
  return report_end(state);
}

/// Reports the whole class, or each lab that --lab names, in a folder of its own.
int write_report(const ClassOptions& options, const Environment& env) {
  need_labs_of_class(options, env);
  keep_roster(options);
  print_other_graders(options, env);
  ClassState state = read_state(options, env);
  state.player = read_file(own_tree() / "grader/player/player.js");
  const fs::path out = options.folder / "report";
  if (options.labs.empty()) return write_report_of(state, out);
  int exit_code = 0;
  const std::vector<Lab> wanted = labs_named(options.labs, env);
  for (std::size_t i = 0; i < state.labs.size(); ++i) {
    const std::string& id = state.labs[i].id;
    if (std::ranges::find(wanted, id, &Lab::id) != wanted.end())
      exit_code = std::max(exit_code, write_report_of(state_of_lab(state, i), out / id));
  }
  return exit_code;
}

int show_status(const ClassOptions& options, const Environment& env) {
  const ClassState state = read_state(options, env);
  const std::string folder = shell_quoted(options.folder.string());
  const std::size_t open = state.open().size();
  fmt::print("{}, {}: {} of {} graded.\n",
             counted(state.rows.size(), "student", "students"),
             counted(state.labs.size(), "lab", "labs"),
             state.rows.size() * state.labs.size() - open,
             state.rows.size() * state.labs.size());
  print_other_graders(options, env);
  if (state.roster) print_roster(state.manifest, *state.roster);
  print_warnings(warnings_of(state));
  for (const StudentRow& row : state.rows)
    for (const std::string& note : notes_of(state, row))
      fmt::print("  {}  {}: {}\n", row.work.id, row.work.student, note);
  std::error_code error;
  if (is_locked(options.folder))
    fmt::print("Another process works on this class at the moment, as `grade` does.\n");
  else if (open > 0)
    fmt::print("Next: ./gridlock class resume {}\n", folder);
  else if (!fs::exists(options.folder / "report/grades.csv", error))
    fmt::print("Next: ./gridlock class report {}\n", folder);
  else
    fmt::print(
        "Nothing is left to grade.  After a change to overrides.csv, course.toml or "
        "roster.csv: ./gridlock class report {}\n",
        folder);
  return open > 0 ? 3 : 0;
}

/// The student's entry in the table of addresses: by the name in the class, else by the
/// id or the name in the gradebook.  Null if there is none.
const Person* person_in(const Roster& addresses, const StudentRow& row) {
  std::vector<std::string> names{row.work.student};
  if (row.person) names.insert(names.end(), {row.person->id, row.person->name});
  for (const std::string& name : names)
    if (const Person* found = name.empty() ? nullptr : addresses.find(name)) return found;
  return nullptr;
}

/// The points of each lab, as a message says them.
std::string text_of_message(const ClassState& state, const StudentRow& row) {
  std::string text;
  for (std::size_t i = 0; i < state.labs.size(); ++i) {
    std::string more;
    if (row.days_late[i] > 0 && state.course.late_per_day > 0 && !row.fixed[i])
      more = fmt::format(", {} late",
                         counted(static_cast<unsigned>(row.days_late[i]), "day", "days"));
    if (row.dropped.contains(i)) more += ", which do not count, as your lowest";
    text += fmt::format("Lab {}, {}: {} of {} points{}\n", state.labs[i].number,
                        state.labs[i].title, points_text(*row.points(i)),
                        state.labs[i].points, more);
  }
  if (state.labs.size() > 1)
    text += fmt::format("All labs: {} of {} points\n", points_text(*row.total()),
                        state.points());
  return text + "\nThe attached page says what for.  It opens in a browser.\n";
}

/// Writes the page of each student with a known address and no open records into the
/// folder, and makes a message with it.  Prints the names of the other students.
nlohmann::ordered_json messages_for(const ClassState& state, const Roster& addresses,
                                    const fs::path& pages) {
  nlohmann::ordered_json messages = nlohmann::ordered_json::array();
  std::string without_address, not_graded;
  for (const StudentRow& row : state.rows) {
    const Person* const person = person_in(addresses, row);
    const bool has_address = person && !person->email.empty();
    if (!has_address || !row.total()) {
      std::string& list = has_address ? not_graded : without_address;
      list += (list.empty() ? "" : ", ") + row.work.student;
      continue;
    }
    const fs::path page = pages / (row.work.id + ".html");
    write_file_atomic(page, student_page(state, row));
    messages.push_back({{"name", row.person ? row.spoken_name() : person->name},
                        {"to", person->email},
                        {"text", text_of_message(state, row)},
                        {"page", fs::absolute(page).string()}});
  }
  if (!without_address.empty())
    fmt::print("No address in the roster: {}.\n", without_address);
  if (!not_graded.empty()) fmt::print("Not graded yet: {}.\n", not_graded);
  return messages;
}

/// Sends each student's page, or writes the messages to a file.  Only DIR/send changes.
int send_pages(const ClassOptions& options, const Environment& env) {
  if (options.smtp.empty() != options.dry_run)
    throw UsageError(
        "Say --dry-run, to look at the messages first, or --smtp HOST:PORT, to send them.");
  if (!options.dry_run && options.from.empty())
    throw UsageError("Say whom the students may answer: --from ADDRESS.");
  ClassState state = read_state(options, env);
  state.player = read_file(own_tree() / "grader/player/player.js");
  if (options.roster.empty() && !state.roster)
    throw UsageError("The addresses are in a roster: add --roster FILE.");
  const Roster addresses =
      options.roster.empty() ? *state.roster : read_roster(options.roster);
  const fs::path out = options.folder / "send";
  fs::create_directories(out / "pages");
  const nlohmann::ordered_json batch{
      {"from", options.from.empty() ? "course@localhost" : options.from},
      {"subject",
       options.subject.empty() ? "Your points: " + titles_of(state) : options.subject},
      {"messages", messages_for(state, addresses, out / "pages")}};
  write_file_atomic(out / "messages.json", batch.dump(1) + "\n");
  ProcessRequest request{
      {"python3", (own_tree() / "grader/class/send.py").string(), out.string()}};
  if (!options.dry_run) request.argv.insert(request.argv.end(), {"--smtp", options.smtp});
  request.wall_limit = std::chrono::hours(1);
  const ProcessResult result = run_process(request);
  fmt::print("{}", result.output);
  if (!result.ok()) throw UsageError(std::string(trim(result.errors)));
  return 0;
}

using ClassStep = int (*)(const ClassOptions&, const Environment&);

void add_grading_options(CLI::App* sub, const std::shared_ptr<ClassOptions>& options) {
  add_option(*sub, "--jobs N", options->jobs,
             "Submissions at once (default: one per processor)")
      ->check(CLI::Range(1, 256));
  add_option(*sub, "--lab LAB", options->labs, "Only this lab");
  sub->add_flag("--again", options->again, "Grade again what is already graded");
  sub->add_flag("--trust-submissions", options->trust,
                "Grade even without any isolation (tier D)");
  CLI::Option* part =
      add_option(*sub, "--part K/N", options->part, "Only part K of N of the students");
  CLI::Option* slurm =
      sub->add_flag("--slurm", options->slurm, "Grade on a Slurm cluster")
          ->excludes(part);
  add_option(*sub, "--chunk N", options->chunk, "Students per Slurm job (default 10)")
      ->check(CLI::Range(1, 100'000))
      ->needs(slurm);
  add_option(*sub, "--sbatch OPTION", options->sbatch,
             "An option for sbatch; may be repeated")
      ->needs(slurm);
}

void add_preparing_options(CLI::App* first,
                           const std::shared_ptr<ClassOptions>& options) {
  first->add_option("--on", options->on, "Where to run (default: sim)")
      ->check(CLI::IsMember({"sim", "gpu", "all"}));
  first
      ->add_option("--not-run", options->not_run,
                   "How to score checks that could not run: scale the others (default), "
                   "lose or give their points")
      ->check(CLI::IsMember({"scale", "lose", "give"}));
  add_option(*first, "--time-zone ZONE", options->time_zone,
             "The zone of the times in a zip or a worksheet, as Europe/Berlin "
             "(default: this machine's)");
}

void add_sending_options(CLI::App* send, const std::shared_ptr<ClassOptions>& options) {
  send->add_flag("--dry-run", options->dry_run,
                 "Send nothing: write DIR/send/messages.mbox, which mail programs open");
  add_option(*send, "--smtp HOST[:PORT]", options->smtp, "The mail server");
  add_option(*send, "--from ADDRESS", options->from, "The sender's address");
  add_option(*send, "--subject TEXT", options->subject,
             "The subject (default: the labs)");
}

}  // namespace

void add_class(CLI::App& app, const Environment& environment, int& exit_code) {
  CLI::App* command = add_of_all(app, "class");
  command->require_subcommand(1);
  const auto options = std::make_shared<ClassOptions>();
  const auto add = [&](const char* name, const char* what, ClassStep step) {
    CLI::App* sub = command->add_subcommand(name, what);
    sub->callback(
        [=, &environment, &exit_code] { exit_code = step(*options, environment); });
    return sub;
  };
  const auto add_folder = [&](CLI::App* sub) {
    add_option(*sub, "DIR", options->folder, "The class's folder")->required();
  };
  CLI::App* first = add("prepare", "Freeze a folder or archive of submissions", take_in);
  add_option(*first, "IN", options->in, "A folder or archive: one entry per student")
      ->required();
  add_option(*first, "--lab LAB", options->labs, "A lab that was handed in")->required();
  add_option(*first, "--out DIR", options->folder, "The class's folder, a new one")
      ->required();
  add_preparing_options(first, options);
  const auto add_roster = [&](CLI::App* sub, const char* what) {
    add_option(*sub, "--roster FILE", options->roster,
               fmt::format("{}: a table id, name, email, group, or the gradebook "
                           "that Canvas or Moodle exports",
                           what));
  };
  add_roster(first, "The people of the class");
  CLI::App* more =
      add("add", "Add late copies and new students to a prepared class", take_more);
  add_folder(more);
  add_option(*more, "IN", options->in, "A folder or archive: one entry per student")
      ->required();
  for (CLI::App* sub :
       {add("grade", "Grade what is not graded yet", grade_all),
        add("resume", "The same, after an interruption or a fault", grade_all)}) {
    add_folder(sub);
    add_grading_options(sub, options);
  }
  add_folder(add("merge", "Write all records into DIR/merged.json", merge_records));
  CLI::App* report = add(
      "report", "Write DIR/report: grades.csv, pages, platforms' files", write_report);
  add_folder(report);
  add_roster(report, "The people of the class");
  add_option(*report, "--lab LAB", options->labs,
             "Only this lab, into DIR/report/LAB; may be repeated");
  add_folder(add("status", "Say what is left to do, and why", show_status));
  CLI::App* send = add("send", "Send each student the own page", send_pages);
  add_folder(send);
  add_roster(send, "The addresses, if the class's roster has none");
  add_sending_options(send, options);
}

}  // namespace gridlock
