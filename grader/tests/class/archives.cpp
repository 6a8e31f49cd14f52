// Archives of other programs: names in every encoding, and damage.
#include "class/archive.h"
#include "tests/class/submissions.h"

namespace gridlock::test_archives {

std::string number(std::uint32_t value, int bytes) {
  std::string text;
  for (int i = 0; i < bytes; ++i, value >>= 8) text += static_cast<char>(value & 0xFF);
  return text;
}

std::uint32_t crc32_of(std::string_view text) {
  std::uint32_t crc = ~0u;
  for (const char byte : text) {
    crc ^= static_cast<unsigned char>(byte);
    for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320u : 0u);
  }
  return ~crc;
}

constexpr unsigned kUtf8Flag = 0x800;

struct RawEntry {
  std::string name, text;
  unsigned flags = 0;
  bool is_damaged = false;
};

/// A zip file whose names are written as given, without libarchive's conversions.
std::string raw_zip(const std::vector<RawEntry>& entries) {
  std::string files, directory;
  for (const RawEntry& entry : entries) {
    const auto size = static_cast<std::uint32_t>(entry.text.size());
    const std::string head =
        number(20, 2) + number(entry.flags, 2) + number(0, 2) + number(0x50006000, 4) +
        number(crc32_of(entry.text) + entry.is_damaged, 4) + number(size, 4) +
        number(size, 4) + number(static_cast<std::uint32_t>(entry.name.size()), 2) +
        number(0, 2);
    directory += "PK\1\2" + number(20, 2) + head + number(0, 10) +
                 number(static_cast<std::uint32_t>(files.size()), 4) + entry.name;
    files += "PK\3\4" + head + entry.name + entry.text;
  }
  const auto count = static_cast<std::uint32_t>(entries.size());
  return files + directory + "PK\5\6" + number(0, 4) + number(count, 2) +
         number(count, 2) + number(static_cast<std::uint32_t>(directory.size()), 4) +
         number(static_cast<std::uint32_t>(files.size()), 4) + number(0, 2);
}

std::vector<std::string> paths_in(const HandedFiles& all) {
  CHECK(all.problem == "");
  std::vector<std::string> paths;
  for (const HandedFile& file : all.files) {
    CHECK_MESSAGE(file.bytes == "text", file.path << ": " << file.problem);
    paths.push_back(file.path);
  }
  return paths;
}

using Paths = std::vector<std::string>;

TEST_CASE("a name has its umlauts, whether the zip says that it is UTF-8 or not") {
  const std::string composed = "M\u00FCller", decomposed = "Mu\u0308ller";
  CHECK(paths_in(read_archive_bytes(
            raw_zip({{composed + "/a", "text", kUtf8Flag},  // Python's zipfile
                     {composed + "/b", "text"},             // Info-ZIP on Linux
                     {"M\x81ller/c", "text"},               // Windows
                     {"Gr\x94\xE1"
                      "e\xFF/d",
                      "text"},                                // its last byte is a blank
                     {decomposed + "/e", "text", kUtf8Flag},  // composed by libarchive
                     {decomposed + "/f", "text"},             // macOS
                     {"\u5B66\u751F/g", "text", kUtf8Flag}}))) ==
        Paths{composed + "/a", composed + "/b", composed + "/c",
              "Gr\u00F6\u00DFe\u00A0/d", composed + "/e", composed + "/f",
              "\u5B66\u751F/g"});
}

TEST_CASE("a name has its umlauts in a tar and in a 7z, too") {
  const Scratch folder;
  for (const char* name : {"a.tar", "a.zip", "a.7z"}) {
    CAPTURE(name);
    const fs::path path = folder / name;
    write_archive(path, {{"./M\u00FCller/a", "text"}, {"\u5B66/b", "text"}});
    CHECK(paths_in(read_archive(path)) == Paths{"M\u00FCller/a", "\u5B66/b"});
  }
}

TEST_CASE("the locale of the program is the same after an archive as before") {
  const locale_t before = ::uselocale(nullptr);
  read_archive_bytes(raw_zip({{"M\u00FCller", "text", kUtf8Flag}}));
  CHECK(::uselocale(nullptr) == before);
}

TEST_CASE("an entry that is damaged or has no name costs nobody else a file") {
  const HandedFiles all =
      read_archive_bytes(raw_zip({{"student-01/a", "text"},
                                  {"student-02/a", "text", 0, true},
                                  {"student-03\xFF/a", "text", kUtf8Flag},
                                  {"student-04/a", "text"}}));
  CHECK(all.problem == "");
  REQUIRE(all.files.size() == 4);
  CHECK(all.files[0].bytes == "text");
  CHECK(all.files[1].path == "student-02/a");
  CHECK(all.files[1].bytes == "");
  CHECK(all.files[1].problem.find("It is damaged: ZIP bad CRC") == 0);
  CHECK(all.files[2].path == "entry 3 of the archive");
  CHECK(all.files[2].problem == "Its name cannot be read.");
  CHECK(all.files[3].bytes == "text");
}

TEST_CASE("in every locale, prepare takes the same students from the same zip") {
  const Scratch folder;
  const fs::path in = folder / "in.zip";
  const std::string inside = raw_zip({{"L\u00F6sung/last_block.cu", "4", kUtf8Flag}});
  write(in, raw_zip({{"M\u00FCller_1/last_block.cu", "1", kUtf8Flag},
                     {"M\u00FCller_2/last_block.cu", "2"},
                     {"M\x81ller_3/last_block.cu", "3"},
                     {"M\u00FCller_4.zip", inside, kUtf8Flag},
                     {"M\u00FCller_5/last_block.cu", "5", kUtf8Flag, true},
                     {"M\u00FCller_6\xFF/last_block.cu", "6", kUtf8Flag}}));
  for (const char* locale : {"C", "C.UTF-8", "xx_XX.UTF-8"}) {
    CAPTURE(locale);
    const fs::path out = folder / locale;
    ProcessRequest request = own(prepare_lab1(in, out));
    request.environment.emplace_back("LC_ALL", locale);
    const ProcessResult done = run_process(request);
    CHECK_MESSAGE(done.exit_code == 0, done.errors);
    CHECK(contains(done.output, "6 students, 1 lab; 4 of 6 files are there."));
    for (const std::string n : {"1", "2", "3", "4"})
      CHECK(text_of(out, "M\u00FCller_" + n, labs({"1"})[0]) == n);
    const Manifest manifest = read_manifest(out);
    CHECK(contains(student(manifest, "M\u00FCller_5").labs.at(kLab1).problem, "damaged"));
    CHECK(student(manifest, "entry 6 of the archive").labs.at(kLab1).problem ==
          "There is no file last_block.cu.  entry 6 of the archive: Its name cannot be "
          "read.");
  }
}

TEST_CASE("two people with one name in two forms stay two, or prepare asks") {
  const std::string composed = "Ju\u0308rgen", other = "J\u00FCrgen";
  const ScratchFolder folder("class");
  for (const auto& [name, text] : {std::pair{composed, "1"}, {other, "2"}}) {
    fs::create_directories(folder.path() / "in" / name);
    write(folder.path() / "in" / name / "last_block.cu", text);
  }
  const fs::path out = folder.path() / "out";
  const ProcessResult done = run_process(own(
      {"prepare", (folder.path() / "in").string(), "--lab", "1", "--out", out.string()}));
  CHECK_MESSAGE(done.exit_code == 0, done.errors);
  CHECK(contains(done.output, "2 students, 1 lab; 2 of 2 files are there."));
  CHECK(contains(done.output,
                 "They are taken for two people's: J\u00FCrgen and "
                 "J\u00FCrgen (2)."));
  const Manifest manifest = read_manifest(out);
  const Lab lab = labs({"1"})[0];
  CHECK(read_file(work_path(out, student(manifest, other), lab)) !=
        read_file(work_path(out, student(manifest, other + " (2)"), lab)));

  for (const std::string around : {"", "class/"}) {
    const fs::path zip = folder.path() / "in.zip";
    write(zip, raw_zip({{around + composed + "/last_block.cu", "1", kUtf8Flag},
                        {around + other + "/last_block.cu", "2", kUtf8Flag}}));
    const ProcessResult asked =
        run_process(own({"prepare", zip.string(), "--lab", "1", "--out",
                         (folder.path() / "no").string()}));
    CHECK(asked.exit_code == 2);
    CHECK(contains(asked.errors,
                   "has two entries J\u00FCrgen, whose names are written "
                   "with different characters.  Are these two people?"));
    CHECK(name_in_several_forms(zip) == other);
  }
  write(folder.path() / "one.zip",
        raw_zip({{composed + "/a", "1"}, {composed + "/b", ""}}));
  CHECK(name_in_several_forms(folder.path() / "one.zip") == "");
}

}  // namespace gridlock::test_archives
