// Damaged frames, schedule strings, records, lab.toml files, archives and file names: the
// trusted side refuses them by the exception that it promises, and never breaks.
#include <archive.h>
#include <archive_entry.h>

#include "checker/lab/labs.h"
#include "checker/schedule_string.h"
#include "class/archive.h"
#include "class/names.h"
#include "class/records.h"
#include "protocol/conversation.h"
#include "protocol/frame.h"
#include "protocol/messages.h"
#include "tests/fuzz/mutate.h"
#include "tests/test.h"

namespace gridlock::test_targets {
namespace fs = std::filesystem;
using fuzz::feed;
using nlohmann::ordered_json;

constexpr std::size_t kQuick = 1'000, kDeep = 100'000;

template <class Message>
void decode(const Frame& frame) {
  try {
    decode_as<Message>(frame);
  } catch (const ProtocolError&) {
  }
}

/// Decodes a frame of a worker, whatever its contents.
void take_frame(const Frame& frame) {
  decode<Hello>(frame);
  decode<Outcome>(frame);
  decode<Finding>(frame);
  decode<ProgramResult>(frame);
  decode<Progress>(frame);
  decode<Summary>(frame);
  decode<Failure>(frame);
}

std::vector<std::string> frames() {
  Outcome outcome;
  outcome.outputs["out"] = {1, -2, 1ll << 40};
  Finding race{};
  race.accesses.resize(2);
  return {encode_frame(FrameType::outcome, outcome),
          encode_frame(FrameType::hello, Hello{}), encode_frame(FrameType::finding, race),
          encode_frame(FrameType::summary, Summary{}),
          encode_frame(FrameType::failure, Failure{})};
}

void damage_frames(std::size_t count) {
  feed("frames", frames(), count, [](const std::string& bytes) {
    FrameDecoder decoder;
    decoder.feed(bytes);
    try {
      while (const auto frame = decoder.next()) take_frame(*frame);
    } catch (const ProtocolError&) {
    }
    // The same bytes behind a valid header, which a hostile worker can compute.
    if (bytes.size() > kFrameHeaderBytes)
      take_frame({FrameType::outcome, bytes.substr(kFrameHeaderBytes)});
  });
}

std::vector<std::string> schedules() {
  ScheduleString one{
      "0f3a5c7e9b1d2f40", 3, CheckKind::ordering, "sum", {{"blocks", 4}}, {}, 7,
      "rr-0-0-1"};
  ScheduleString program = one;
  program.check = 0;
  program.scenario = "main";
  program.params.clear();
  return {format_schedule(one), format_schedule(program)};
}

void damage_schedules(std::size_t count) {
  feed("schedules", schedules(), count, [](const std::string& text) {
    try {
      const std::string again = format_schedule(parse_schedule(text));
      CHECK(format_schedule(parse_schedule(again)) == again);
    } catch (const BadScheduleString&) {
    }
    schedule_id(text);
  });
}

const StudentWork kWork{"0001", "student-01", "",
                        false,  {},           {{"01_last_block", {"hash", ""}}}};
const RecordKey kKey{"hash", "01_last_block", "sim", 7, "grader"};

void damage_records(std::size_t count) {
  const ScratchFolder folder("fuzz");
  fs::create_directories(folder.path() / "records");
  const fs::path file = folder.path() / "records/0001-01_last_block.json";
  Record record;
  record.status = RecordStatus::graded;
  record.score = 5;
  record.result = {{"checks", {{{"name", "a"}, {"verdict", "passed"}}}}};
  write_record(folder.path(), kWork, kKey, record);
  const Manifest manifest{{"01_last_block"}, 7, "sim", {kWork}};
  const std::vector<std::string> seeds{read_file(file), manifest_json(manifest).dump()};
  feed("records", seeds, count, [&](const std::string& text) {
    write_scratch_file(file, text);
    record_of(folder.path(), kWork, kKey);
    write_scratch_file(folder.path() / "manifest.json", text);
    try {
      read_manifest(folder.path());
    } catch (const UsageError&) {
    }
    try {
      record_from(ordered_json::parse(text));
    } catch (const nlohmann::json::exception&) {
    }
  });
}

void damage_labs(std::size_t count) {
  const ScratchFolder folder("fuzz");
  const fs::path lab = folder.path() / "labs/01_last_block";
  fs::create_directories(lab);
  const fs::path ours = fs::path(GRIDLOCK_SOURCE_DIR) / "labs/01_last_block";
  const std::vector<std::string> seeds{read_file(ours / "lab.toml"),
                                       read_file(ours / "sheet.toml")};
  feed("labs", seeds, count, [&](const std::string& text) {
    write_scratch_file(lab / "lab.toml", text);
    write_scratch_file(lab / "sheet.toml", text);
    try {
      find_labs(folder.path());
    } catch (const std::runtime_error& error) {
      CHECK(contains(std::string(error.what()), "01_last_block"));
    }
    try {
      read_promises(lab);
    } catch (const std::runtime_error&) {
    }
  });
}

std::string archive_of(int (*kind)(archive*), const char* name) {
  std::string bytes(1 << 16, '\0');
  std::size_t used = 0;
  archive* out = ::archive_write_new();
  kind(out);
  REQUIRE(::archive_write_open_memory(out, bytes.data(), bytes.size(), &used) ==
          ARCHIVE_OK);
  archive_entry* head = ::archive_entry_new();
  ::archive_entry_set_pathname(head, name);
  ::archive_entry_set_size(head, 4);
  ::archive_entry_set_perm(head, 0644);
  ::archive_entry_set_filetype(head, AE_IFREG);
  REQUIRE(::archive_write_header(out, head) == ARCHIVE_OK);
  ::archive_write_data(out, "text", 4);
  ::archive_entry_free(head);
  REQUIRE(::archive_write_free(out) == ARCHIVE_OK);
  bytes.resize(used);
  return bytes;
}

bool stays_inside(const fs::path& path) {
  return path.is_relative() && std::none_of(path.begin(), path.end(),
                                            [](const fs::path& p) { return p == ".."; });
}

void damage_archives(std::size_t count) {
  const std::vector<std::string> seeds{
      archive_of(::archive_write_set_format_zip, "student-01/last_block.cu"),
      archive_of(::archive_write_set_format_ustar, "student-01/last_block.cu"),
      archive_of(::archive_write_set_format_ustar, "../last_block.cu")};
  feed("archives", seeds, count, [](const std::string& bytes) {
    for (const HandedFile& file : read_archive_bytes(bytes).files)
      CHECK_MESSAGE(stays_inside(file.path), file.path);
  });
}

void damage_names(std::size_t count) {
  const std::vector<std::string> seeds{
      "student01_LATE_12345_67890_last_block-2.cu", "student01_12345_67890_last_block.cu",
      "Student 01_4711_assignsubmission_file_", "submission_98765", "student-01.tar.gz"};
  feed("names", seeds, count, [](const std::string& name) {
    const HandedName understood = understand(name);
    CHECK(understood.file.size() <= name.size());
    CHECK(without_attempt(name).size() <= name.size());
    CHECK(without_archive_ending(name).size() <= name.size());
  });
}

TEST_CASE("damaged frames are errors of the protocol") { damage_frames(kQuick); }
TEST_CASE("damaged schedule strings are no schedules") { damage_schedules(kQuick); }
TEST_CASE("damaged records count for nothing") { damage_records(kQuick); }
TEST_CASE("damaged lab.toml files are named") { damage_labs(kQuick); }
TEST_CASE("damaged archives lead nowhere") { damage_archives(kQuick); }
TEST_CASE("strange names are names") { damage_names(kQuick); }

TEST_SUITE("deep") {
  TEST_CASE("damaged frames, many") { damage_frames(kDeep); }
  TEST_CASE("damaged schedule strings, many") { damage_schedules(kDeep); }
  TEST_CASE("damaged records, many") { damage_records(kDeep); }
  TEST_CASE("damaged lab.toml files, many") { damage_labs(kDeep); }
  TEST_CASE("damaged archives, many") { damage_archives(kDeep); }
  TEST_CASE("strange names, many") { damage_names(kDeep); }
}

}  // namespace gridlock::test_targets
