// The choice of the state folder if the build folder is read-only.
#include "tests/fixture_runs.h"
#include "tests/test.h"

namespace gridlock::test_state_folder {
namespace fs = std::filesystem;

const uid_t kSomebodyElse = ::geteuid() + 1;

/// An environment of one test: a build folder that cannot be made, and a folder for each
/// of the variables.
struct Place {
  fs::path root;
  std::string temporary_name = "gridlock-" + std::to_string(::geteuid());

  explicit Place(const std::string& name) : root(fixture_folder() / name) {
    fs::remove_all(root);
    fs::create_directories(root / "tmp");
    fs::create_directories(root / "home");
    write_file_atomic(root / "file", "");
  }
  ~Place() { fs::remove_all(root); }
  Place(const Place&) = delete;
  Place& operator=(const Place&) = delete;

  fs::path temporary() const { return root / "tmp" / temporary_name; }
  fs::path second() const { return root / "tmp" / (temporary_name + "-2"); }

  /// Checks lab 90, which notes its progress.
  FixtureRun check(const std::string& home, const std::string& cache = "") const {
    return run_fixture({"check", "90"},
                       {{"GRIDLOCK_BUILD_DIR", (root / "file/x").string()},
                        {"HOME", home},
                        {"XDG_CACHE_HOME", cache},
                        {"TMPDIR", (root / "tmp").string()}});
  }
};

bool has_progress(const fs::path& folder) {
  return fs::exists(folder / "progress/90_fixture.json");
}

bool is_private(const fs::path& folder) {
  struct stat status = {};
  return ::lstat(folder.c_str(), &status) == 0 && S_ISDIR(status.st_mode) &&
         (status.st_mode & 0777) == 0700;
}

TEST_CASE("the state folder is the user's cache, or one of their own below /tmp") {
  const Place place("state_places");
  const std::string home = (place.root / "home").string();
  CHECK(place.check(home, (place.root / "cache").string()).errors.empty());
  CHECK(has_progress(place.root / "cache/gridlock"));
  CHECK(place.check(home).errors.empty());
  CHECK(has_progress(place.root / "home/.cache/gridlock"));
  CHECK(place.check(home, "relative").errors.empty());
  CHECK_FALSE(fs::exists(place.temporary()));
  CHECK(place.check("").errors.empty());
  CHECK(has_progress(place.temporary()));
  CHECK(is_private(place.temporary()));
}

TEST_CASE("no folder is made for a home that is not there, or is the root") {
  const Place place("state_no_home");
  const bool before = fs::exists("/.cache/gridlock") || fs::exists("/gridlock");
  for (const std::string& home :
       {(place.root / "none/home").string(), std::string("/"), std::string("relative")})
    CHECK(place.check(home, (place.root / "none/cache").string()).errors.empty());
  CHECK_FALSE(fs::exists(place.root / "none"));
  CHECK((fs::exists("/.cache/gridlock") || fs::exists("/gridlock")) == before);
  CHECK(has_progress(place.temporary()));
}

TEST_CASE("a state folder below /tmp that others can have filled is not used") {
  for (const std::string whose : {"link", "writable", "file", "others"}) {
    CAPTURE(whose);
    const Place place("state_" + whose);
    if (whose == "link")
      fs::create_directory_symlink(place.root / "home", place.temporary());
    else if (whose == "file")
      write_file_atomic(place.temporary(), "");
    else
      fs::create_directory(place.temporary());
    if (whose == "writable") fs::permissions(place.temporary(), fs::perms(0777));
    // Another user's folder; only root can make one.
    if (whose == "others" &&
        ::chown(place.temporary().c_str(), kSomebodyElse, kSomebodyElse) != 0) {
      MESSAGE("skipped: only root can give a folder to another user");
      continue;
    }
    for (int call = 0; call < 2; ++call) {
      const FixtureRun run = place.check("");
      CHECK(run.exit_code == 1);
      must_say(run.errors, {place.temporary().string() + " belongs to another user",
                            "kept in " + place.second().string()});
    }
    CHECK(has_progress(place.second()));
    CHECK(is_private(place.second()));
    CHECK_FALSE(has_progress(place.temporary()));
  }
}

TEST_CASE("a home that is another user's gets nothing of ours") {
  const Place place("state_sudo");
  const fs::path home = place.root / "home";
  SKIP_IF(::chown(home.c_str(), kSomebodyElse, kSomebodyElse) != 0,
          "only root can give a folder to another user");
  CHECK(place.check(home.string()).exit_code == 1);
  CHECK(fs::is_empty(home));
  CHECK(has_progress(place.temporary()));
}

}  // namespace gridlock::test_state_folder
