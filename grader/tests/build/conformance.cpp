// Every access of a program must reach the runtime: each case of data/conformance.cu is
// called, and the hooks' announcements are compared with the bytes that really changed.
#include <dlfcn.h>
#include <random>

#include "build/module.h"
#include "build/toolchain.h"
#include "tests/build/workplace.h"
#include "tests/test.h"

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

/// The announcements that a case must make about bytes of the buffers `to` and `from`.
/// No case repeats one of kForms.
struct Expected {
  const char* name;
  Bytes written;
  Bytes read_from;
  Bytes read_to = {};
  bool is_volatile = false;
};

const Expected kCases[] = {
    {"member_function", bytes(4, 8), bytes(0, 8), bytes(4, 8)},
    {"bit_field_one", bytes(0, 3), bytes(0, 3), bytes(0, 3)},
    {"bit_field_count", bytes(0, 3), {}, bytes(0, 3)},
    {"bit_field_wide", bytes(0, 8), bytes(0, 8), bytes(0, 8)},
    {"packed_member", bytes(1, 13), bytes(1, 13)},
    {"volatile_word", bytes(0, 4), bytes(0, 4), {}, true},
    {"volatile_increment", bytes(0, 4), {}, bytes(0, 4), true},
    {"volatile_wide", bytes(0, 8), bytes(0, 8), {}, true},
    {"ternary", bytes(0, 4), bytes(0, 12)},
    {"comma_swap", bytes(0, 4), bytes(0, 4), bytes(0, 4)},
    {"std_copy", bytes(0, 20), bytes(0, 20)},
    {"std_fill", bytes(0, 20), {}},
    {"std_fill_bytes", bytes(0, 50), {}},
    {"virtual_call", bytes(0, 4), {}},
    {"in_template", bytes(0, 24), bytes(0, 24)},
    {"logical_and", bytes(0, 4), bytes(0, 8)},
    {"zero_init", bytes(0, 100), {}},
    {"atomic_add", bytes(0, 4), {}, bytes(0, 4), true},
    {"atomic_exchange", bytes(0, 8), {}, bytes(0, 8), true},
    {"atomic_copy", bytes(0, 1), bytes(0, 1), {}, true},
    {"shared_and_device", bytes(0, 4), bytes(0, 4)},
};

/// A module linked with the recording runtime: data/conformance.cu, or the given text.
class Conformance {
 public:
  explicit Conformance(const std::string& text = "") {
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
    if (!text.empty()) request.submission = folder_.write("random.cu", text);
    request.cache_dir = folder_ / "cache";
    const ModuleBuild build = must_pass(build_module(request));
    path_ = build.module;
    module_ = ::dlopen(build.module.c_str(), RTLD_NOW | RTLD_LOCAL);
    REQUIRE_MESSAGE(module_ != nullptr, ::dlerror());
  }
  ~Conformance() {
    if (module_) ::dlclose(module_);
    if (double_) ::dlclose(double_);
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
    // Each byte that changed was announced.
    for (std::size_t i = 0; i < sizeof to; ++i)
      if (to[i] != 0x11) CHECK(expected.written.contains(i));
  }

  /// The source lines of the last case's announcements about `to` and `from`.
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

  /// The folder of all modules.  It is kept, because a loaded library may stay loaded.
  static const Scratch& own_folder() {
    static const Scratch own;
    return own;
  }

  const Scratch& folder_ = own_folder();
  fs::path path_;
  void* double_ = nullptr;
  void* module_ = nullptr;
};

const Expected& case_named(std::string_view name) {
  return *std::find_if(std::begin(kCases), std::end(kCases),
                       [&](const Expected& expected) { return expected.name == name; });
}

/// A statement on two places, `TO` and `FROM`, and how many bytes it writes to TO, reads
/// from FROM and reads from TO.
struct Form {
  const char* code;
  std::size_t written, read, read_to = 0, alignment = 1;
};

constexpr Form kForms[] = {
    {"AS(char, TO) = AS(char, FROM);", 1, 1},
    {"AS(short, TO) = AS(short, FROM);", 2, 2},
    {"AS(int, TO) = AS(int, FROM) + 1;", 4, 4},
    {"AS(long, TO) = AS(long, FROM);", 8, 8},
    {"AS(double, TO) = AS(float, FROM);", 8, 4},
    {"AS(long double, TO) = AS(long double, FROM);", 10, 10, 0, 16},
    {"AS(__int128, TO) = AS(__int128, FROM);", 16, 16, 0, 16},
    {"AS(int, TO) += AS(unsigned char, FROM);", 4, 1, 4},
    {"++AS(short, TO);", 2, 0, 2},
    {"AS(Odd, TO) = AS(Odd, FROM);", 3, 3},
    {"AS(Big, TO) = AS(Big, FROM);", 40, 40, 0, 8},
    {"AS(Big, TO) = by_value(AS(Big, FROM));", 40, 40, 0, 8},
    {"AS(Pair, TO) = by_value(AS(Pair, FROM));", 8, 8, 0, 4},
    {"new (TO) Big(by_value(AS(Big, FROM)));", 40, 40, 0, 8},
    {"AS(Pair, TO) = {AS(Pair, FROM).b, 7};", 8, 0, 0, 4},
    {"AS(Three, TO) = AS(Three, FROM);", 16, 16, 0, 16},
    {"AS(Four, TO) = AS(Four, FROM) + 1;", 16, 16, 0, 16},
    {"AS(Sixteen, TO) = AS(Sixteen, FROM);", 32, 32, 0, 32},
    {"AS(Either, TO).f = AS(Either, FROM).i;", 4, 4, 0, 8},
    {"AS(Bits, TO).b = 3;", 2, 0, 2, 4},
    {"AS(Member, TO) = AS(Member, FROM);", 16, 16, 0, 8},
    {"AS(Function, TO) = AS(Function, FROM);", 8, 8, 0, 8},
    {"AS(_Complex float, TO) = AS(_Complex float, FROM);", 8, 8, 0, 4},
    {"AS(bool, TO) = AS(long, FROM) > 0;", 1, 8},
    {"std::memcpy(TO, FROM, 13);", 13, 13},
    {"__builtin_memmove(TO, FROM, 4);", 4, 4},
    {"std::memset(TO, 5, 21);", 21, 0},
    {"List list; __builtin_va_copy(list, AS(List, FROM)); AS(char, TO) = 1;", 1, 24, 0,
     8},
    {"List list = {}; __builtin_va_copy(AS(List, TO), list);", 24, 0, 0, 8},
    {"AS(int, TO) = [place = FROM] { return AS(int, place); }();", 4, 4},
    {"int word; std::memcpy(&word, FROM, 4); std::memcpy(TO, &word, 4);", 4, 4},
    {"const char* table = FROM + 8; AS(const void*, TO) = "
     "&typeid(*(Object*)(void*)&table);",
     8, 8, 0, 8},
    {"new (TO) Object;", 8, 0, 0, 8},
};

/// Makes functions that read and write at random places, by addresses that are computed
/// in all kinds of ways, and knows which bytes each function touches.
class Generator {
 public:
  explicit Generator(unsigned seed) : random_(seed) {}

  std::string text(std::size_t functions) {
    std::string result(kBefore);
    for (std::size_t i = 0; i < functions; ++i) {
      names_.push_back(fmt::format("random_{}", i));
      expected_.push_back({nullptr, {}, {}});
      result += fmt::format("extern \"C\" void {}(char* to, char* from) {{\n", names_[i]);
      for (std::size_t steps = 1 + draw(3); steps > 0; --steps) result += statement();
      result += "}\n";
    }
    for (std::size_t i = 0; i < functions; ++i) expected_[i].name = names_[i].c_str();
    return result + "int main() {}\n";
  }
  const std::vector<Expected>& expected() const { return expected_; }

 private:
  static constexpr const char* kBefore =
      "#include <cstring>\n#include <new>\n#include <typeinfo>\n"
      "typedef float Three __attribute__((ext_vector_type(3)));\n"
      "typedef int Four __attribute__((vector_size(16)));\n"
      "typedef short Sixteen __attribute__((vector_size(32)));\n"
      "struct Odd { char c[3]; }; struct Big { long l[5]; };\n"
      "struct Pair { int a, b; };\n"
      "struct Bits { unsigned a : 5, b : 11; };\n"
      "struct Object { virtual void f() {} void g() {} };\n"
      "union Either { int i; float f; double d; };\n"
      "using Member = void (Object::*)();\nusing Function = int (*)(int, char*);\n"
      "using List = __builtin_va_list;\n"
      "const long kConstant = 3; static long variable;\n"
      "template <class T> T by_value(T value) { return value; }\n"
      "#define LOCAL long near = 0; (void)near\n"
      "#define AS(type, place) (*(type*)(place))\n";
  /// Ways to compute an address; `AT` is the place, in `to` or `from`.
  static constexpr const char* kAddresses[] = {
      "(AT)",
      "((char*)&near + ((AT) - (char*)&near))",
      "((char*)&kConstant + ((AT) - (char*)&kConstant))",
      "((char*)&variable + ((AT) - (char*)&variable))",
      "((char*)&blockIdx + ((AT) - (char*)&blockIdx))",
      "((char*)((unsigned long)&near + (unsigned long)((AT) - (char*)&near)))",
      "((char*)((unsigned long)&near ^ ((unsigned long)&near ^ (unsigned long)(AT))))",
      "(near ? (char*)&near : (AT))",
      "((char*)__builtin_assume_aligned((char*)&near, 1) + ((AT) - (char*)&near))",
      "((char*)std::launder(&near) + ((AT) - (char*)&near))",
      "((char*)(&near + 1) + ((AT) - (char*)(&near + 1)))",
      "((char*)(Pair[2]){} + 0 * near, (AT))",
      "([&]() -> char* { return (char*)&near + ((AT) - (char*)&near); }())",
      "(&((char*)&near)[(AT) - (char*)&near])",
  };

  std::size_t draw(std::size_t limit) {
    return std::uniform_int_distribution<std::size_t>(0, limit - 1)(random_);
  }
  std::string place(const char* buffer, std::size_t offset) {
    const std::string at = fmt::format("{} + {}", buffer, offset);
    const char* form = kAddresses[draw(std::size(kAddresses))];
    return replace_all(form, "AT", at);
  }
  /// Offset of the first byte that the form reads: in a pair, it reads the second member.
  static std::size_t first_read(const Form& form) {
    return std::string_view(form.code).find(").b, 7}") != std::string_view::npos ? 4 : 0;
  }
  std::string statement() {
    const Form& form = kForms[draw(std::size(kForms))];
    const auto offset = [&] { return draw(100) / form.alignment * form.alignment; };
    const std::size_t to = offset(), from = offset();
    Expected& all = expected_.back();
    all.written = all.written + bytes(to, to + form.written);
    all.read_to = all.read_to + bytes(to, to + form.read_to);
    const std::size_t read = first_read(form) ? 4 : form.read;
    all.read_from =
        all.read_from + bytes(from + first_read(form), from + first_read(form) + read);
    std::string code = replace_all(form.code, "FROM", place("from", from));
    return "  { LOCAL; " + replace_all(code, "TO", place("to", to)) + " }\n";
  }

  std::mt19937 random_;
  std::vector<std::string> names_;
  std::vector<Expected> expected_;
};

void check_random(unsigned seed, std::size_t functions) {
  Generator generator(seed);
  Conformance conformance(generator.text(functions));
  for (const Expected& expected : generator.expected()) {
    INFO("seed " << seed);
    conformance.check(expected);
  }
}

TEST_CASE("what functions touch that are made at random is announced") {
  check_random(1, 300);
}

TEST_SUITE("full") {
  TEST_CASE("what functions touch that are made at random is announced, many") {
    for (unsigned seed = 2; seed < 12; ++seed) check_random(seed, 500);
  }
}

TEST_CASE("every form of access is announced, byte by byte") {
  Conformance conformance;
  for (const Expected& expected : kCases) conformance.check(expected);

  // Hooks announce accesses to shared and device variables, too: a write and a read each.
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
  // Findings in the C++ library's own code name no line of the student.
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
