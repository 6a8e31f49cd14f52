#include <sys/resource.h>
#include <limits>

#include "common/limits.h"
#include "tests/test.h"

namespace gridlock::test_limits_of_machine {
/// The soft limit is lower for as long as this lives.
struct Lowered {
  Lowered(__rlimit_resource_t which, rlim_t to) : resource(which) {
    ::getrlimit(resource, &before);
    const rlimit lower{to, before.rlim_max};
    ::setrlimit(resource, &lower);
  }
  ~Lowered() { ::setrlimit(resource, &before); }
  __rlimit_resource_t resource;
  rlimit before{};
};

constexpr std::uint64_t kAnything = std::numeric_limits<std::uint64_t>::max();
constexpr rlim_t kLarge = rlim_t{1} << 46;  ///< The sanitizers reserve a lot.

TEST_CASE("a limit is told if it is too low, with what to do about it") {
  CHECK(tight_memory_limit(kAnything).empty());
  CHECK(message_of(std::bad_alloc()) == "Memory ran out.");
  {
    const Lowered addresses(RLIMIT_AS, kLarge);
    CHECK(tight_memory_limit(kLarge).empty());
    CHECK(contains(tight_memory_limit(kAnything),
                   "no more than 68719476736 KiB of addresses: run ulimit -v unlimited"));
    CHECK(contains(message_of(std::bad_alloc()), "Memory ran out.  Here a process may"));
  }
  const Lowered data(RLIMIT_DATA, kLarge);
  CHECK(contains(tight_memory_limit(kAnything), "KiB of data: run ulimit -d unlimited"));
  CHECK(message_of(std::runtime_error("Something else.")) == "Something else.");
}

}  // namespace gridlock::test_limits_of_machine
