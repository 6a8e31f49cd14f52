// Tests how an overlay and its reference are merged.
#include "build/overlay/overlay.h"
#include "build/module.h"
#include "build/toolchain.h"
#include "tests/build/workplace.h"
#include "tests/test.h"

namespace gridlock::test_overlay {
constexpr std::string_view kReference =
    "// A lab.\n"
    "#include <vector>\n"
    "\n"
    "struct Pipe {\n  int a;\n};\n"
    "\n"
    "// What f does.\n"
    "int f(int a) {\n"
    "  // BEGIN SOLUTION\n"
    "  //# return 0;\n"
    "  return a;\n"
    "  // END SOLUTION\n"
    "}\n"
    "\n"
    "int f(long a) { return 2; }\n"
    "\n"
    "int g(Pipe* p) { return f(p->a); }\n";

std::string whole(const std::string& overlay) {
  const Expansion expansion = expand_overlay("// overlay\n" + overlay, kReference);
  CHECK_MESSAGE(expansion.problem.empty(), expansion.problem);
  return expansion.text();
}

/// The problem, with its line.
std::string problem(const std::string& overlay) {
  const Expansion expansion = expand_overlay("// overlay\n" + overlay, kReference);
  return std::to_string(expansion.problem_line) + ": " + expansion.problem;
}

/// Whether the parts stand in the text in this order.
bool in_order(const std::string& text, std::initializer_list<std::string_view> parts) {
  std::size_t at = 0;
  for (const std::string_view part : parts) {
    at = text.find(part, at);
    if (at == text.npos) return false;
    at += part.size();
  }
  return true;
}

TEST_CASE("the head of a file says whether it is an overlay, and without what") {
  CHECK(overlay_head("// expect: x\n// Story.\n// overlay\n\nint x;\n").line == 3);
  CHECK(overlay_head("// overlay\n").line == 1);
  CHECK(overlay_head("\n//   overlay  \n").line == 2);
  CHECK(overlay_head("int x;\n// overlay\n").line == 0);
  CHECK(overlay_head("// an overlay\n// overlay it\n").line == 0);
  CHECK(overlay_head("// without: f\n").without.empty());
  const OverlayHead head =
      overlay_head("// overlay\n// without: f(int)\n// without:  g \n");
  REQUIRE(head.without.size() == 2);
  CHECK(head.without[0].name == "f(int)");
  CHECK(head.without[1].name == "g");
  CHECK(head.without[1].line == 3);
}

TEST_CASE("a definition takes the place of the reference's with its parameters") {
  const std::string text = whole("\n// Mine.\nint f(int b) { return -b; }\n");
  CHECK(in_order(
      text,
      {"// A lab.", "#include <vector>", "struct Pipe", "// What f does.",
       "// Mine.\nint f(int b) { return -b; }\n\nint f(long a)", "int g(Pipe* p)"}));
  CHECK_FALSE(contains(text, "return a;"));
  // The marks of a skeleton's regions are not in the merged file.
  must_not_say(whole("int g(Pipe* p) { return 1; }\n"), {"SOLUTION", "//#"});
  CHECK(contains(whole("struct Pipe { long a; };\n"), "struct Pipe { long a; };"));
}

TEST_CASE("what the reference lacks goes in front of its first user") {
  const std::string text = whole(
      "#include <map>\nconstexpr int kOne = 1;\nint help() { return kOne; }\n"
      "int f(long a) { return help(); }\n");
  CHECK(in_order(text, {"#include <vector>", "#include <map>", "struct Pipe",
                        "int f(int a)", "kOne = 1;\nint help()", "int f(long a)"}));
  // An added declaration goes behind the includes, in front of its first user's comment.
  CHECK(in_order(whole("int help();\nint f(int a) { return help(); }\n"),
                 {"struct Pipe", "int help();\n\n// What f does.\nint f(int a)"}));
  CHECK(in_order(whole("namespace {\nint help() { return 1; }\n}\n"
                       "int f(int a) { return help(); }\n"),
                 {"namespace {\nint help() { return 1; }\n}\n", "int f(int a)"}));
  // A definition that nothing uses stays if a header of the overlay may use it.
  CHECK(in_order(whole("// without: g\n#include \"own.h\"\nint help() { return 1; }\n"),
                 {"#include \"own.h\"", "int f(long a)", "int help()"}));
  // An unused definition goes in front of the definition that follows it in the overlay.
  CHECK(
      in_order(whole("static_assert(sizeof(Pipe) == 4);\nint g(Pipe* p) { return 0; }\n"),
               {"int f(long a)", "static_assert", "int g(Pipe* p)"}));
}

TEST_CASE("an overlay does without what its head names") {
  const std::string text = whole("// without: f(long b)\n// without: g\n");
  CHECK_FALSE(contains(text, "long"));
  CHECK(contains(text, "int f(int a)"));
  CHECK_FALSE(contains(text, "g(Pipe"));
  CHECK_FALSE(contains(whole("// without: f(int)\n"), "What f does"));
  CHECK_FALSE(contains(whole("// without: <vector>\n"), "#include"));
  // A removed definition may come back elsewhere.
  CHECK(in_order(whole("// without: g\nint g(Pipe* p) { return f(p->a); }\n"
                       "int f(int a) { return g(nullptr); }\n"),
                 {"int g(Pipe* p)", "int f(int a)", "int f(long a)"}));
}

TEST_CASE("an overlay that says nothing, or the same again, is an error that says so") {
  CHECK(problem("int f(int a) { return 1; }\nint h() { return 1; }\n") ==
        "3: the reference has no h() to put this in the place of, and nothing uses it");
  CHECK(problem("int f(char a) { return 1; }\n") ==
        "1: this overlay names nothing of the reference, by name and parameters, so that "
        "it would change nothing of it");
  CHECK(problem("") == problem("#include <map>\n"));
  CHECK(problem("\nint f(int a) {\n  return a;  // Again.\n}\n") ==
        "3: f is the same in the reference; leave it out");
  CHECK(problem("#include <vector>\nint f(int a) { return 1; }\n") ==
        "2: <vector> is the same in the reference; leave it out");
  CHECK(problem("int f(int a) { return 1; }\nint f(int a) { return 3; }\n") ==
        "3: f is defined twice");
  CHECK(problem("// without: h\n") == "2: the reference has no h to do without");
  CHECK(
      contains(problem("// without: f\n"), "2: the reference has 2 of the name f; say"));
  CHECK(problem("int f(int a) {\n") == "0: line 2: what begins here does not end");
}

TEST_CASE("a compiler is told where each line stands") {
  const Expansion expansion =
      expand_overlay("// overlay\n\nint f(int a) {\n  return 1;\n}\n", kReference);
  const std::string text = expansion.text_with_places("lab.cu", "reference.cu");
  CHECK(text.starts_with("#line 1 \"reference.cu\"\n// A lab.\n"));
  CHECK(
      in_order(text, {"// What f does.\n#line 3 \"lab.cu\"\nint f(int a) {\n  return 1;",
                      "}\n#line 15 \"reference.cu\"\n\nint f(long a)"}));
}

TEST_CASE("a file is an overlay below the reference's folder only, by its real path") {
  const Scratch scratch;
  const fs::path folder = scratch / "solutions/01_lab";
  fs::create_directories(folder / "mistakes");
  fs::create_directories(scratch / "labs");
  const fs::path reference = folder / "lab.cu";
  for (const fs::path& file :
       {reference, folder / "mistakes/a.cu", scratch / "labs/a.cu"})
    write_file_atomic(file, "int x;\n");
  CHECK(why_no_overlay(folder / "mistakes/a.cu", reference) == "");
  const std::string refusal =
      "Only a file in solutions/01_lab may leave to the reference what it does not "
      "define. Remove the line, and write the whole.";
  CHECK(why_no_overlay(scratch / "labs/a.cu", reference) == refusal);
  CHECK(why_no_overlay(folder / "../../labs/a.cu", reference) == refusal);
  fs::create_symlink(scratch / "labs/a.cu", folder / "mistakes/link.cu");
  CHECK(why_no_overlay(folder / "mistakes/link.cu", reference) == refusal);
  CHECK(contains(why_no_overlay(folder / "mistakes/a.cu", folder / "none.cu"),
                 "there is none"));
  CHECK(contains(why_no_overlay(folder / "mistakes/a.cu", ""), "has no reference"));
}

/// A lab with a reference and an overlay, as a build sees them.
struct Bank {
  Scratch scratch;
  ModuleRequest request;

  Bank() {
    scratch.write(
        "lab/scenarios.cu",
        "#include <gridlock/scenario.h>\n__global__ void twice(int* p);\n"
        "GRIDLOCK_SCENARIO(one) {\n  twice<<<1, 1>>>(nullptr);\n}\nGRIDLOCK_MODULE()\n");
    scratch.write("solutions/lab.cu",
                  "// A lab.\n#include <cuda/atomic>\n\n__device__ int halved(int n) {\n"
                  "  return n / 2;\n}\n\n__global__ void twice(int* p) {\n  *p += "
                  "halved(*p);\n}\n");
    request.submission = scratch / "solutions/mistakes/wrong.cu";
    request.scenarios = scratch / "lab/scenarios.cu";
    request.submission_name = "lab.cu";
    request.reference = scratch / "solutions/lab.cu";
    request.cache_dir = scratch / "cache";
  }

  ModuleBuild build(const std::string& overlay) const {
    scratch.write("solutions/mistakes/wrong.cu", "// overlay\n" + overlay);
    settle();
    return build_module(request);
  }
};

constexpr const char* kWrongHalf = "\n__device__ int halved(int n) {\n  return n;\n}\n";

void check_places(Bank& bank) {
  must_fail(bank.build("\n__device__ int halved(int n) {\n  return m;\n}\n"),
            Verdict::compile_error, {"lab.cu:4: error: ", "return m;"});
  must_fail(bank.build("// without: halved\n"), Verdict::compile_error,
            {"reference.cu:9: error: ", "*p += halved(*p);"});
}

TEST_CASE("a compiler's error names the file that the line is in") {
  Bank bank;
  check_places(bank);
}

TEST_CASE("a module of an overlay is built anew when the reference changes") {
  const Bank bank;
  const ModuleBuild first = must_pass(bank.build(kWrongHalf));
  CHECK(build_module(bank.request).cached);
  const fs::path sources = first.module.parent_path() / "src";
  CHECK(contains(read_file(sources / "lab.cu"), "// overlay"));
  CHECK(contains(read_file(sources / "reference.cu"), "// A lab."));

  const std::string reference = read_file(bank.request.reference);
  bank.scratch.write("solutions/lab.cu", reference + "__device__ int more;\n");
  settle();
  const ModuleBuild second = build_module(bank.request);
  CHECK_FALSE(second.cached);
  CHECK(second.source_hash != first.source_hash);
  CHECK(second.module != first.module);
}

TEST_CASE("the rules hold in an overlay and in its reference") {
  const Bank bank;
  must_fail(bank.build(
                "\n__device__ int halved(int n) {\n  asm(\"trap2;\");\n  return n;\n}\n"),
            Verdict::rejected, {"lab.cu:4: "});
  const auto renames = [&](const std::string& overlay) {
    must_fail(bank.build(overlay), Verdict::rejected, {"#line"});
  };
  renames("\n#line 7 \"x\"\n" + std::string(kWrongHalf));
  renames("\n#line 7 \"lab.cu\"\n" + std::string(kWrongHalf));
  const std::string reference = read_file(bank.request.reference);
  bank.scratch.write("solutions/lab.cu", reference + "#line 7 \"reference.cu\"\n");
  renames(kWrongHalf);
  bank.scratch.write(
      "solutions/lab.cu",
      "__device__ int halved(int n) { return n; }\n\n__global__ void twice(int* p) {\n"
      "  asm(\"trap2;\");\n  *p = halved(1);\n}\n");
  must_fail(bank.build("\n__device__ int halved(int n) { return 1; }\n"),
            Verdict::rejected, {"reference.cu:4: ", "asm(\"trap2;\");"});
}

TEST_CASE("elsewhere the line is an error that says so") {
  Bank bank;
  bank.request.submission =
      bank.scratch.write("lab/lab.cu", "// overlay\n" + std::string(kWrongHalf));
  must_fail(build_module(bank.request), Verdict::rejected,
            {"lab.cu:1: \"// overlay\": Only a file in"});
  // A whole program has no reference.
  bank.request.scenarios.clear();
  bank.request.reference.clear();
  CHECK(contains(build_module(bank.request).message, "has no reference"));
}

TEST_SUITE("full") {
  TEST_CASE("nvcc's error names the file that the line is in") {
    Bank bank;
    SKIP_IF(find_nvcc().empty(), "there is no nvcc");
    bank.request.executor = ExecutorKind::gpu;
    check_places(bank);
    const ModuleBuild build = must_pass(bank.build(kWrongHalf));
    CHECK(build_module(bank.request).cached);
    CHECK(fs::exists(build.module.parent_path() / "src/reference.cu"));
    bank.scratch.write("solutions/lab.cu",
                       read_file(bank.request.reference) + "__device__ int more;\n");
    settle();
    CHECK_FALSE(build_module(bank.request).cached);
  }
}

}  // namespace gridlock::test_overlay
