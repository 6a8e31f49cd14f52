// Every access that a program makes must reach the runtime: each case of
// data/conformance.cu is called, and what the hooks announced is compared with
// what really happened to the bytes.
#include <dlfcn.h>
#include <doctest/doctest.h>
#include <unistd.h>
#include <cstdint>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <set>
#include <string>

#include "build/module.h"
#include "build/toolchain.h"
#include "common/subprocess.h"

namespace gridlock::test_conformance {
namespace fs = std::filesystem;

struct HookRecord {
  const void* address;
  std::size_t size;
  bool write;
  bool is_volatile;
  const void* from;
};

/// Bytes of a buffer, by offset.
using Bytes = std::set<std::size_t>;

Bytes bytes(std::size_t begin, std::size_t end) {
  Bytes result;
  for (std::size_t i = begin; i < end; ++i) result.insert(i);
  return result;
}

Bytes operator+(Bytes a, const Bytes& b) {
  a.insert(b.begin(), b.end());
  return a;
}

/// What a case must announce: bytes written to `to`, read from `to`, read from `from`.
struct Expected {
  const char* name;
  Bytes written;
  Bytes read_from;
  Bytes read_to = {};
  bool is_volatile = false;
};

const Expected kCases[] = {
    {"copy_struct", bytes(0, 8), bytes(0, 8)},
    {"struct_from_registers", bytes(0, 8), {}},
    {"struct_twelve", bytes(0, 12), bytes(0, 12)},
    {"struct_big", bytes(0, 100), bytes(0, 100)},
    {"struct_odd", bytes(0, 3), bytes(0, 3)},
    {"struct_odd_by_value", bytes(0, 3), bytes(0, 3)},
    {"make_vector", bytes(0, 16), bytes(0, 4)},
    {"vector_type", bytes(0, 16), bytes(0, 16)},
    {"vector_made", bytes(0, 8), bytes(0, 4)},
    {"struct_member", bytes(4, 8), bytes(0, 4)},
    {"member_function", bytes(4, 8), bytes(0, 8), bytes(4, 8)},
    {"aggregate_init", bytes(0, 8), bytes(0, 8)},
    {"increment", bytes(0, 4), {}, bytes(0, 4)},
    {"pre_decrement", bytes(0, 4), {}, bytes(0, 4)},
    {"compound", bytes(0, 4), bytes(0, 4), bytes(0, 4)},
    {"size_1", bytes(0, 1), bytes(0, 1)},
    {"size_2", bytes(0, 2), bytes(0, 2)},
    {"size_4", bytes(0, 4), bytes(0, 4)},
    {"size_8", bytes(0, 8), bytes(0, 8)},
    {"size_16", bytes(0, 16), bytes(0, 16)},
    {"long_double", bytes(0, 10), bytes(0, 10)},
    {"boolean", bytes(0, 1), bytes(0, 1)},
    {"enumeration", bytes(0, 1), bytes(0, 1)},
    {"pointer", bytes(0, 8), bytes(0, 8)},
    {"bit_field_one", bytes(0, 3), bytes(0, 3), bytes(0, 3)},
    {"bit_field_count", bytes(0, 3), {}, bytes(0, 3)},
    {"bit_field_wide", bytes(0, 8), bytes(0, 8), bytes(0, 8)},
    {"packed_member", bytes(1, 13), bytes(1, 13)},
    {"unaligned", bytes(1, 5), bytes(3, 7)},
    {"volatile_word", bytes(0, 4), bytes(0, 4), {}, true},
    {"volatile_increment", bytes(0, 4), {}, bytes(0, 4), true},
    {"volatile_wide", bytes(0, 8), bytes(0, 8), {}, true},
    {"array_loop", bytes(0, 40), bytes(0, 40)},
    {"range_for", bytes(0, 24), bytes(0, 24)},
    {"reference", bytes(0, 4), bytes(0, 4)},
    {"ternary", bytes(0, 4), bytes(0, 12)},
    {"comma_swap", bytes(0, 4), bytes(0, 4), bytes(0, 4)},
    {"mem_copy", bytes(0, 37), bytes(0, 37)},
    {"mem_copy_small", bytes(0, 4), bytes(0, 4)},
    {"mem_set", bytes(0, 33), {}},
    {"mem_move", bytes(0, 19), bytes(0, 19)},
    {"std_copy", bytes(0, 20), bytes(0, 20)},
    {"std_fill", bytes(0, 20), {}},
    {"std_fill_bytes", bytes(0, 50), {}},
    {"builtin_copy", bytes(0, 24), bytes(0, 24)},
    {"union_member", bytes(0, 4), bytes(0, 4)},
    {"virtual_call", bytes(0, 4), {}},
    {"lambda_capture", bytes(0, 4), bytes(0, 4)},
    {"lambda_copy", bytes(0, 4), bytes(0, 4)},
    {"structured", bytes(0, 8), bytes(0, 8)},
    {"in_template", bytes(0, 24), bytes(0, 24)},
    {"logical_and", bytes(0, 4), bytes(0, 8)},
    {"aligned_cast", bytes(0, 16), bytes(0, 16)},
    {"placement", bytes(0, 8), bytes(0, 8)},
    {"zero_init", bytes(0, 100), {}},
    {"constant_array", bytes(0, 24), {}},
    {"address_chain", bytes(4, 8), bytes(0, 8)},
    {"atomic_add", bytes(0, 4), {}, bytes(0, 4), true},
    {"atomic_exchange", bytes(0, 8), {}, bytes(0, 8), true},
    {"atomic_copy", bytes(0, 1), bytes(0, 1), {}, true},
    {"shared_and_device", bytes(0, 4), bytes(0, 4)},
};

/// A module of data/conformance.cu over the recording runtime.
class Conformance {
 public:
  Conformance() {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    const fs::path data = fs::path(GRIDLOCK_TESTS_DIR) / "build/data";
    const fs::path library = folder_ / "hooks_double.so";
    const auto compiled =
        run_process({{find_clang().string(), "-shared", "-fPIC", "-O1",
                      (data / "hooks_double.cpp").string(), "-o", library.string()}});
    REQUIRE_MESSAGE(compiled.ok(), compiled.errors);
    double_ = ::dlopen(library.c_str(), RTLD_NOW | RTLD_GLOBAL);
    REQUIRE(double_ != nullptr);
    ModuleRequest request;
    request.submission = data / "conformance.cu";
    request.cache_dir = folder_ / "cache";
    const ModuleBuild build = build_module(request);
    REQUIRE_MESSAGE(build.verdict == Verdict::passed, build.message);
    path_ = build.module;
    module_ = ::dlopen(build.module.c_str(), RTLD_NOW | RTLD_LOCAL);
    REQUIRE_MESSAGE(module_ != nullptr, ::dlerror());
  }
  ~Conformance() {
    if (module_) ::dlclose(module_);
    if (double_) ::dlclose(double_);
    fs::remove_all(folder_);
  }

  void check(const Expected& expected) {
    INFO("case " << expected.name);
    auto* function =
        reinterpret_cast<void (*)(void*, void*)>(::dlsym(module_, expected.name));
    const bool has_function = function != nullptr;
    REQUIRE(has_function);
    alignas(64) unsigned char to[256], from[256];
    std::memset(to, 0x11, sizeof to);
    std::memset(from, 0x01, sizeof from);  // Also a valid bool.
    count() = 0;
    function(to, from);
    CHECK(announced(to, true, expected.is_volatile) == expected.written);
    CHECK(announced(to, false, expected.is_volatile) == expected.read_to);
    CHECK(announced(from, false, expected.is_volatile) == expected.read_from);
    // Nothing changed that was not announced.
    for (std::size_t i = 0; i < sizeof to; ++i)
      if (to[i] != 0x11) CHECK(expected.written.contains(i));
  }

  /// The source lines of what the last case announced about `to` and `from`.
  std::vector<SourceLine> lines() const {
    Dl_info info{};
    REQUIRE(::dladdr(records()[0].from, &info) != 0);
    std::vector<std::uint64_t> pcs;
    for (std::size_t i = 0; i < count(); ++i)
      pcs.push_back(reinterpret_cast<std::uint64_t>(records()[i].from) -
                    reinterpret_cast<std::uint64_t>(info.dli_fbase));
    return source_lines(path_, pcs);
  }

  const HookRecord* records() const {
    return static_cast<HookRecord*>(::dlsym(double_, "hook_records"));
  }
  std::size_t& count() const {
    return *static_cast<std::size_t*>(::dlsym(double_, "hook_record_count"));
  }

 private:
  Bytes announced(const unsigned char* buffer, bool write, bool is_volatile) const {
    Bytes result;
    for (std::size_t i = 0; i < count(); ++i) {
      const HookRecord& record = records()[i];
      const auto* address = static_cast<const unsigned char*>(record.address);
      if (record.write != write || address < buffer || address >= buffer + 256) continue;
      CHECK(record.is_volatile == is_volatile);
      const auto offset = static_cast<std::size_t>(address - buffer);
      result = result + bytes(offset, offset + record.size);
    }
    return result;
  }

  fs::path folder_ =
      fs::temp_directory_path() / ("gridlock-conformance-" + std::to_string(::getpid()));
  fs::path path_;
  void* double_ = nullptr;
  void* module_ = nullptr;
};

const Expected& case_named(std::string_view name) {
  return *std::find_if(std::begin(kCases), std::end(kCases),
                       [&](const Expected& expected) { return expected.name == name; });
}

TEST_CASE("every form of access is announced, byte by byte") {
  Conformance conformance;
  for (const Expected& expected : kCases) conformance.check(expected);

  // Shared and device variables are watched like all memory: a write and a read each.
  conformance.check(case_named("shared_and_device"));
  CHECK(conformance.count() >= 6);
}

TEST_CASE("the place that a hook returns to is a line of the student's file") {
  Conformance conformance;
  conformance.check(case_named("in_template"));
  for (const SourceLine& line : conformance.lines()) {
    CHECK(line.file == "conformance.cu");
    CHECK(line.function == "generic_copy<Mixed>");
    CHECK(line.text == "*to = *from;");
  }
  conformance.check(case_named("member_function"));
  const auto member = conformance.lines();
  REQUIRE(member.size() == 4);
  CHECK(member[0].function == "Item::length");
  CHECK(member[3].function == "Item::extend");
  CHECK(member[3].text == "__device__ void extend(int by) { last += by; }");
  // In the C++ library's own code there is no line of the student's.
  conformance.check(case_named("comma_swap"));
  for (const SourceLine& line : conformance.lines()) CHECK(line.line == 0);
  conformance.check(case_named("bit_field_count"));
  for (const SourceLine& line : conformance.lines())
    CHECK(line.function == "bit_field_count");
}

TEST_CASE("what is no place has no line") {
  CHECK(source_lines("/nowhere.so", {}).empty());
  const auto lines = source_lines("/nowhere.so", {1, 2});
  REQUIRE(lines.size() == 2);
  CHECK(lines[0].line == 0);
  CHECK(lines[0].file.empty());
}

}  // namespace gridlock::test_conformance
