#include "oracle/program.h"

#include <algorithm>

#include <fmt/format.h>

namespace gridlock::oracle {

namespace {

const char* scope_suffix(Scope scope) {
  return scope == Scope::block ? "_block" : scope == Scope::device ? "" : "_system";
}

const char* scope_name(Scope scope) {
  return scope == Scope::block ? "block" : scope == Scope::device ? "device" : "system";
}

const char* order_name(Order order) {
  static const char* const kNames[] = {"weak",    "relaxed", "acquire",
                                       "release", "acq_rel", "seq_cst"};
  return kNames[static_cast<int>(order)];
}

int count_barriers(const Thread& thread) {
  return static_cast<int>(std::ranges::count_if(
      thread.ops, [](const Op& op) { return op.kind == Kind::barrier; }));
}

std::string atomic_ref(const Op& op, const char* function, const std::string& arguments) {
  return fmt::format(
      "cuda::atomic_ref<int, cuda::thread_scope_{}>(x[{}]).{}({}cuda::memory_order_{})",
      scope_name(op.scope), op.variable, function, arguments, order_name(op.order));
}

std::string read_text(const Op& op) {
  if (op.kind == Kind::load) {
    if (op.order == Order::weak) return fmt::format("x[{}]", op.variable);
    if (op.builtin) return fmt::format("static_cast<volatile int*>(x)[{}]", op.variable);
    return atomic_ref(op, "load", "");
  }
  const bool add = op.kind == Kind::add;
  if (!op.builtin)
    return atomic_ref(op, add ? "fetch_add" : "exchange", fmt::format("{}, ", op.value));
  return fmt::format("{}{}(&x[{}], {})", add ? "atomicAdd" : "atomicExch",
                     scope_suffix(op.scope), op.variable, op.value);
}

std::string store_text(const Op& op) {
  const std::string value = op.stores_last_read ? "last" : fmt::format("{}", op.value);
  if (op.order == Order::weak) return fmt::format("x[{}] = {};", op.variable, value);
  if (op.builtin)
    return fmt::format("static_cast<volatile int*>(x)[{}] = {};", op.variable, value);
  return atomic_ref(op, "store", value + ", ") + ";";
}

std::string fence_text(const Op& op) {
  if (op.builtin) return fmt::format("__threadfence{}();", scope_suffix(op.scope));
  return fmt::format(
      "cuda::atomic_thread_fence(cuda::memory_order_{}, cuda::thread_scope_{});",
      order_name(op.order), scope_name(op.scope));
}

/// The statement as text.  A read stores its value in `out[result]`.
std::string statement(const Op& op, int result) {
  if (op.result_unused) return read_text(op) + ";";
  if (op.reads()) return fmt::format("out[{}] = last = {};", result, read_text(op));
  switch (op.kind) {
    case Kind::store:
      return store_text(op);
    case Kind::fence:
      return fence_text(op);
    case Kind::guard:
      return fmt::format("if (last != {}) return;", op.value);
    default:
      return "__syncthreads();";
  }
}

/// A thread's statements, split at its barriers.
std::vector<std::vector<std::string>> phases_of(const Thread& thread, int first_result) {
  std::vector<std::vector<std::string>> phases(1);
  for (const Op& op : thread.ops) {
    if (op.kind == Kind::barrier)
      phases.emplace_back();
    else
      phases.back().push_back(statement(op, first_result));
    if (op.reads()) ++first_result;
  }
  return phases;
}

std::string complaint_about(const Thread& thread, int variables) {
  bool has_read = false, guarded = false;
  for (const Op& op : thread.ops) {
    const bool is_access = op.reads() || op.writes();
    if (is_access && (op.variable < 0 || op.variable >= variables))
      return "a variable that the program does not have";
    if (op.kind == Kind::guard && !has_read) return "a guard before any read";
    if (op.stores_last_read && !has_read) return "a store of a read before any read";
    if (op.kind == Kind::barrier && guarded) return "a barrier after a guard";
    has_read = has_read || op.reads();
    guarded = guarded || op.kind == Kind::guard;
  }
  return "";
}

}  // namespace

std::string complaint(const Program& program) {
  for (const Thread& thread : program.threads) {
    if (const std::string what = complaint_about(thread, program.variables);
        !what.empty())
      return what;
    for (const Thread& other : program.threads)
      if (other.block == thread.block && count_barriers(other) != count_barriers(thread))
        return "threads of one block with different numbers of barriers";
  }
  return "";
}

int count_reads(const Program& program) {
  int reads = 0;
  for (const Thread& thread : program.threads)
    for (const Op& op : thread.ops) reads += op.reads();
  return reads;
}

int count_blocks(const Program& program) {
  int blocks = 0;
  for (const Thread& thread : program.threads)
    blocks = std::max(blocks, thread.block + 1);
  return blocks;
}

int threads_per_block(const Program& program) {
  std::vector<int> threads(static_cast<std::size_t>(count_blocks(program)));
  for (const Thread& thread : program.threads)
    ++threads[static_cast<std::size_t>(thread.block)];
  return *std::ranges::max_element(threads);
}

std::string cuda_text(const Program& program) {
  std::string text =
      fmt::format("__global__ void {}(int* x, int* out) {{\n", program.name);
  text += "  int last = 0;\n";
  int result = 0;
  for (std::size_t first = 0; first < program.threads.size();) {
    const int block = program.threads[first].block;
    std::vector<std::vector<std::vector<std::string>>> threads;
    for (; first < program.threads.size() && program.threads[first].block == block;
         ++first) {
      threads.push_back(phases_of(program.threads[first], result));
      for (const Op& op : program.threads[first].ops) result += op.reads();
    }
    text += fmt::format("  if (blockIdx.x == {}) {{\n", block);
    for (std::size_t phase = 0; phase < threads.front().size(); ++phase) {
      if (phase) text += "    __syncthreads();\n";
      for (std::size_t thread = 0; thread < threads.size(); ++thread) {
        if (threads[thread][phase].empty()) continue;
        text += fmt::format("    if (threadIdx.x == {}) {{\n", thread);
        for (const std::string& line : threads[thread][phase])
          text += "      " + line + "\n";
        text += "    }\n";
      }
    }
    text += "  }\n";
  }
  return text + "}\n";
}

}  // namespace gridlock::oracle
