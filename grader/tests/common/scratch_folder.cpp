#include "tests/test.h"

namespace gridlock::test_scratch_folder {
/// TMPDIR has another value, or none, for as long as this lives.
struct Named {
  explicit Named(const char* value) : before(::getenv("TMPDIR")) {
    if (before) kept = before;
    value ? ::setenv("TMPDIR", value, 1) : ::unsetenv("TMPDIR");
  }
  ~Named() { before ? ::setenv("TMPDIR", kept.c_str(), 1) : ::unsetenv("TMPDIR"); }
  const char* before;
  std::string kept;
};

TEST_CASE("temporary files are made in TMPDIR, or elsewhere if that is impossible") {
  const ScratchFolder named("named");
  {
    const Named variable(named.path().c_str());
    CHECK(ScratchFolder("inside").path().parent_path() == named.path());
  }
  // Nothing has room in /proc, though root may write to it.
  CHECK_FALSE(has_room("/proc", 1));
  const std::string file = named.path() / "file", missing = named.path() / "missing";
  write_scratch_file(file, "");
  for (const char* value : {static_cast<const char*>(nullptr), "", ".", file.c_str(),
                            missing.c_str(), "/proc"}) {
    CAPTURE(value);
    const Named variable(value);
    const ScratchFolder other("other");
    CHECK(std::filesystem::is_directory(other.path()));
    CHECK((other.path().parent_path() == "/tmp" ||
           other.path().parent_path() == "/var/tmp"));
  }
}

}  // namespace gridlock::test_scratch_folder
