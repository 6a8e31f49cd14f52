#include "build/rules.h"
#include "build/code/instrument.h"
#include "build/code/passes.h"
#include "build/code/symbols.h"
#include "tests/build/workplace.h"
#include "tests/test.h"

namespace gridlock::test_rules {
/// The line of the first complaint about a submission's own text; 0 if there is none.
int raw_line(std::string_view text) {
  const auto complaints = check_raw(text, "a.cu", false);
  return complaints.empty() ? 0 : complaints[0].line;
}

TEST_CASE("a program of the user's own may include files from anywhere") {
  for (const char* text : {"#include \"../common/x.h\"\n", "#include \"/tmp/x.h\"\n"}) {
    CHECK(raw_line(text) == 1);
    CHECK(check_raw(text, "a.cu", true).empty());
  }
  CHECK(check_raw("#include <gridlock_device.h>\n", "a.cu", true).size() == 1);
}

/// The first complaint about preprocessed text of a submission, or of a program; "" if
/// there is none.
std::string complaint(const std::string& body, bool is_program = false) {
  SourceFolders folders = made_up_folders();
  folders.scenarios = "/lab/scenarios.cu";
  const std::string text = "# 1 \"a.cu\"\n" + body;
  const auto complaints =
      check_preprocessed(tokenize_preprocessed(text, folders), is_program);
  if (complaints.empty()) return "";
  return complaints[0].file + ":" + std::to_string(complaints[0].line) + " " +
         complaints[0].text;
}

/// The first complaint about the same text in a file of the lab or the system.
std::string complaint_elsewhere(const std::string& body) {
  return complaint("# 1 \"/usr/include/x.h\" 1 3\n" + body + "\n# 2 \"a.cu\" 2\n");
}

ModuleSymbol undefined(const std::string& name) { return {name, false, false, true}; }
ModuleSymbol function(const char* name) { return {name, true, false, true}; }
ModuleSymbol variable(const char* name) { return {name, true, false, false}; }

std::string symbol_complaint(const ModuleSymbol& symbol, bool program = false) {
  const auto complaints = check_symbols({symbol}, program, {symbol.name});
  return complaints.empty() ? "" : complaints[0].text;
}

TEST_CASE("as written: directives that lead out of the folder or hide lines") {
  for (const char* text :
       {"\n#line 5", "\n# 7 \"b.cu\"", "\n#include \"/etc/passwd\"",
        "\n#include </etc/x>", "\n#include \"../solution.cu\"",
        "\n#include \"a/../../b.h\"", "\n#include \"..\"", "\n  #  include \"../b.h\"",
        "\n#import \"../b.h\"", "\n#include_next <../b.h>", "\n%:line 5",
        "\n/* */ # /* */ line 5", "\n#\\\nline 5", "\n#li\\\nne 5",
        "\n#include <gridlock/scenario.h>", "\n#include \"gridlock_launch.h\"",
        "\n#embed \"x\""}) {
    INFO(std::string(text));
    CHECK(raw_line(text) == 2);
  }
}

TEST_CASE("as written: names that are the grader's") {
  for (const char* text :
       {"\nint gridlock_x;", "\nvoid __tsan_read4(void*);", "\ngridlock::sim::f();",
        "\n#define A gridlock_launch", "\nGRIDLOCK_SCENARIO(a) {}", "\n__gridlock_x y;",
        "\nint grid\\\nlock_x;", "\nint __llvm_gcov_ctr;", "\nauto f = __sanitizer_x;",
        "\n#define GRIDLOCK_SIM"}) {
    INFO(std::string(text));
    CHECK(raw_line(text) == 2);
  }
}

TEST_CASE("as written: what looks similar is allowed") {
  for (const char* text :
       {"int gridLock; GridLock g; int deadlock_gridlock;", "// gridlock_launch #line 5",
        "/*\n#line 5\n#include \"/etc/passwd\"\n*/", "const char* s = \"gridlock_x\";",
        "const char* s = R\"(\n#line 5\n)\";", "#ifdef GRIDLOCK_SIM\n#endif",
        "#if defined(GRIDLOCK_SIM) && 1\n#elif GRIDLOCK_SIM\n#endif",
        "#include \"helper.h\"\n#include <vector>\n#include \"a/b..h\"",
        "#include HEADER\n#pragma unroll\n#error no\n#", "int x = 'a'; // ' \"",
        "#define STR(x) #x\n#define CAT(a, b) a##b"})
    CHECK_MESSAGE(raw_line(text) == 0, std::string(text));
}

TEST_CASE("as written: nothing hides a directive from the rules") {
  for (const char* text :
       {"int a; //\n#line 5", "auto s = \"/*\";\n#line 5 // */",
        "char c = '\"';\n#line 5 //\"", "auto s = R\"(\")\";\n#line 5 //\"",
        "int a = 1'000; //'\n#line 5", "#if 0\ndon't\n#endif\n#line 5",
        "#include <a/*b>\n#line 5 */", "/* \\\n*/\n#line 5",
        "#define A R\"(\n)\" R\"y(\n)y\"\n#line 5", "#include <R\"x(>\n#line 5 )x\"",
        "auto s = u8R\"(\n)\";\n#line 5", "\f#line 5", "\v\t#line 5"}) {
    INFO(std::string(text));
    CHECK(raw_line(text) > 0);
  }
}

TEST_CASE("as written: a raw string that cannot be followed is refused") {
  CHECK(raw_line("\nauto s = R\"x( )\\\nx\"; /* )x\";\n#line 5\n// */\n") == 2);
}

TEST_CASE("attributes that change what the simulator sees are refused") {
  std::istringstream attributes(
      "no_sanitize(\"thread\");no_sanitize_thread;__no_sanitize_thread__;"
      "disable_sanitizer_instrumentation;no_instrument_function;naked;section(\"x\");"
      "constructor;destructor(101);alias(\"x\");weak;ifunc(\"x\");address_space(256);"
      "vector_size(32);nodebug;ext_vector_type(8);visibility(\"hidden\");target(\"avx2\");"
      "cleanup(f);aligned(16), section(\"x\");unused, naked");
  for (std::string name; std::getline(attributes, name, ';');) {
    CAPTURE(name);
    for (const std::string& text :
         {"__attribute__((" + name + ")) int x;", "__attribute((" + name + ")) int x;",
          "__declspec(" + name + ") int x;", "[[gnu::" + name + "]] int x;",
          "[[clang::" + name + "]] int x;", "<:<:gnu::" + name + ":>:> int x;",
          "[[using gnu: " + name + "]] int x;"}) {
      if (name.find(", ") != name.npos && text.find("::") != text.npos) continue;
      CHECK_MESSAGE(contains(complaint("\n" + text), "is not allowed"), text);
      CHECK(complaint_elsewhere(text).empty());
    }
  }
}

TEST_CASE("the compiler's vectors are for programs, not for submissions") {
  for (const std::string& text :
       {std::string("typedef float x __attribute__((ext_vector_type(4)));"),
        std::string("typedef int x __attribute__((__vector_size__(16)));"),
        std::string("using x [[gnu::vector_size(32)]] = int;")}) {
    INFO(text);
    CHECK(contains(complaint(text), "is not allowed in a submission"));
    CHECK(complaint(text, true).empty());
  }
  CHECK(contains(complaint("__attribute__((vector_size(16), naked)) int x;", true),
                 "The attribute naked is not allowed in a program"));
}

TEST_CASE("attributes that people use are allowed") {
  for (const char* text :
       {"__attribute__((aligned(16))) int x;", "__attribute__((always_inline)) int f();",
        "__attribute__((__noinline__)) int f();", "[[nodiscard]] int f();",
        "[[maybe_unused]] int x;", "[[gnu::packed, gnu::aligned(4)]] int x;",
        "__attribute__(()) int x;", "alignas(16) int x;",
        "[[deprecated(\"section\")]] int x;",
        "__attribute__((aligned(sizeof(section)))) int x;", "[[]] int x;",
        "int section, naked, weak; a[b[0]];", "a[ [] { return 0; }() ];"})
    CHECK_MESSAGE(complaint(text).empty(), std::string(text));
}

TEST_CASE("pragmas that change the code's generation are refused, others are not") {
  for (const char* text : {"#pragma clang attribute push(x)", "#pragma clang optimize on",
                           "#pragma GCC optimize(\"O3\")", "#pragma GCC push_options",
                           "#pragma GCC target(\"avx\")", "#pragma weak x",
                           "#pragma clang section bss=\"x\"", "#pragma GCC system_header",
                           "#pragma clang system_header", "#pragma redefine_extname a b",
                           "#  pragma   clang   optimize off",
                           "#pragma GCC visibility push(hidden)", "#pragma ms_struct on"})
    CHECK_MESSAGE(contains(complaint("\n" + std::string(text) + "\n"), "a.cu:2"),
                  std::string(text));
  for (const char* text :
       {"#pragma unroll", "#pragma unroll 4", "#pragma nv_diag_suppress 20012",
        "#pragma once", "#pragma GCC diagnostic push", "#pragma clang loop unroll(full)",
        "#pragma omp parallel", "#pragma STDC FP_CONTRACT OFF", "#pragma"})
    CHECK_MESSAGE(complaint(std::string(text) + "\n").empty(), std::string(text));
}

TEST_CASE("what the compiler does not announce is refused") {
  for (const char* text :
       {"__builtin_ia32_movnti(p, 1);", "__builtin_nontemporal_store(1, p);",
        "_mm_stream_si32(p, 1);", "__builtin_memcpy_inline(a, b, 4);", "_ExtInt(24) x;",
        "__builtin_longjmp(b, 1);", "__builtin_frame_address(0);", "__tsan_read4(p);",
        "gridlock_launch();", "gridlock::sim::machine;", "int __llvm_prf_x;"})
    CHECK_FALSE_MESSAGE(complaint(text).empty(), std::string(text));
  for (const char* text :
       {"__builtin_popcount(x);", "__builtin_memcpy(a, b, 4);", "__builtin_expect(x, 1);",
        "__gridlock_device__ int x;", "__builtin_offsetof(A, b);"})
    CHECK_MESSAGE(complaint(text).empty(), std::string(text));
}

TEST_CASE(
    "a lab's code goes nowhere that is computed, and calls nothing of the runtime") {
  for (const char* text :
       {"goto *p;", "__cxa_finalize(p);", "_Unwind_Resume(p);", "__tls_get_addr(p);",
        "extern \"C\" void _ZN8gridlock4callEv();"}) {
    CHECK_FALSE_MESSAGE(complaint(text).empty(), std::string(text));
    CHECK_MESSAGE(complaint(text, true).empty(), std::string(text));
  }
  CHECK(complaint("goto end;").empty());
}

TEST_CASE("a program's host code may use SSE where it shows what it accesses") {
  for (const char* text :
       {"_mm_store_ps(p, _mm_load_ps(q));", "_mm_stream_si128(p, x);", "_mm_pause();"}) {
    CHECK_MESSAGE(complaint(text, true).empty(), std::string(text));
    CHECK_FALSE_MESSAGE(complaint(text).empty(), std::string(text));
  }
  for (const char* text : {"_mm_maskmoveu_si128(a, b, p);", "_mm256_load_ps(p);",
                           "__builtin_ia32_movnti(p, 1);"})
    CHECK_FALSE_MESSAGE(complaint(text, true).empty(), std::string(text));
}

TEST_CASE("files from elsewhere and forged markers are refused") {
  CHECK(complaint("int x;\n# 1 \"/etc/passwd\" 1\nroot\n# 3 \"a.cu\" 2\n")
            .starts_with("a.cu:2 The file included here"));
  CHECK(contains(complaint("# 5 \"/usr/include/x.h\"\nasm(\"x\");\n"), "#line"));
  CHECK(complaint("# 1 \"/student/b.h\" 1\n__declspec(noipa) int x;\n# 2 \"a.cu\" 2\n")
            .starts_with("b.h:1 "));
}

TEST_CASE("a module may call the simulator and the libraries, nothing else") {
  for (const std::string& name :
       split_list("__tsan_write4, __tsan_unaligned_read8, __wrap_memcpy, cudaMalloc, "
                  "gridlock_launch, threadIdx, __syncthreads, _Z9atomicAddPii, printf, "
                  "malloc, _Znwm, exit, sqrtf, strtol, __cxa_throw, "
                  "__gxx_personality_v0, getopt, _Unwind_Resume"))
    CHECK_MESSAGE(symbol_complaint(undefined(name)).empty(), name);
  for (
      const std::string& name : split_list(
          "system, fork, execve, popen, socket, connect, mmap, munmap, mmap64, mprotect, dlopen, "
          "dlsym, ptrace, syscall, signal, sigaction, setitimer, longjmp, _setjmp, "
          "pthread_kill, _exit, unlink, kill, __tsan_atomic32_load, chmod, "
          "process_vm_writev, _ZNSt10filesystem10remove_allERKNS_7__cxx114pathE")) {
    CHECK_MESSAGE(!symbol_complaint(undefined(name)).empty(), name);
    CHECK_MESSAGE(!symbol_complaint(undefined(name), true).empty(), name);
  }
  // The user's own program may also open files by functions other than fopen.
  for (const char* name : {"open", "read", "write", "fdopen", "stat", "opendir",
                           "_ZNSt10filesystem6statusERKNS_7__cxx114pathE"}) {
    CHECK_MESSAGE(contains(symbol_complaint(undefined(name)), "cannot open files"), name);
    CHECK_MESSAGE(symbol_complaint(undefined(name), true).empty(), name);
  }
  CHECK(contains(symbol_complaint(undefined("pthread_create")), "host threads"));
  CHECK(
      contains(symbol_complaint(undefined("_ZNSt6thread4joinEv")), "std::thread::join"));
  // A whole program may start threads.
  CHECK(symbol_complaint(undefined("pthread_create"), true).empty());
}

TEST_CASE("files may be opened by programs, not by labs' submissions") {
  for (const char* name :
       {"fopen", "_ZNSt13basic_filebufIcSt11char_traitsIcEE4openEPKcSt13_Ios_Openmode",
        "_ZNSt12__basic_fileIcE8sys_openEiSt13_Ios_Openmode", "fileno"}) {
    CHECK(symbol_complaint(undefined(name), true).empty());
    CHECK(contains(symbol_complaint(undefined(name)), "cannot open files"));
  }
  for (const char* name : {"_ZSt4cout", "_ZNSt6localeC1Ev"}) {
    CHECK(symbol_complaint(undefined(name), true).empty());
    CHECK_FALSE(symbol_complaint(undefined(name)).empty());
  }
  for (const char* name : {"sscanf", "strtok", "qsort"}) {
    CHECK(symbol_complaint(undefined(name), true).empty());
    CHECK(contains(symbol_complaint(undefined(name)), "cannot see it"));
  }
}

TEST_CASE("what is defined nowhere is an error of the language") {
  const auto complaints = check_symbols({undefined("_Z6helperi")}, false, {});
  REQUIRE(complaints.size() == 1);
  CHECK(complaints[0].is_error);
  CHECK(contains(complaints[0].text, "helper(int) is declared and used"));
  CHECK_FALSE(check_symbols({undefined("inotify_init")}, false, {})[0].is_error);
  const auto printing =
      check_symbols({undefined("_ZNSolsEi"), undefined("_ZSt4cout")}, false, {});
  REQUIRE(printing.size() == 1);
  CHECK(printing[0].text == "The file uses std::cout: print with printf() in a lab.");
  CHECK(check_symbols({{"_Z4weakv", false, true, true}}, false, {}).empty());
}

TEST_CASE("a name that is made for the patterns of the list costs no time") {
  std::string name = "_ZNSt";
  while (name.size() < 1 << 20) name += "basic_f";
  CHECK_FALSE(check_symbols({undefined(name)}, false, {}).empty());
}

TEST_CASE("a short name that stands for an endless one is not written out") {
  // void f(F60), where F1 takes two functions F0, F2 takes two functions F1, and so on.
  const std::string digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  std::string parameter = "PFviE";
  for (std::size_t i = 0; i < 60; ++i) {
    const std::string high = i < 18 ? "" : digits.substr(i / 18, 1);
    parameter = "PFv" + parameter + "S" + high + digits[i % 18 * 2] + "_E";
  }
  const std::string name = "_Z1f" + parameter;
  CHECK(demangled(name) == name);
  CHECK(demangled("_ZNSt6vectorIiSaIiEE9push_backEOi") ==
        "std::vector<int, std::allocator<int> >::push_back(int&&)");
}

TEST_CASE("a module may not define what others call") {
  for (const char* name : {"__tsan_write4", "__tsan_anything", "__wrap_memcpy", "memcpy",
                           "memset", "cudaMalloc", "cudaAnything", "_Znwm", "_ZdlPv",
                           "__syncthreads", "_Z9atomicAddPii", "printf", "malloc",
                           "gridlock_rmw", "__cxa_throw", "__gmon_start__"})
    CHECK_MESSAGE(contains(symbol_complaint(function(name)), "another name"), name);
  for (const char* name : {"reduce", "logResult", "_Z9atomicMaxPff", "_Z6cudaOkv",
                           "cudart_like", "gridlock_module_scenarios",
                           "gridlock_program_entry", "tsan.module_ctor", "_init"})
    CHECK_MESSAGE(symbol_complaint(function(name)).empty(), name);
  for (const char* name : {"index", "error", "cudaStreams", "y0", "time"})
    CHECK_MESSAGE(symbol_complaint(variable(name)).empty(), name);
  CHECK_FALSE(symbol_complaint(variable("__tsan_write4")).empty());
}

TEST_CASE("symbol tables are read with every bound checked") {
  const std::string self = read_file("/proc/self/exe");
  CHECK(module_symbols(self).size() > 100);
  CHECK_THROWS(module_symbols(""));
  CHECK_THROWS(module_symbols("#!/bin/sh\nexit 0\n"));
  CHECK_THROWS(module_symbols(self.substr(0, 100)));
  for (std::size_t size = 64; size < self.size(); size += self.size() / 50)
    CHECK_THROWS(module_symbols(self.substr(0, size)));
}

TEST_CASE("a module carries what lies where in its variables") {
  const std::string nodes =
      "!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())\n"
      "!1 = distinct !DIGlobalVariable(name: \"q\", type: !2, isLocal: false)\n"
      "!2 = !DICompositeType(tag: DW_TAG_array_type, baseType: !3, size: 256, "
      "elements: !8)\n"
      "!3 = !DIDerivedType(tag: DW_TAG_volatile_type, baseType: !4)\n"
      "!4 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: \"Q\", size: "
      "128, elements: !5)\n"
      "!5 = !{!6, !7, !10, !11}\n"
      "!6 = !DIDerivedType(tag: DW_TAG_member, name: \"value_\", baseType: !9, size: "
      "32)\n"
      "!7 = !DIDerivedType(tag: DW_TAG_member, name: \"tail\", baseType: !9, size: 32, "
      "offset: 64)\n"
      "!8 = !{!12}\n"
      "!9 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)\n"
      "!10 = !DIDerivedType(tag: DW_TAG_member, name: \"s\", baseType: !9, flags: "
      "DIFlagStaticMember)\n"
      "!11 = !DIDerivedType(tag: DW_TAG_member, name: \"bit\", baseType: !9, size: 1, "
      "offset: 96, flags: DIFlagBitField, extraData: i64 96)\n"
      "!12 = !DISubrange(count: 2)\n";
  const std::string ours = "@q = global [2 x %struct.Q] zeroinitializer, section ";
  CHECK(contains(with_layouts(ours + "\"gl_device\", align 16, !dbg !0\n" + nodes),
                 "constant [20 x i8] c\"q [2 16{tail 8 4.;}\\0A\", section "
                 "\"gridlock_layouts\"\n"));
  // Variables of the host, and variables without debug information, have no layout.
  for (const std::string& none : {ours + "\"data\", align 16, !dbg !0\n" + nodes,
                                  ours + "\"gl_device\", align 16\n" + nodes,
                                  ours + "\"gl_device\", align 16, !dbg !77\n" + nodes})
    CHECK(with_layouts(none) == none);
  // A type that contains itself, which no compiler writes, causes no endless loop.
  std::string endless = nodes;
  endless.replace(endless.find("baseType: !4"), 12, "baseType: !2");
  CHECK(with_layouts(ours + "\"gl_device\", align 16, !dbg !0\n" + endless).size() <
        5000);
  // A variable with very many parts has no layout.
  std::string members = "!{!6";
  for (int i = 0; i < 40; ++i) members += ", !7";
  const std::string many =
      ours + "\"gl_device\", align 16, !dbg !0\n" +
      replace_all(replace_all(nodes, "!{!6, !7, !10, !11}", members + "}"),
                  "name: \"tail\", baseType: !9", "name: \"tail\", baseType: !4");
  CHECK(with_layouts(many) == many);
}

namespace {

/// The code with its hooks, where all functions are watched.
std::string hooked(const std::string& code) {
  return hook_accesses(replace_all(code, ") {\n", ") #0 {\n") +
                       "attributes #0 = { noinline sanitize_thread }\n");
}

}  // namespace

TEST_CASE("accesses of all sizes get hooks, in typed and in opaque code") {
  const std::string typed = hooked(
      "define void @f(i24* %0) {\n  %2 = alloca i24, align 4\n"
      "  store i24 1, i24* %2, align 4\n  store i24 %x, i24* %0, align 4, !dbg !5\n"
      "  %7 = load volatile i40, i40* bitcast (%struct.B* @b to i40*), align 8\n"
      "  %8 = load i32, i32* %1, align 2, !dbg !8, !annotation !9\n"
      "  store <3 x float> <float 1.0, float 2.0, float 3.0>, <3 x float>* %v, align 16\n"
      "  store i32 (i8*, i8*)* @g, i32 (i8*, i8*)** %r, align 8\n"
      "  %9 = load i8*, i8** %w, align 8, !tbaa !3\n"
      "  store { i64, i64 } %m, { i64, i64 }* %n, align 8\n}\n"
      "!3 = !{!4, !4, i64 0}\n!4 = !{!\"vtable pointer\", !5, i64 0}\n");
  must_say(typed, {"  %gridlock.0 = bitcast i24* %0 to i8*, !dbg !5\n"
                   "  call void @__tsan_unaligned_write2(i8* %gridlock.0), !dbg !5\n"
                   "  %gridlock.1 = getelementptr i8, i8* %gridlock.0, i64 2, !dbg !5\n"
                   "  call void @__tsan_unaligned_write1(i8* %gridlock.1), !dbg !5\n"
                   "  store i24 %x",
                   "%gridlock.2 = bitcast i40* bitcast (%struct.B* @b to i40*) to i8*\n"
                   "  call void @__tsan_volatile_read4(i8* %gridlock.2)\n",
                   "to i8*, !dbg !8\n  call void @__tsan_unaligned_read4(",
                   "bitcast <3 x float>* %v to i8*\n  call void @__tsan_write8",
                   "bitcast i32 (i8*, i8*)** %r to i8*\n  call void @__tsan_write8",
                   "  call void @__tsan_vptr_read(i8* %gridlock.",
                   ", i64 ptrtoint ({ i64, i64 }* getelementptr ({ i64, i64 }, "
                   "{ i64, i64 }* null, i32 1) to i64), i32 1)\n",
                   "\ndeclare void @__tsan_unaligned_write1(i8*)\n",
                   "{\n  %2 = alloca i24, align 4\n  store i24 1"});  // Its own variable.

  const std::string opaque = hooked(
      "define void @f(ptr %0) {\n  store x86_fp80 %x, ptr %0, align 16, !dbg !5\n"
      "  %2 = load i24, ptr getelementptr (i8, ptr @b, i64 4), align 4\n}\n"
      "declare void @__tsan_write8(ptr)\n");
  must_say(opaque, {"  call void @__tsan_write8(ptr %0), !dbg !5\n"
                    "  %gridlock.0 = getelementptr i8, ptr %0, i64 8, !dbg !5\n"
                    "  call void @__tsan_write2(ptr %gridlock.0), !dbg !5\n",
                    "@__tsan_unaligned_read2(ptr getelementptr (i8, ptr @b, i64 4))"});
  const std::size_t first = opaque.find("declare void @__tsan_write8");
  CHECK(opaque.find("declare void @__tsan_write8", first + 1) == opaque.npos);
  CHECK_THROWS(hooked("define void @f(ptr %0) {\n  store i32 1, ptr %0\n}\n"));
  const std::string ordinary = "define void @f() {\n  ret void\n}\n";
  CHECK(hook_accesses(ordinary) == ordinary);
  // A function without the attribute, as in our own headers, gets no hooks.
  const std::string alone =
      "define void @f(ptr %0) {\n  store i32 1, ptr %0, align 4\n}\n";
  CHECK(hook_accesses(alone) == alone);
}

TEST_CASE("what the compiler takes to be out of reach gets a hook") {
  // Because of this hook, a switch keeps its range check.
  CHECK(
      contains(hooked("define void @f() {\n  unreachable, !dbg !5\n}\n"),
               "  call void @gridlock_unreachable(), !dbg !5\n  unreachable, !dbg !5\n"));
}

TEST_CASE("an access has no hook only where it cannot leave the function's variables") {
  const std::string before =
      "%struct.P = type { i8, [3 x i32] }\ndefine void @f(i64 %0) {\n"
      "  %1 = alloca %struct.P, align 4\n  %2 = alloca i32, i64 %0, align 4\n"
      "  %3 = getelementptr inbounds %struct.P, %struct.P* %1, i32 0, i32 1\n";
  const auto is_hooked = [&](const std::string& code) {
    return contains(hooked(before + code + "}\n"), "__tsan_");
  };
  const std::string read = "  %9 = load i32, i32* %8, align 4\n";
  CHECK_FALSE(is_hooked(
      "  %8 = getelementptr inbounds [3 x i32], [3 x i32]* %3, i64 0, i64 2\n" + read));
  for (const char* index :
       {"i64 0, i64 3", "i64 1, i64 0", "i64 0, i64 %0", "i64 -1, i64 2"})
    CHECK(is_hooked("  %8 = getelementptr inbounds [3 x i32], [3 x i32]* %3, " +
                    std::string(index) + "\n" + read));
  CHECK(is_hooked("  %8 = bitcast %struct.P* %1 to i32*\n" + read));
  CHECK(is_hooked(
      "  %9 = load i32, i32* %2, align 4\n"));  // The number of elements is unknown.
  // The sanitizer would take a read from these variables for a read of a constant.
  CHECK(is_hooked("  %8 = getelementptr inbounds i32, i32* @constant, i64 %0\n" + read));
  const auto builtin = [](const std::string& indices) {
    return "i32* getelementptr inbounds (%struct.uint3, %struct.uint3* @blockIdx, " +
           indices + "), align 4\n";
  };
  CHECK_FALSE(is_hooked("  %9 = load i32, " + builtin("i32 0, i32 1")));
  CHECK(is_hooked("  %9 = load i32, " + builtin("i32 1, i32 1")));
  CHECK(is_hooked("  store i32 1, " + builtin("i32 0, i32 1")));
  CHECK(is_hooked("  %8 = getelementptr inbounds i32, i32* @warpSize, i64 %0\n" + read));
}

TEST_CASE("a pointer that leaves the code is announced, one to its own variable is not") {
  const auto given = [](const std::string& call) {
    return hooked(
        "declare i32 @cudaGetDevice(i32*)\ndeclare void @gridlock_own(i8*)\n"
        "define void @f(i32* %0, i8* %1) #0 {\n"
        "  %2 = alloca i32, align 4\n" +
        call +
        "\n  ret void\n}\n"
        "attributes #0 = { sanitize_thread }\n");
  };
  CHECK(contains(given("  %9 = call i32 @cudaGetDevice(i32* noundef %0), !dbg !5"),
                 "  %gridlock.0 = bitcast i32* %0 to i8*, !dbg !5\n"
                 "  call void @gridlock_gives(i8* %gridlock.0), !dbg !5\n"
                 "  %9 = call i32 @cudaGetDevice"));
  CHECK_FALSE(contains(given("  %9 = call i32 @cudaGetDevice(i32* noundef %2), !dbg !5"),
                       "gridlock_gives"));
  CHECK_FALSE(
      contains(given("  call void @gridlock_own(i8* %1), !dbg !5"), "gridlock_gives"));
  // Pointers of any type are announced: to a library's class, to a function's address.
  for (const std::string type : {"%\"struct.std::pair\"*", "void (i32)**"})
    CHECK(contains(given("  %9 = call i32 @cudaGetDevice(" + type + " noundef %3)"),
                   "bitcast " + type +
                       " %3 to i8*\n  call void @gridlock_gives(i8* %gridlock.0)\n"));
  // A function that is cast to another type is called by address.
  const std::string other =
      given("  %9 = call i64 bitcast (i64 (i64*)* @time to i64 (i64)*)(i64 noundef %7)");
  CHECK(contains(other,
                 "bitcast i64 (i64)* bitcast (i64 (i64*)* @time to i64 (i64)*) to i8*\n"
                 "  call void @gridlock_calls(i8* %gridlock.0)\n"));
  CHECK(contains(given("  call void inttoptr (i64 -10485760 to void ()*)()"),
                 "  call void @gridlock_calls("));
  // An address within a function, which newer compilers write, is called by address, too.
  CHECK(contains(
      hooked("declare i32 @g(ptr)\ndefine void @f(ptr %0) #0 {\n"
             "  %9 = call i32 getelementptr inbounds (i8, ptr @g, i64 5)(ptr %0)\n"
             "  ret void\n}\nattributes #0 = { sanitize_thread }\n"),
      "  call void @gridlock_calls(ptr getelementptr inbounds (i8, ptr @g, i64 5))\n"));
}

TEST_CASE("a library gets no argument that its caller does not pass") {
  const std::string code = hooked(
      "declare i32 @gettimeofday()\ndeclare float @sinf(float)\n"
      "define void @f(void ()* %0) {\n  %1 = call i32 @gettimeofday()\n"
      "  %2 = call float @sinf(float 1.0)\n  call void %0()\n  call void @f()\n}\n");
  must_say(code, {"{\n  call void @gridlock_forgets()\n  %1 = call i32 @gettimeofday",
                  "()\n  %2 = call float @sinf",
                  "  call void @gridlock_forgets()\n  call void %0()\n",
                  "%0()\n  call void @f()\n"});
}

TEST_CASE("a result that nothing uses is announced, one that is used or defined is not") {
  const auto announced = [](const std::string& function, const std::string& then,
                            bool is_declared = true) {
    const std::string head = "i32 @" + function + "(i32*, i32)";
    const std::string code = hooked(
        (is_declared ? "declare " + head + "\n"
                     : "define " + head + " {\n  ret i32 0\n}\n") +
        "define i32 @f(i32* %p) {\n  %1 = call i32 @" + function + "(i32* %p, i32 1)\n" +
        then + "  ret i32 0\n}\ndefine i32 @g(i32 %1) {\n  ret i32 %1\n}\n");
    return contains(code, "gridlock_result_unused") ||
           contains(code, "gridlock_drops_result");
  };
  for (const char* function : {"_Z9atomicAddPii", "cudaMalloc"}) {
    CHECK(announced(function, ""));
    CHECK(announced(function, "  %12 = add i32 %11, 1\n"));
    CHECK_FALSE(announced(function, "  %12 = add i32 %1, 1\n"));
    CHECK_FALSE(announced(function, "", false));
  }
  CHECK_FALSE(announced("cudaoccupied", ""));
  CHECK_FALSE(announced("strtol", ""));
}

TEST_CASE("compiled code that is made to be slow is not: each would take minutes") {
  constexpr int kMany = 30'000;
  const auto many = [](const std::string& begin, const std::string& text) {
    std::string code = begin;
    for (int i = 0; i < kMany; ++i) code += replace_all(text, "$", std::to_string(i));
    return code + "  ret void\n}\n";
  };
  CHECK(contains(hooked(many("define void @f(i8* %p) {\n",
                             "  %a$ = load i8, i8* %p, align 4, !dbg !5\n"
                             "  %b$ = and i8 %a$, -8, !dbg !5\n"
                             "  %c$ = or i8 %b$, 1, !dbg !5\n"
                             "  store i8 %c$, i8* %p, align 4, !dbg !5\n")),
                 "gridlock_assigns_bits"));
  CHECK(contains(hooked(many("declare i32 @_Z9atomicAddPii(i32*, i32)\n"
                             "define void @f(i32* %p) {\n",
                             "  %a$ = call i32 @_Z9atomicAddPii(i32* %p, i32 1)\n")),
                 "gridlock_result_unused"));
  // Each variable gets its value from the next one, and the last one from the read.
  std::string chain = "define void @f(i32* %p) {\n";
  for (int i = 0; i <= kMany; ++i)
    chain += "  %v" + std::to_string(i) + " = alloca i32, align 4\n";
  for (int i = 0; i < kMany; ++i)
    chain += replace_all("  %x$ = load i32, i32* %v", "$", std::to_string(i)) +
             std::to_string(i + 1) +
             replace_all(", align 4\n  store i32 %x$, i32* %v$, align 4\n", "$",
                         std::to_string(i));
  const std::string end = "  %r = load i32, i32* %p, align 4\n  store i32 %r, i32* %v" +
                          std::to_string(kMany) + ", align 4\n  ret void\n}\n";
  CHECK(hook_comparisons(chain + end) == chain + end);
}

TEST_CASE("what no hook could announce is refused in device code") {
  const std::string code = hooked(
      "define void @f(i8* %0, i8* %1) {\n"
      "  call void @llvm.va_copy(i8* %0, i8* nonnull %1), !dbg !5\n"
      "  %2 = call i32 @llvm.ctpop.i32(i32 7)\n"
      "  call void @llvm.x86.sse2.maskmov.dqu(<16 x i8> %3, <16 x i8> %4, i8* %0)\n"
      "  %5 = call i64 asm sideeffect \"rdtsc\", \"=A\"()\n"
      "  call void @g(%struct.P* noundef byval(%struct.P) align 8 %6)\n}\n"
      "declare i32 @llvm.ctpop.i32(i32) #1\nattributes #1 = { nounwind readnone }\n");
  must_say(code, {"  call void @gridlock_touches(i8* %1, i64 24, i32 0), !dbg !5\n"
                  "  call void @gridlock_touches(i8* %0, i64 24, i32 1), !dbg !5\n",
                  "[26 x i8] c\"llvm.x86.sse2.maskmov.dqu\\00\"\n", " c\"asm\\00\"\n",
                  "(%struct.P, %struct.P* null, i32 1) to i64), i32 0)"});
  CHECK_FALSE(contains(code, "ctpop.i32\\00"));
}

TEST_CASE("atomic instructions and fences are announced with their order") {
  const std::string atomic = hooked(
      "define void @f(ptr %0) {\n"
      "  %1 = load atomic i8, i8* bitcast (i64* @g to i8*) acquire, align 8\n"
      "  store atomic i32 %x, ptr %0 syncscope(\"singlethread\") release, align 4\n"
      "  %2 = atomicrmw volatile add i32* %0, i32 %4 seq_cst, align 4, !dbg !5\n"
      "  %3 = cmpxchg weak ptr %0, i64 %8, i64 %9 acq_rel monotonic, align 8\n"
      "  %4 = cmpxchg ptr %0, i64 %8, i64 %9 release acquire, align 8, !dbg !7\n"
      "  %5 = load atomic i8, i8* bitcast (i64* @_ZGVx to i8*) acquire, align 8\n}\n");
  must_say(atomic, {"bitcast i8* bitcast (i64* @g to i8*) to i8*\n  call void "
                    "@gridlock_host_atomic(i8* %gridlock.0, i32 1, i32 1, i32 1)\n",
                    "host_atomic(ptr %0, i32 4, i32 2, i32 2)\n  store",
                    "bitcast i32* %0 to i8*, !dbg !5\n",
                    "i32 4, i32 3, i32 4), !dbg !5\n  %2 = atomicrmw",
                    "host_atomic(ptr %0, i32 8, i32 3, i32 3)\n  %3 = cmpxchg",
                    "i32 8, i32 3, i32 3), !dbg !7\n  %4 = cmpxchg",
                    "i32 1, i32 5, i32 1)\n  %5 = load",
                    "\ndeclare void @gridlock_host_atomic("});
  const std::string fences = hooked(
      "define void @f() {\n  fence acquire\n  fence seq_cst, !dbg !5\n"
      "  fence syncscope(\"singlethread\") seq_cst\n"
      "  call void @llvm.x86.sse.sfence(), !dbg !6\n}\n");
  must_say(fences,
           {"{\n  call void @gridlock_host_fence(i32 1)\n  fence acquire\n"
            "  call void @gridlock_host_fence(i32 4), !dbg !5\n  fence seq_cst, !dbg "
            "!5\n  fence syncscope",
            "host_fence(i32 2), !dbg !6\n"});
}

TEST_CASE("an assignment to a bit-field is announced in front of its read") {
  // Clang's code for `f->a = v`, a field of three bits, with typed pointers.
  const std::string assignment =
      "define void @f(i32* %8, i32 %6) {\n"
      "  %10 = load i32, i32* %8, align 4, !dbg !43\n"
      "  %11 = and i32 %6, 7, !dbg !43\n"
      "  %12 = and i32 %10, -8, !dbg !43\n"
      "  %13 = or i32 %12, %11, !dbg !43\n"
      "  store i32 %13, i32* %8, align 4, !dbg !43\n"
      "  ret void, !dbg !44\n}\n";
  const std::string code = hooked(assignment);
  must_say(code, {"  call void @gridlock_assigns_bits(i8* %gridlock.0, i32 4), ",
                  "declare void @gridlock_assigns_bits(i8*, i32)\n"});
  // In code that differs a little, the load counts as a read.
  const auto is_read = [&](const std::string& what, const std::string& instead) {
    const std::string changed = replace_all(assignment, what, instead);
    REQUIRE(changed != assignment);
    return !contains(hooked(changed), "gridlock_assigns_bits");
  };
  CHECK(is_read("ret void, ", "call void @g(i32 %10), "));  // The value is used.
  CHECK(is_read("and i32 %10, -8", "and i32 %10, %6"));
  CHECK(is_read("and i32 %10, -8", "add i32 %10, -8"));
  CHECK(is_read("or i32 %12", "xor i32 %12"));
  CHECK(is_read("store i32 %13, i32* %8,", "store i32 %13, i32* %7,"));
  CHECK(is_read("store i32 %13, i32* %8,", "store i32 %11, i32* %8,"));
  // In `*word = *word & ~7 | bits` the `|` has its own location: the load is a read.
  CHECK(is_read("or i32 %12, %11, !dbg !43", "or i32 %12, %11, !dbg !42"));

  // An assignment of a size that takes two hooks, with opaque pointers, at the function's
  // end.
  const std::string odd = hooked(
      "define void @f(ptr %8) {\n"
      "  %14 = load i40, ptr %8, align 8, !dbg !119\n"
      "  %15 = and i40 %14, -9, !dbg !119\n"
      "  %16 = or i40 %15, 0, !dbg !119\n"
      "  store i40 %16, ptr %8, align 8, !dbg !119\n");
  CHECK(contains(odd,
                 "{\n  call void @gridlock_assigns_bits(ptr %8, i32 5), !dbg !119\n"
                 "  call void @__tsan_read4(ptr %8), !dbg !119\n"));
}

TEST_CASE("a gap lies behind each variable in CUDA's memory spaces") {
  const auto gap = [](const std::string& section, const std::string& group) {
    return "@gridlock.gap.0 = private global [16 x i8] zeroinitializer, section \"" +
           section + "\"" + group + ", align 1\n";
  };
  const std::string shared =
      "@a = internal global i32 0, section \"gl_shared\", align 4\n";
  CHECK(with_gaps(shared) == shared + gap("gl_shared", ""));
  const std::string device =
      "@b = global i32 0, section \"gl_device\", align 4, !dbg !3\n";
  CHECK(with_gaps(device) == device + gap("gl_device", ""));
  // The linker keeps or drops the variable and its gap together.
  const std::string of_template =
      "@c = linkonce_odr global i32 0, section \"gl_shared\", comdat, align 4\n";
  CHECK(with_gaps(of_template) == of_template + gap("gl_shared", ", comdat($c)"));
  const std::string grouped =
      "@d = linkonce_odr global i32 0, section \"gl_shared\", comdat($e), align 4\n";
  CHECK(with_gaps(grouped) == grouped + gap("gl_shared", ", comdat($e)"));
  const std::string other = "@f = global i32 0, align 4\n  store i32 0, i32* @f\n";
  CHECK(with_gaps(other) == other);
}

TEST_CASE("what was read is told with what it is compared with") {
  const std::string before =
      "define void @_Z1kPj(i32* %0, i32 %1) {\n"
      "  %3 = alloca i32, align 4\n"
      "  %4 = load volatile i32, i32* %0, align 4, !dbg !5\n";
  const std::string compares = "call void @gridlock_compares(i64 ";
  // Comparing a difference with 0 compares its two parts.  The counter in %3 is no part.
  const std::string typed = hook_comparisons(before +
                                             "  %5 = sub i32 %4, %1\n"
                                             "  %6 = icmp slt i32 %5, 0, !dbg !6\n"
                                             "  %7 = load i32, i32* %3, align 4\n"
                                             "  %8 = icmp slt i32 %7, 9\n"
                                             "  ret void\n}\n");
  CHECK(
      contains(typed,
               "  %gridlock.compared.0 = ptrtoint i32* %0 to i64, !dbg !6\n"
               "  %gridlock.compared.1 = zext i32 %4 to i64, !dbg !6\n"
               "  %gridlock.compared.2 = zext i32 %4 to i64, !dbg !6\n"
               "  %gridlock.compared.3 = zext i32 %1 to i64, !dbg !6\n  " +
                   compares +
                   "%gridlock.compared.0, i64 %gridlock.compared.1, i64 "
                   "%gridlock.compared.2, i64 %gridlock.compared.3, i32 4), !dbg !6\n"));
  CHECK(typed.find(compares) == typed.rfind(compares));
  // A signed comparison with some bits of the value, which went through a variable.
  const std::string kept = hook_comparisons(before +
                                            "  store i32 %4, i32* %3, align 4\n"
                                            "  %5 = load i32, i32* %3, align 4\n"
                                            "  %6 = and i32 %5, 7\n"
                                            "  %7 = icmp sgt i32 %1, %6\n"
                                            "  ret void\n}\n");
  must_say(kept, {compares + "0, i64 %gridlock.compared.0,", "zext i32 %5 to i64\n",
                  ", i32 20)\n"});
  // A comparison with a constant expression gets no hook.
  const std::string computed =
      "  %5 = icmp eq i32 %4, ptrtoint (i8* @x to i32)\n  ret void\n}\n";
  CHECK(hook_comparisons(before + computed) == before + computed);
  const std::string library =
      "define void @_ZSt3minv(i32* %0) {\n"
      "  %2 = load i32, i32* %0, align 4\n"
      "  %3 = icmp eq i32 %2, 1\n}\n";
  CHECK(hook_comparisons(library) == library);
}

}  // namespace gridlock::test_rules
