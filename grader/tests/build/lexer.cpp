#include "build/source/lexer.h"
#include "build/source/statements.h"
#include "build/source/syntax.h"
#include "tests/build/workplace.h"
#include "tests/test.h"

namespace gridlock::test_lexer {
std::string joined(const std::vector<Token>& tokens) {
  std::string text;
  for (const Token& token : tokens)
    text += (text.empty() ? "" : " ") + std::string(token.text);
  return text;
}

std::string raw_tokens(std::string_view text) {
  return joined(tokenize_raw(text).tokens);
}

std::vector<int> lines_of(const std::vector<Token>& tokens, std::string_view text) {
  std::vector<int> lines;
  for (const Token& token : tokens)
    if (token.text == text) lines.push_back(token.line);
  return lines;
}

TEST_CASE("words, numbers, literals and punctuation are told apart") {
  CHECK(raw_tokens("a<<<1,2>>>(b)") == "a < < < 1 , 2 > > > ( b )");
  CHECK(raw_tokens("x::y->z...") == "x :: y -> z ...");
  CHECK(raw_tokens("1'000'000 0x1p-3 1.5e+10f .5 1..2") ==
        "1'000'000 0x1p-3 1.5e+10f .5 1..2");
  CHECK(raw_tokens("'a' '\\'' \"b\\\"c\" u8\"d\" L'e' R\"(f\")\" LR\"x(g)\")x\"") ==
        "'a' '\\'' \"b\\\"c\" u8\"d\" L'e' R\"(f\")\" LR\"x(g)\")x\"");
  CHECK(raw_tokens("fooR\"(x\" y") == "fooR \"(x\" y");  // Not a raw string.
  CHECK(raw_tokens("gr\xC3\xBC"
                   "n a$b \\u00fc") ==
        "gr\xC3\xBC"
        "n a$b \\u00fc");
  CHECK(raw_tokens("<: :> <% %> <::a a<::>") == "[ ] { } < :: a a [ ]");
  CHECK(raw_tokens("'unclosed\nnext \"unclosed\nlast") ==
        "'unclosed next \"unclosed last");
  CHECK(raw_tokens("") == "");
}

TEST_CASE("comments are skipped, and lines are counted through everything") {
  const auto raw = tokenize_raw("a // b\nc /* d\n e */ f\n\"/*\" g // */ h \\\n i\nj\n");
  CHECK(joined(raw.tokens) == "a c f \"/*\" g j");
  CHECK(lines_of(raw.tokens, "c") == std::vector{2});
  CHECK(lines_of(raw.tokens, "f") == std::vector{3});
  CHECK(lines_of(raw.tokens, "g") == std::vector{4});
  CHECK(lines_of(raw.tokens, "j") == std::vector{6});
  const auto spliced = tokenize_raw("as\\\nm\\  \n x\nR\"(\n\n)\" y");
  CHECK(joined(spliced.tokens) == "asm x R\"(\n\n)\" y");
  CHECK(lines_of(spliced.tokens, "x") == std::vector{3});
  CHECK(lines_of(spliced.tokens, "y") == std::vector{6});
}

TEST_CASE("a directive is one token, however it is written") {
  const auto raw = tokenize_raw(
      " # define A \\\n B\nx # y\n%: line 5\n#if 1 /* a\n b */ && 2 // c\n"
      "#include <a/*b>\n#include \"c//d\"\nz\n#define S R\"(\n#line 1\n)\"\nw\n");
  std::vector<std::string> directives;
  for (const Token& token : raw.tokens)
    if (token.kind == TokenKind::directive)
      directives.push_back(joined(directive_words(token)));
  CHECK(directives == std::vector<std::string>{"# define A B", "# line 5", "# if 1 & & 2",
                                               "# include < a", "# include \"c//d\"",
                                               "# define S R\"(\n#line 1\n)\""});
  CHECK(lines_of(raw.tokens, "x") == std::vector{3});
  CHECK(lines_of(raw.tokens, "z") == std::vector{9});
  CHECK(lines_of(raw.tokens, "w") == std::vector{13});
}

TEST_CASE("a backslash-newline in a raw string makes the rest doubtful") {
  CHECK(tokenize_raw("a = R\"x(\\\n)x\";").doubtful_line == 1);
  // Without the backslash-newline there would be a )x" that ends the string early.
  CHECK(tokenize_raw("\na = R\"x( )\\\nx\" #line 1 )x\";").doubtful_line == 2);
  CHECK(tokenize_raw("#define A R\"(\\\n)\"").doubtful_line == 1);
  CHECK(tokenize_raw("#define A \"R\" \\\n x\nb = R\"(c)\";").doubtful_line == 0);
  CHECK(tokenize_raw("a \\\n b \"\\\n\"").doubtful_line == 0);
}

TEST_CASE("preprocessed text: every token knows its file and line") {
  const std::string text =
      "# 1 \"a.cu\"\n# 1 \"<built-in>\" 1\n# 1 \"<built-in>\" 3\n# 1 \"a.cu\" 2\n"
      "int x;\n# 1 \"/usr/include/h.h\" 1 3\nint hidden;\n# 5 \"/usr/include/h.h\" 3\n"
      "#pragma hidden\nint hidden;\n# 7 \"a.cu\" 2\n#pragma unroll\ny \"s\n"
      "# 1 \"/student/dir/b.h\" 1\nz\n# 9 \"a.cu\" 2\nlast\n";
  const auto tokenized = tokenize_preprocessed(text, made_up_folders());
  CHECK(joined(tokenized.tokens) == "int x ; y \"s z last");
  CHECK(joined(tokenized.pragmas) == "#pragma unroll");
  CHECK(tokenized.pragmas[0].line == 7);
  CHECK(lines_of(tokenized.tokens, "x") == std::vector{1});
  CHECK(lines_of(tokenized.tokens, "y") == std::vector{8});
  CHECK(lines_of(tokenized.tokens, "last") == std::vector{9});
  const auto& z = tokenized.tokens[5];
  CHECK(tokenized.files[static_cast<std::size_t>(z.file)].name == "dir/b.h");
  CHECK(tokenized.files[static_cast<std::size_t>(z.file)].kind == FileKind::local);
  CHECK(tokenized.inclusions.back().at_line == 9);
  CHECK(tokenized.renaming_marker == -1);
}

TEST_CASE(
    "preprocessed text: a marker names a file by any bytes, as clang escapes them") {
  const auto tokenized = tokenize_preprocessed(
      "# 1 \"a.cu\"\n# 1 \"/student/j\\303\\274r \\\"1\\\"\\\\2\\t\\n.h\" 1 3\n"
      "# 1 \"/student/\\3741.h\" 1 3\n",
      made_up_folders());
  REQUIRE(tokenized.files.size() == 3);
  CHECK(tokenized.files[1].path == "/student/j\u00FCr \"1\"\\2\t\n.h");
  CHECK(tokenized.files[2].path ==
        "/student/\xFC"
        "1.h");
}

TEST_CASE("preprocessed text: what a #line directive leaves is noticed") {
  SourceFolders of_a_lab = made_up_folders();
  of_a_lab.scenarios = "/lab/scenarios.cu";
  const auto renamed =
      tokenize_preprocessed("# 1 \"a.cu\"\nx\n# 1 \"/usr/include/b.h\"\ny\n", of_a_lab);
  CHECK(renamed.renaming_marker >= 0);
  const auto returned = tokenize_preprocessed(
      "# 1 \"a.cu\"\nx\n# 1 \"/usr/include/b.h\" 1 3\ny\n# 3 \"c.h\" 2\nz\n", of_a_lab);
  CHECK(returned.renaming_marker >= 0);
}

TEST_CASE("preprocessed text: a program's #line directives name files of its own") {
  const auto named = tokenize_preprocessed(
      "# 1 \"a.cu\"\nx\n# 7 \"b.y\"\ny\n# 4 \"/usr/include/c.h\"\nz\n# 4 \"a.cu\"\nw\n",
      made_up_folders());
  CHECK(named.renaming_marker < 0);
  REQUIRE(named.files.size() == 3);
  CHECK(named.files[1].kind == FileKind::named);
  CHECK(named.files[1].name == "b.y");
  CHECK(named.files[1].path == made_up_folders().submission.parent_path() / "b.y");
  // A #line with a system path gives only a name: the text does not become system code,
  // which is not rewritten, and the name does not lead out of the folder.
  CHECK(named.files[2].kind == FileKind::named);
  CHECK(named.files[2].name == "c.h");
  REQUIRE(named.tokens.size() == 4);
  CHECK(named.tokens[1].line == 7);
  CHECK(named.tokens[3].file == 0);
}

TEST_CASE("files are told apart by where they lie") {
  SourceFolders folders = made_up_folders();
  folders.scenarios = "/lab/scenarios.cu";
  folders.include_dirs = {"/include"};
  const auto kind = [&](const char* name, bool system = false) {
    return folders.classify(name, system).kind;
  };
  CHECK(kind("a.cu") == FileKind::submission);
  CHECK(kind("./a.cu") == FileKind::submission);
  CHECK(kind("scenarios.cu") == FileKind::scenarios);
  CHECK(kind("/student/b.h") == FileKind::local);
  CHECK(kind("/student/x/../b.h") == FileKind::local);
  CHECK(kind("/student/../etc/passwd") == FileKind::stranger);
  CHECK(kind("/students/b.h") == FileKind::stranger);
  CHECK(kind("/lab/lab.cuh") == FileKind::lab);
  CHECK(kind("/include/x.h") == FileKind::lab);
  CHECK(kind("/usr/include/stdio.h", true) == FileKind::system);
  CHECK(kind("/usr/include/stdio.h") == FileKind::stranger);
  CHECK(kind("<built-in>") == FileKind::builtin);
  CHECK(folders.classify((sim_include_dir() / "cuda.h").string(), true).kind ==
        FileKind::ours);
  CHECK(folders.classify("/include/sub/x.h", false).name == "sub/x.h");
  // Students work in the lab's folder.
  folders.submission = "/lab/a.cu";
  folders.given = {"lab.cuh"};
  CHECK(kind("/lab/lab.cuh") == FileKind::lab);
  CHECK(kind("/lab/own.cuh") == FileKind::local);
  CHECK(kind("/lab/sub/lab.cuh") == FileKind::local);
  const Scratch scratch;
  std::filesystem::create_directory_symlink(sim_include_dir(), scratch / "link");
  CHECK(kind((scratch / "link/cuda.h").c_str(), true) == FileKind::ours);
  CHECK(kind((scratch / "link/cuda.h").c_str()) == FileKind::ours);
  // A student's folder holds the tree, whose headers may be links.
  const auto lab = scratch / "the tree ä/lab";
  std::filesystem::create_directories(lab);
  for (const char* header : {"given.cuh", "own.cuh"}) {
    std::ofstream(scratch / header) << "int x;\n";
    std::filesystem::create_symlink(scratch / header, lab / header);
  }
  folders.submission = scratch / "a.cu";
  folders.scenarios = lab / "scenarios.cu";
  folders.given = {"given.cuh"};
  CHECK(kind((lab / "given.cuh").c_str()) == FileKind::lab);
  CHECK(kind((lab / "own.cuh").c_str()) == FileKind::local);
}

TEST_CASE("scopes: what is a namespace, a class or a block") {
  const auto raw = tokenize_raw(
      "int g; namespace n { int a; struct S : B<int> { int m; void f() { int l; } }; }\n"
      "extern \"C\" { int c; } template <class T> void t() { int u; struct L { int k; }; "
      "}\n"
      "enum class E { e }; int i[] = { v }; struct P p = { w }; class Q f2() { int q; }\n"
      "namespace { int h; } struct alignas(8) __attribute__((aligned(8))) R { int r; "
      "};\n");
  const Syntax syntax(raw.tokens);
  const auto scope_of = [&](std::string_view name) {
    for (std::size_t i = 0; i < syntax.size(); ++i)
      if (syntax.is(i, name)) return syntax.scope(i);
    return ScopeKind::block;
  };
  for (const char* name : {"g", "c"}) CHECK(scope_of(name) == ScopeKind::global);
  for (const char* name : {"a", "h"}) CHECK(scope_of(name) == ScopeKind::named_namespace);
  for (const char* name : {"m", "k", "r"}) CHECK(scope_of(name) == ScopeKind::class_body);
  for (const char* name : {"l", "u", "e", "v", "w", "q"})
    CHECK(scope_of(name) == ScopeKind::block);
}

TEST_CASE("a megabyte that is made to be slow is not: each would take minutes") {
  constexpr std::size_t kMany = 1 << 19;
  const auto many = [&](std::string_view text) {
    std::string all;
    for (std::size_t i = 0; i < kMany / text.size(); ++i) all += text;
    return all;
  };
  for (const auto& [opening, closing] : {std::pair{"{", ")"}, {"(", "}"}, {"[{", "]"}}) {
    const std::string text = many(opening) + many(closing);
    const RawText raw = tokenize_raw(text);
    CHECK(Syntax(raw.tokens).size() == raw.tokens.size());
  }
  const Statements conditions(many("if(a)"));  // Must not exhaust the stack either.
  CHECK(conditions.end(0) + 1 == conditions.tokens().size());
  CHECK(conditions.branches_around(1).size() < 1000);
  CHECK(conditions.in_branch_before(2, "a") == 0);
  CHECK(Statements(many("while(a)")).loop_at(2) == 0);
}

TEST_CASE("a line's branches are known, and whether threads part there") {
  const Statements code(
      "__device__ void f(int n) {\n"       // 1
      "  const int rank = threadIdx.x;\n"  // 2
      "  if (n > 0) {\n"                   // 3
      "    if (rank == 0) {\n"             // 4
      "      add(n);\n"                    // 5
      "    }\n"                            // 6
      "    add(n + 1);\n"                  // 7
      "  }\n"                              // 8
      "  if (n > 1) add(2);\n"             // 9
      "  add(3);\n"                        // 10
      "}\n");
  const auto around = [&](int line) {
    std::string text;
    for (const Branch& branch : code.branches_around(line))
      text += std::to_string(branch.line) + (branch.parts_threads ? "t " : " ");
    return text;
  };
  CHECK(around(5) == "3 4t ");
  CHECK(around(7) == "3 ");
  CHECK(around(9) == "9 ");
  CHECK(around(10) == "");
}

TEST_CASE("a call in a branch that ends just before a line is known") {
  const Statements code(
      "void f(int n, int s) {\n"          // 1
      "  if (n > 0)\n"                    // 2
      "    TRY(wait(s));\n"               // 3
      "  use(1);\n"                       // 4
      "  use(2);\n"                       // 5
      "  if (n > 1) { wait(s); }\n"       // 6
      "  {\n"                             // 7
      "    Guard guard(s);\n"             // 8
      "    if (n) use(3);\n"              // 9
      "  }\n"                             // 10
      "  if (n > 2) { if (n) wait(s);\n"  // 11
      "    k<<<1, 1>>>(s);\n"             // 12
      "  }\n"                             // 13
      "  use(4);\n"                       // 14
      "  wait(s);\n"                      // 15
      "  use(5);\n"                       // 16
      "}\n");
  struct Expected {
    int line, call;
  };
  for (const Expected& at : {Expected{4, 3}, Expected{5, 0}, Expected{9, 6},
                             Expected{12, 11}, Expected{14, 0}, Expected{16, 0}}) {
    CAPTURE(at.line);
    CHECK(code.in_branch_before(at.line, "wait") == at.call);
  }
  CHECK(code.in_branch_before(4, "use") == 0);
}

TEST_CASE(
    "a line's loop is the one around it or, failing that, the next of its function") {
  const Statements code(
      "__device__ int f(int* n) {\n"          // 1
      "  int seen = *n;\n"                    // 2
      "  while (seen == 0) {\n"               // 3
      "    do {\n"                            // 4
      "      seen = *n;\n"                    // 5
      "    } while (seen < 0);\n"             // 6
      "    fence();\n"                        // 7
      "  }\n"                                 // 8
      "  return seen;\n"                      // 9
      "}\n"                                   // 10
      "void g() {\n"                          // 11
      "  for (int i = 0; i < 2; ++i) f();\n"  // 12
      "}\n");
  struct Expected {
    int line, loop;
  };
  for (const Expected& at :
       {Expected{2, 3}, Expected{3, 3}, Expected{5, 4}, Expected{6, 4}, Expected{7, 3},
        Expected{9, 0}, Expected{12, 12}}) {
    CAPTURE(at.line);
    CHECK(code.loop_at(at.line) == at.loop);
  }
}

TEST_CASE("the parameter of a function template is known in its body alone") {
  const Statements code(
      "template <cuda::thread_scope kScope, int n>\n"
      "__device__ void f() {\n"
      "  g();\n"
      "}\n"
      "void h() {\n"
      "  g();\n"
      "}\n");
  CHECK(code.template_parameter(3, "thread_scope") == "kScope");
  CHECK(code.template_parameter(6, "thread_scope") == "");
}

TEST_CASE("unbalanced brackets are survived") {
  for (const char* text : {"}", "{", ")(", "{ ( ] }", "[[", "( { ) }", "<", "> >",
                           "namespace {", "struct", "template <", "extern \"C\" {"}) {
    const auto raw = tokenize_raw(text);
    const Syntax syntax(raw.tokens);
    for (std::size_t i = 0; i < syntax.size(); ++i) {
      CHECK(syntax.after(i) > i);
      CHECK(syntax.declaration_begin(i) <= i);
      CHECK(syntax.declaration_end(i) <= syntax.size());
    }
  }
}

}  // namespace gridlock::test_lexer
