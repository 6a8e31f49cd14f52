// The choice of the file that counts, and the remarks about the others.
#include "class/choose_file.h"

#include "checker/lab/skeleton.h"
#include "tests/class/submissions.h"

namespace gridlock::test_choice {

/// The path of lab 1's file, or else the problem; then the remarks, each after "|".
std::string chosen(const std::vector<HandedFile>& files) {
  const Choice choice = choose_file(files, labs({"1"})[0]);
  std::string text = choice.file ? choice.file->path : choice.problem;
  for (const std::string& remark : choice.remarks) text += "|" + remark;
  return text;
}

TEST_CASE("of several files one counts, and each other one has its reason") {
  const std::string own = "labs/01_last_block/last_block.cu";
  CHECK(chosen({{"last_block.cu", "a"}}) == "last_block.cu");
  CHECK(chosen({{"x/last_block.cu", "a", "", 9}, {own, "b", "", 1}}) ==
        own + "|x/last_block.cu: it does not lie in the lab's own folder");
  CHECK(chosen({{"last_block.cu", "a", "", 1}, {"x/y/last_block (1).cu", "b", "", 2}}) ==
        "x/y/last_block (1).cu|last_block.cu: it is older");
  CHECK(chosen({{"y/last_block.cu", "a"}, {"b.cu", "b"}, {"x/last_block.cu", "c"}}) ==
        "x/last_block.cu|y/last_block.cu: it comes later in the order of paths");
  CHECK(chosen({{"x/last_block.cu", "a"}, {"Last_Block.cu", "b"}}) ==
        "Last_Block.cu|x/last_block.cu: it lies in a deeper folder");
  CHECK(chosen({{"x/last_block.cu", "a"}, {"last_block.cu", "a"}}) ==
        "last_block.cu|x/last_block.cu: it is the same");
  CHECK(chosen({{own, "a", "", 0, 1}, {"last_block.cu", "b", "", 0, 2}}) ==
        "last_block.cu|" + own + ": it was handed in earlier");
  // A file in handed_out/ is not the student's work, and a Mac's ._ file is no code.
  CHECK(chosen({{own, "a"}, {"labs/01_last_block/handed_out/last_block.cu", "b"}}) ==
        own);
  CHECK(chosen({{"._last_block.cu", "a"}, {"b.cu", "b"}}) ==
        "There is no file last_block.cu; there is b.cu.");
}

TEST_CASE("an old copy never counts, and the instructor is told where it is") {
  for (const std::string copy :
       {"backup/last_block.cu", "Old/last_block.cu", "__MACOSX/last_block.cu",
        "BACKUP/labs/01_last_block/last_block.cu", "last_block.cu~",
        "last_block.cu.bak"}) {
    const std::string advice =
        "Old copies are not graded: " + copy +
        ".|if an old copy is meant, put it as last_block.cu into a folder with the "
        "student's name, and `class add` the folder that holds that one";
    CHECK(chosen({{copy, "a", "", 9}, {"x/y/last_block.cu", "b"}}) ==
          "x/y/last_block.cu|" + copy + ": it is an old copy");
    CHECK(chosen({{copy, "a"}}) == advice);
    CHECK(chosen({{copy, "a"}, {"last_block.cu", "", "It is a link."}}) ==
          "It is a link.  " + advice);
    CHECK(chosen({{copy, "a"}, {"last_block.cu"}}) ==
          "last_block.cu|last_block.cu: taken, although it is empty|" + copy +
              ": it is an old copy");
  }
  CHECK(chosen({{"older/last_block.cu", "a"}}) == "older/last_block.cu");
}

TEST_CASE("skeletons and empty files count if there is no other") {
  const std::string skeleton = original_skeleton(labs({"1"})[0]);
  REQUIRE(!skeleton.empty());
  const std::string own = "labs/01_last_block/last_block.cu";
  CHECK(chosen({{own, skeleton}, {"last_block.cu", "b"}}) ==
        "last_block.cu|" + own + ": it is the unchanged skeleton");
  CHECK(chosen({{own, skeleton}}) == own);
  CHECK(chosen({{own, ""}}) == own + "|" + own + ": taken, although it is empty");
  CHECK(chosen({{own, "", "It is a link."}, {"last_block.cu.txt", "b"}}) ==
        "last_block.cu.txt|last_block.cu.txt: taken, although its name is not the lab's "
        "own|" +
            own + ": It is a link.");
  CHECK(chosen({{own, "", "It is a link."}}) == "It is a link.");
  CHECK(chosen({{own, std::string(1 << 21, 'a')}}) ==
        "last_block.cu is larger than 1 MiB.");
}

TEST_CASE("a renamed file counts if there is none with the lab's name") {
  for (const char* name : {"last_block.cu.txt", "Last_Block.cu (1).txt",
                           "last_block - Copy.cu", "last_block_final.CU"}) {
    CHECK(chosen({{name, "a"}}) == std::string(name) + "|" + name +
                                       ": taken, although its name is not the lab's own");
    CHECK(chosen({{name, "a", "", 9}, {"x/last_block.cu", "b"}}) ==
          std::string("x/last_block.cu|") + name + ": its name is not the lab's own");
  }
  for (const char* name : {"last_block.txt", "last_blocks.cu", "my_last_block.cu.txt"})
    CHECK(contains(chosen({{name, "a"}}), "There is no file last_block.cu"));
}

TEST_CASE("if no file fits, what there is is told") {
  CHECK(chosen({}) == "There is no file last_block.cu, nor any other one.");
  CHECK(chosen({{"x/"}}) == "There is no file last_block.cu, nor any other one.");
  CHECK(chosen({{"a.pdf", "a"}}) == "There is no file last_block.cu.");
  CHECK(chosen({{"x/a.cu", "a"}, {"b.cu", "b"}, {"c.zip", "", "It is damaged."}}) ==
        "There is no file last_block.cu; there is a.cu, b.cu.  c.zip: It is damaged.");
}

TEST_CASE("prepare tells in a table what it took and what it passed over") {
  const Scratch folder;
  const fs::path in = folder / "in";
  write(in / "student-01" / "last_block.cu", "one");
  write(in / "student-02" / "labs" / kLab1 / "last_block.cu", "two");
  write(in / "student-02" / "backup" / "last_block.cu", "old");
  write(in / "student-02" / "work.zip", "no archive");
  write(in / "student-03" / "last_block.cu.txt", "three");
  fs::create_directories(in / "student-04");
  write(in / "student-05" / "notes.txt", "five");
  const fs::path out = folder / "out";
  const ProcessResult done =
      run_process(own({"prepare", in.string(), "--lab", "1", "--out", out.string()}));
  CHECK_MESSAGE(done.exit_code == 0, done.errors);
  CHECK(contains(
      done.output,
      "      student     lab            taken                             remarks\n"
      "0002  student-02  01_last_block  labs/01_last_block/last_block.cu  "
      "backup/last_block.cu: it is an old copy\n"
      "0003  student-03  01_last_block  last_block.cu.txt                 "
      "last_block.cu.txt: taken, although its name is not the lab's own\n"
      "0004  student-04  01_last_block  -                                 "
      "There is no file last_block.cu, nor any other one.\n"
      "0005  student-05  01_last_block  -                                 "
      "There is no file last_block.cu.\n"
      "5 students, 1 lab; 3 of 5 files are there.\n"));
  const Manifest manifest = read_manifest(out);
  CHECK(student(manifest, "student-01").labs.at(kLab1).file == "last_block.cu");
  CHECK(student(manifest, "student-02").labs.at(kLab1).remarks.size() == 1);
  // `add` chooses in the same way.
  const fs::path late = folder / "late";
  write(late / "student-03" / "backup" / "last_block.cu", "new");
  write(late / "student-06" / "last_block.cu.txt", "six");
  CHECK(
      add_to_class(late, labs({"1"}), out).lines ==
      std::vector<std::string>{
          "0003  student-03: nothing new; 01_last_block stays: Old copies are not graded: "
          "backup/last_block.cu.; 01_last_block: if an old copy is meant, put it as "
          "last_block.cu into a folder with the student's name, and `class add` the folder "
          "that holds that one",
          "0006  student-06: new; 01_last_block: last_block.cu.txt: taken, although its "
          "name is not the lab's own"});
}

TEST_CASE("of two files in an archive or a folder, the newer counts") {
  const Scratch folder;
  const auto lab = labs({"1"});
  const fs::path zip = folder / "in.zip", in = folder / "in";
  const std::time_t day = 24 * 60 * 60, year_2020 = 50 * 365 * day;
  write_archive(zip, {{"student-01/x/last_block.cu", "new", "", year_2020 + day},
                      {"student-01/last_block.cu", "old", "", year_2020}});
  write(in / "student-01" / "x" / "last_block.cu", "new");
  write(in / "student-01" / "last_block.cu", "old");
  fs::last_write_time(in / "student-01" / "last_block.cu",
                      fs::file_time_type::clock::now() - std::chrono::hours(24));
  for (const fs::path& from : {zip, in}) {
    const fs::path out = folder / ("of_" + from.filename().string());
    prepare(from, lab, out);
    CHECK(text_of(out, "student-01", lab[0]) == "new");
  }
}

}  // namespace gridlock::test_choice
