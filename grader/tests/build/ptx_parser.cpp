#include "build/rewrite/ptx_parser.h"

#include <doctest/doctest.h>

#include <string>

namespace gridlock::test_ptx_parser {
using Kind = PtxOperand::Kind;

PtxStatement only(const std::string& text) {
  const PtxText parsed = parse_ptx(text);
  REQUIRE_MESSAGE(parsed.problem.empty(), parsed.problem);
  REQUIRE(parsed.statements.size() == 1);
  return parsed.statements.front();
}

std::string problem(const std::string& text) { return parse_ptx(text).problem; }

TEST_CASE("PTX: an instruction has its qualifiers and operands") {
  const PtxStatement load = only("ld.acquire.gpu.shared::cta.v2.u32 {%0, _}, [%12 + 8];");
  CHECK(load.kind == PtxStatement::Kind::instruction);
  CHECK(load.opcode() == "ld");
  CHECK(load.qualifiers ==
        std::vector<std::string>{"acquire", "gpu", "shared::cta", "v2", "u32"});
  REQUIRE(load.operands.size() == 2);
  REQUIRE(load.operands[0].kind == Kind::vector);
  CHECK(load.operands[0].parts[0].argument == 0);
  CHECK(load.operands[0].parts[1].kind == Kind::sink);
  REQUIRE(load.operands[1].kind == Kind::address);
  CHECK(load.operands[1].offset == 8);
  CHECK(load.operands[1].parts[0].argument == 12);
}

TEST_CASE("PTX: offsets of addresses have a sign") {
  CHECK(only("ld.u32 %0, [%1+16];").operands[1].offset == 16);
  CHECK(only("ld.u32 %0, [%1+-4];").operands[1].offset == -4);
  CHECK(only("ld.u32 %0, [ %1 - 0x10 ];").operands[1].offset == -16);
  CHECK(only("ld.u32 %0, [r];").operands[1].offset == 0);
}

TEST_CASE("PTX: an address may have several parts") {
  const PtxText text = parse_ptx("cp.async.bulk.tensor.1d [%0], [%1, {%2}], [%3];");
  REQUIRE(text.problem.empty());
  const std::vector<PtxOperand>& operands = text.statements[0].operands;
  REQUIRE(operands.size() == 3);
  CHECK(operands[0].parts.size() == 1);
  REQUIRE(operands[1].parts.size() == 2);
  CHECK(operands[1].parts[1].kind == PtxOperand::Kind::vector);
}

TEST_CASE("PTX: guards, negations and two destinations") {
  const PtxStatement branch = only("@!p bra.uni DONE;");
  REQUIRE(branch.guard.size() == 1);
  CHECK(branch.guard[0].text == "p");
  CHECK(branch.guard[0].negated);
  CHECK(branch.operands[0].text == "DONE");
  CHECK_FALSE(only("@%%p1 bra L;").guard[0].negated);
  CHECK(only("bar.red.or.pred r, 0, !p;").operands[2].negated);
  CHECK(only("setp.eq.u32 p|q, a, b;").operands.size() == 4);
}

TEST_CASE("PTX: numbers become C++ literals") {
  const auto number = [](const std::string& text) {
    const PtxOperand operand = only("mov.b64 a, " + text + ";").operands[1];
    CHECK(operand.kind == Kind::number);
    return operand.text;
  };
  CHECK(number("10") == "10ull");
  CHECK(number("0x1F") == "31ull");
  CHECK(number("7U") == "7ull");
  CHECK(number("-1") == "18446744073709551615ull");
  CHECK(number("0f3F800000") == "0x3F800000ull");
  CHECK(number("0d3FF0000000000000") == "0x3FF0000000000000ull");
}

TEST_CASE("PTX: special registers are told from registers") {
  const PtxStatement move = only("mov.u32 %%r1, %%tid.x;");
  CHECK(move.operands[0].kind == Kind::name);
  CHECK(move.operands[0].text == "r1");
  CHECK(move.operands[1].kind == Kind::special);
  CHECK(move.operands[1].text == "tid.x");
  CHECK(only("mov.u32 a, %lanemask_lt;").operands[1].text == "lanemask_lt");
  CHECK(only("mov.u32 a, tid;").operands[1].kind == Kind::name);
}

TEST_CASE("PTX: blocks, registers, labels and comments") {
  const PtxText text = parse_ptx(
      "{\n .reg .pred p, q;\n .reg .b32 t<3>; // three\n L_%=: /* here */ trap; ;\n}");
  REQUIRE_MESSAGE(text.problem.empty(), text.problem);
  REQUIRE(text.statements.size() == 6);
  CHECK(text.statements[0].kind == PtxStatement::Kind::open);
  CHECK(text.statements[1].name == "pred");
  CHECK(text.statements[1].operands[1].text == "q");
  REQUIRE(text.statements[2].operands.size() == 3);
  CHECK(text.statements[2].operands[2].text == "t2");
  CHECK(text.statements[3].kind == PtxStatement::Kind::label);
  CHECK(text.statements[3].name == "L_");
  CHECK(text.statements[4].name == "trap");
  CHECK(text.statements[5].kind == PtxStatement::Kind::close);
  CHECK(text.statements[1].at == 3);
}

TEST_CASE("PTX: what is not understood has a reason and a place") {
  CHECK(problem("ld.u32 %0, [%1]") == "';' is missing before the end of the text.");
  CHECK(problem("ld.u32 %0 [%1];") == "';' is missing before '['.");
  CHECK(problem("ld.u32 %0, [%1;") == "']' is missing before ';'.");
  CHECK(contains(problem(".shared .b32 x;"), ".shared cannot stand"));
  CHECK(contains(problem("mov.f32 %0, 1.5;"), "as its bits"));
  CHECK(contains(problem("mov.f32 %0, 0f12;"), "as its bits"));
  CHECK(problem("add.u32 %0, , 1;") == "An operand is missing, or not understood.");
  CHECK(problem(".reg .b32 t<100000>;") == "There are too many registers.");
  CHECK(problem("= x;") == "An instruction or a label is missing.");
  CHECK(parse_ptx("trap; ld.u32 %0 [%1];").problem_at == 16);
  CHECK(parse_ptx("").statements.empty());
}

}  // namespace gridlock::test_ptx_parser
