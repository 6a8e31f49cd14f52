// Litmus tests through `gridlock run`: what the memory model forbids never comes about,
// and what it allows does, where the simulator can show it.  What it cannot show stands
// at the end, skipped, with the reason.
#include "tests/test.h"

namespace gridlock::test_litmus {
/// How strongly two accesses of a thread are ordered: not at all, by release and acquire,
/// or by fence.sc.
enum Strength { kUnordered, kAcquireRelease, kSequential };

struct Form {
  const char* access;
  const char* fence;
  Strength strength;
};

/// Each form of access, with each fence between blocks.
const Form kForms[] = {
    {"volatile", "none", kUnordered},
    {"volatile", "block", kUnordered},
    {"volatile", "device", kSequential},
    {"volatile", "system", kSequential},
    {"volatile", "fence_acq_rel", kAcquireRelease},
    {"volatile", "fence_seq_cst", kSequential},
    {"relaxed", "none", kUnordered},
    {"relaxed", "block", kUnordered},
    {"relaxed", "device", kSequential},
    {"relaxed", "system", kSequential},
    {"relaxed", "fence_acq_rel", kAcquireRelease},
    {"relaxed", "fence_seq_cst", kSequential},
    {"acq_rel", "none", kAcquireRelease},
    {"seq_cst", "none", kSequential},
};

struct Shape {
  const char* name;
  Strength forbidden_by;  ///< The weakest order that forbids the weak outcome.
  bool shown;             ///< Whether the simulator produces it where it is allowed.
};

const Shape kShapes[] = {
    {"CoRR", kUnordered, true},    {"CoWW", kUnordered, true},
    {"CoRW", kUnordered, true},    {"CoWR", kUnordered, true},
    {"MP", kAcquireRelease, true}, {"WRC", kAcquireRelease, true},
    {"SB", kSequential, true},     {"ISA2", kAcquireRelease, true},
    {"R", kSequential, true},      {"LB", kAcquireRelease, false},
    {"IRIW", kSequential, true},   {"S", kAcquireRelease, true},
    {"2+2W", kSequential, true},
};

/// Whether some schedule ends with the weak outcome of one of the shapes.
bool comes_about(const Form& form, const char* place,
                 const std::vector<std::string>& shapes, int schedules) {
  std::vector<std::string> words{
      "run",         std::string(GRIDLOCK_TESTS_DIR) + "/sim/litmus/litmus.cu",
      "--schedules", std::to_string(schedules),
      "--",          form.access,
      form.fence,    place};
  words.insert(words.end(), shapes.begin(), shapes.end());
  const ProcessResult result = run_gridlock(words);
  CAPTURE(result.errors);
  const bool passed = result.output.find("\npassed: ") != std::string::npos ||
                      result.output.starts_with("passed: ");
  const bool weak = result.output.find("stale_value: ") != std::string::npos ||
                    result.output.find("wrong_result: ") != std::string::npos;
  CHECK_MESSAGE(passed != weak, result.output);
  CHECK(result.exit_code == (weak ? 1 : 0));
  return weak;
}

std::vector<std::string> forbidden_by(Strength strength) {
  std::vector<std::string> shapes;
  for (const Shape& shape : kShapes)
    if (strength >= shape.forbidden_by) shapes.push_back(shape.name);
  return shapes;
}

TEST_SUITE("full") {
  TEST_CASE("litmus: between blocks, what the model forbids never comes about") {
    for (const Form& form : kForms) {
      CAPTURE(form.access);
      CAPTURE(form.fence);
      CHECK_FALSE(comes_about(form, "blocks", forbidden_by(form.strength), 250));
    }
  }

  TEST_CASE("litmus: within a block, fences of block scope are as good as wide ones") {
    for (const char* access : {"volatile", "relaxed"})
      for (const char* fence : {"block", "device"}) {
        CAPTURE(access);
        CAPTURE(fence);
        CHECK_FALSE(comes_about({access, fence, kSequential}, "block",
                                forbidden_by(kSequential), 250));
      }
    CHECK(comes_about({"volatile", "none", kUnordered}, "block", {"SB"}, 1000));
  }

  TEST_CASE("litmus: what the model allows comes about") {
    for (const Form& form : kForms)
      for (const Shape& shape : kShapes) {
        if (form.strength >= shape.forbidden_by || !shape.shown) continue;
        CAPTURE(form.access);
        CAPTURE(form.fence);
        CAPTURE(shape.name);
        CHECK(comes_about(form, "blocks", {shape.name}, 6000));
      }
  }

  TEST_CASE("litmus: load buffering" *
            doctest::description("A read returns a value that was written before it: "
                                 "reads from the future are not modelled.") *
            doctest::skip()) {
    CHECK(comes_about(kForms[0], "blocks", {"LB"}, 6000));
  }
}

}  // namespace gridlock::test_litmus
