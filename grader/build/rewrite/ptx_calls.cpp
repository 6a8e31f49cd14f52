#include "build/rewrite/ptx_calls.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "common/text.h"

namespace gridlock {
namespace {

const std::string kOurs = "::gridlock::sim::";

/// Why an instruction has no translation.
struct Untranslated {
  std::string why;
};

/// A PTX type: u32 is {'u', 4}.
struct PtxType {
  char kind = '\0';
  unsigned bytes = 0;
  bool is_signed() const { return kind == 's'; }
};

std::optional<PtxType> type_named(std::string_view name) {
  if (name == "pred") return PtxType{'p', 1};
  static constexpr std::pair<std::string_view, unsigned> kWidths[] = {
      {"8", 1}, {"16", 2}, {"32", 4}, {"64", 8}};
  for (const auto& [digits, bytes] : kWidths) {
    const bool has_width = name.size() > 1 && name.substr(1) == digits;
    if (!has_width) continue;
    const char kind = name.front();
    const bool is_float = kind == 'f' && bytes > 1;
    if (kind == 'b' || kind == 'u' || kind == 's' || is_float)
      return PtxType{kind, bytes};
  }
  return std::nullopt;
}

template <std::size_t N>
std::string meaning_in(const std::pair<std::string_view, std::string_view> (&table)[N],
                       std::string_view name) {
  for (const auto& [known, meaning] : table)
    if (known == name) return std::string(meaning);
  return "";
}

constexpr std::pair<std::string_view, std::string_view> kScopes[] = {
    {"cta", "kBlock"}, {"cluster", "kCluster"}, {"gpu", "kDevice"}, {"sys", "kSystem"}};

constexpr std::pair<std::string_view, std::string_view> kOrders[] = {
    {"relaxed", "kRelaxed"},        {"acquire", "kAcquire"}, {"release", "kRelease"},
    {"acq_rel", "kAcquireRelease"}, {"sc", "kSequential"},   {"weak", "weak"},
    {"volatile", "volatile"}};

constexpr std::pair<std::string_view, std::string_view> kCachePaths[] = {
    {"ca", "kLoadAllLevels"}, {"cg", "kLoadGlobal"},   {"cs", "kLoadStreaming"},
    {"lu", "kLoadLastUse"},   {"cv", "kLoadVolatile"}, {"nc", "kLoadReadOnly"}};

/// Whether the qualifier changes no result.
bool is_cache_hint(std::string_view word) {
  return starts_with_any(word, {"L1::", "L2::"}) || is_any_of(word, {"wb", "wt"});
}

/// Special registers with three components, such as `tid.x`.
constexpr std::pair<std::string_view, std::string_view> kSpecialVectors[] = {
    {"tid", "::threadIdx"},
    {"ntid", "::blockDim"},
    {"ctaid", "::blockIdx"},
    {"nctaid", "::gridDim"},
    {"cluster_ctaid", "::__clusterRelativeBlockIdx()"},
    {"cluster_nctaid", "::__clusterDim()"},
    {"clusterid", "::__clusterIdx()"},
    {"nclusterid", "::__clusterGridDimInClusters()"}};

constexpr std::pair<std::string_view, std::string_view> kSpecial[] = {
    {"cluster_ctarank", "::__clusterRelativeBlockRank()"},
    {"cluster_nctarank", "::__clusterSizeInBlocks()"},
    {"laneid", "::gridlock::sim::ptx_lane()"},
    {"warpid", "::gridlock::sim::ptx_warp()"},
    {"nwarpid", "::gridlock::sim::ptx_warps()"},
    {"smid", "::gridlock_multiprocessor()"},
    {"clock", "(::clock64() & 0xffffffffull)"},
    {"clock_hi", "((unsigned long long)::clock64() >> 32)"},
    {"clock64", "(unsigned long long)::clock64()"},
    {"globaltimer", "::gridlock_global_nanoseconds()"},
    {"globaltimer_lo", "(::gridlock_global_nanoseconds() & 0xffffffffull)"},
    {"globaltimer_hi", "(::gridlock_global_nanoseconds() >> 32)"},
    {"lanemask_eq", "(1u << ::gridlock::sim::ptx_lane())"},
    {"lanemask_lt", "((1u << ::gridlock::sim::ptx_lane()) - 1)"},
    {"lanemask_le", "((2ull << ::gridlock::sim::ptx_lane()) - 1)"},
    {"lanemask_gt", "(0xffffffffull & ~((2ull << ::gridlock::sim::ptx_lane()) - 1))"},
    {"lanemask_ge", "(0xffffffffull & ~((1ull << ::gridlock::sim::ptx_lane()) - 1))"}};

/// A special register as a C++ expression; "" if it is not available.
std::string special(std::string_view name) {
  const bool is_part =
      name.ends_with(".x") || name.ends_with(".y") || name.ends_with(".z");
  if (!is_part) return meaning_in(kSpecial, name);
  const std::size_t dot = name.size() - 2;
  const std::string vector = meaning_in(kSpecialVectors, name.substr(0, dot));
  return vector.empty() ? "" : vector + std::string(name.substr(dot));
}

std::string literal_of(unsigned long long value) { return std::to_string(value) + "ull"; }

std::string variable_of(std::string_view prefix, std::string name) {
  std::replace(name.begin(), name.end(), '$', '_');
  return std::string(prefix) + name;
}

/// The comparison with this name as a C++ operator; lo, ls, hi and hs are for unsigned.
std::string comparison(std::string_view name) {
  static constexpr std::pair<std::string_view, std::string_view> kNames[] = {
      {"eq", "=="}, {"ne", "!="}, {"lt", "<"},  {"le", "<="}, {"gt", ">"},
      {"ge", ">="}, {"lo", "<"},  {"ls", "<="}, {"hi", ">"},  {"hs", ">="}};
  return meaning_in(kNames, name);
}

}  // namespace

struct PtxTranslator::Form {
  const PtxStatement& statement;
  std::string order;  ///< "weak", "volatile", an Order of the runtime, or "".
  std::string scope;  ///< A Scope of the runtime, or "".
  std::string cache;  ///< A CachePath, or "".
  bool shared = false;
  bool of_cluster = false;  ///< .shared::cluster: also other blocks' shared memory.
  bool global = false;
  unsigned elements = 1;
  std::vector<PtxType> types;
  std::vector<std::string> rest;  ///< All other qualifiers.

  const PtxOperand& operand(std::size_t index) const {
    if (index >= statement.operands.size()) throw Untranslated{"it has too few operands"};
    return statement.operands[index];
  }
  std::size_t count() const { return statement.operands.size(); }
  bool has(std::string_view word) const { return is_any_of(word, rest); }
  const PtxType& type() const {
    if (types.empty()) throw Untranslated{"it has no type that is known here"};
    return types.front();
  }
  /// Throws if there is a qualifier that is not in `known`.
  void only(std::initializer_list<std::string_view> known) const {
    for (const std::string& word : rest)
      if (!is_any_of(word, known)) throw Untranslated{"it has ." + word};
  }
};

PtxTranslator::PtxTranslator(const PtxText& text, std::vector<unsigned> argument_bytes)
    : text_(text), argument_bytes_(std::move(argument_bytes)) {}

const std::map<std::string_view, PtxTranslator::Handler>& PtxTranslator::handlers() {
  using T = PtxTranslator;
  static const std::map<std::string_view, Handler> kHandlers{
      {"ld", &T::load},           {"st", &T::store},
      {"atom", &T::atomic},       {"red", &T::atomic},
      {"fence", &T::fence},       {"membar", &T::fence},
      {"bar", &T::barrier},       {"barrier", &T::barrier},
      {"mbarrier", &T::mbarrier}, {"cp", &T::copy},
      {"nanosleep", &T::pause},   {"mov", &T::move},
      {"cvt", &T::convert},       {"cvta", &T::convert_address},
      {"add", &T::arithmetic},    {"sub", &T::arithmetic},
      {"and", &T::arithmetic},    {"or", &T::arithmetic},
      {"xor", &T::arithmetic},    {"not", &T::arithmetic},
      {"shl", &T::arithmetic},    {"shr", &T::arithmetic},
      {"min", &T::arithmetic},    {"max", &T::arithmetic},
      {"neg", &T::arithmetic},    {"setp", &T::compare},
      {"selp", &T::select},       {"bra", &T::branch},
      {"trap", &T::trap},         {"mapa", &T::map_to_rank},
      {"getctarank", &T::rank_of}};
  return kHandlers;
}

/// A `__label__` declaration of the labels in the block that begins here: each asm
/// statement has its own labels.
std::string PtxTranslator::labels(std::size_t begin) const {
  std::string names;
  int depth = 0;
  for (std::size_t i = begin; i < text_.statements.size() && depth >= 0; ++i) {
    const PtxStatement& statement = text_.statements[i];
    depth += statement.kind == PtxStatement::Kind::open;
    depth -= statement.kind == PtxStatement::Kind::close;
    if (statement.kind == PtxStatement::Kind::label && depth == 0)
      names += " __label__ " + variable_of("gridlock_l_", statement.name) + ";";
  }
  return names;
}

PtxCode PtxTranslator::translate(std::size_t index) {
  const PtxStatement& statement = text_.statements.at(index);
  code_.clear();
  try {
    switch (statement.kind) {
      case PtxStatement::Kind::open:
        return {" {" + labels(index + 1), ""};
      case PtxStatement::Kind::close:
        return {" }", ""};
      case PtxStatement::Kind::label:
        return {" " + variable_of("gridlock_l_", statement.name) + ":;", ""};
      case PtxStatement::Kind::registers: {
        const auto type = type_named(statement.name);
        if (!type) throw Untranslated{"registers of this type are not available"};
        for (const PtxOperand& name : statement.operands) {
          register_bytes_[name.text] = type->bytes;
          code_ += " unsigned long long " + variable_of("gridlock_r_", name.text) + ";";
        }
        return {code_, ""};
      }
      case PtxStatement::Kind::instruction:
        instruction(statement);
        return {code_, ""};
    }
  } catch (const Untranslated& untranslated) {
    return {"", untranslated.why};
  }
  return {};
}

void PtxTranslator::instruction(const PtxStatement& statement) {
  const auto handler = handlers().find(statement.opcode());
  if (handler == handlers().end()) throw Untranslated{"it is none of these"};
  if (!statement.guard.empty()) code_ += " if (" + value(statement.guard.front()) + ")";
  code_ += " {";
  (this->*handler->second)(form_of(statement));
  code_ += " }";
}

PtxTranslator::Form PtxTranslator::form_of(const PtxStatement& statement) const {
  Form form{.statement = statement};
  for (const std::string& word : statement.qualifiers) {
    if (std::string order = meaning_in(kOrders, word); !order.empty()) {
      form.order = order;
    } else if (std::string scope = meaning_in(kScopes, word); !scope.empty()) {
      form.scope = scope;
    } else if (std::string cache = meaning_in(kCachePaths, word); !cache.empty()) {
      form.cache = cache;
    } else if (const auto type = type_named(word)) {
      form.types.push_back(*type);
    } else if (word == "shared" || word == "shared::cta" || word == "shared::cluster") {
      form.shared = true;
      form.of_cluster |= word == "shared::cluster";
    } else if (word == "global") {
      form.global = true;
    } else if (word == "v2" || word == "v4") {
      form.elements = word == "v2" ? 2 : 4;
    } else if (!is_cache_hint(word)) {
      form.rest.push_back(word);
    }
  }
  return form;
}

// ------------------------------------------------------------------------- operands

unsigned PtxTranslator::bytes_of(const PtxOperand& operand) const {
  if (operand.kind == PtxOperand::Kind::argument) {
    const auto index = static_cast<std::size_t>(operand.argument);
    return index < argument_bytes_.size() ? argument_bytes_[index] : 8;
  }
  const auto found = register_bytes_.find(operand.text);
  return found == register_bytes_.end() ? 8 : found->second;
}

/// The operand's bits as a C++ expression.
std::string PtxTranslator::value(const PtxOperand& operand) const {
  if (operand.negated) {
    PtxOperand plain = operand;
    plain.negated = false;
    return "!" + value(plain);
  }
  switch (operand.kind) {
    case PtxOperand::Kind::argument:
      if (static_cast<std::size_t>(operand.argument) >= argument_bytes_.size())
        throw Untranslated{"there is no operand %" + std::to_string(operand.argument)};
      return "gridlock_" + std::to_string(operand.argument);
    case PtxOperand::Kind::name:
      if (!register_bytes_.contains(operand.text))
        throw Untranslated{"the register " + operand.text + " is not declared"};
      return variable_of("gridlock_r_", operand.text);
    case PtxOperand::Kind::special: {
      const std::string found = special(operand.text);
      if (found.empty())
        throw Untranslated{"the special register %" + operand.text + " is not available"};
      return found;
    }
    case PtxOperand::Kind::number:
      return operand.text;
    default:
      throw Untranslated{"an operand has a form that is not available here"};
  }
}

std::string PtxTranslator::generic_address(const Form& form,
                                           const PtxOperand& operand) const {
  if (operand.kind != PtxOperand::Kind::address)
    throw Untranslated{"an address is missing"};
  if (operand.parts.size() != 1)
    throw Untranslated{"an address of several parts is not available"};
  const std::string bits = value(operand.parts.front()) + " + " +
                           literal_of(static_cast<unsigned long long>(operand.offset));
  return kOurs + (form.shared ? "ptx_shared(" : "ptx_generic(") + bits + ")";
}

/// The address in a register, as a C++ pointer.
std::string PtxTranslator::pointer(const Form& form, const PtxOperand& operand) const {
  return kOurs + (form.shared ? "ptx_shared(" : "ptx_generic(") + value(operand) + ")";
}

/// Assigns a value, truncated to the register's width.
std::string PtxTranslator::assign(const PtxOperand& to, const std::string& what) const {
  if (to.kind == PtxOperand::Kind::sink) return " (void)(" + what + ");";
  return " " + value(to) + " = " + kOurs + "ptx_cut(" + what + ", " +
         std::to_string(bytes_of(to)) + ");";
}

// --------------------------------------------------------------------------- memory

namespace {

std::vector<PtxOperand> elements_of(const PtxOperand& operand, unsigned count) {
  if (count == 1) return {operand};
  if (operand.kind != PtxOperand::Kind::vector || operand.parts.size() != count)
    throw Untranslated{"it has no vector of " + std::to_string(count) + " registers"};
  return operand.parts;
}

std::string at_element(const std::string& address, std::size_t index, unsigned bytes) {
  return index == 0
             ? address
             : kOurs + "ptx_at(" + address + ", " + std::to_string(index * bytes) + ")";
}

/// The C++ type for a volatile access of this size.
std::string word_type(unsigned bytes) {
  if (bytes == 1) return "unsigned char";
  if (bytes == 2) return "unsigned short";
  return bytes == 4 ? "unsigned" : "unsigned long long";
}

std::string require(const std::string& what, const char* why) {
  if (what.empty()) throw Untranslated{why};
  return kOurs + what;
}

std::string widened(const std::string& bits, const PtxType& type) {
  if (!type.is_signed()) return bits;
  return kOurs + "ptx_signed(" + bits + ", " + std::to_string(type.bytes) + ")";
}

}  // namespace

void PtxTranslator::load(const Form& form) {
  form.only({"mmio"});
  const PtxType type = form.type();
  const auto to = elements_of(form.operand(0), form.elements);
  const std::string address = generic_address(form, form.operand(1));
  const bool weak = form.order.empty() || form.order == "weak";
  const std::string bytes = std::to_string(type.bytes);
  if (weak && form.elements > 1) {
    if (form.elements * type.bytes > 16) throw Untranslated{"it has more than 16 bytes"};
    const std::string path = kOurs + (form.cache.empty() ? "kLoadAllLevels" : form.cache);
    code_ += " " + kOurs + "PtxVector gridlock_v; ::gridlock_ld(&gridlock_v, " + address +
             ", " + std::to_string(form.elements * type.bytes) + ", " + path + ");";
    for (std::size_t i = 0; i < to.size(); ++i)
      code_ += assign(
          to[i],
          widened("gridlock_v.get(" + std::to_string(i) + ", " + bytes + ")", type));
    return;
  }
  for (std::size_t i = 0; i < to.size(); ++i) {
    const std::string from = at_element(address, i, type.bytes);
    std::string bits;
    if (weak)
      bits = kOurs + "ptx_ld(" + from + ", " + bytes + ", " + kOurs +
             (form.cache.empty() ? "kLoadAllLevels" : form.cache) + ")";
    else if (form.order == "volatile")
      bits = "*static_cast<const volatile " + word_type(type.bytes) + "*>(" + from + ")";
    else
      bits = "::gridlock_load(" + from + ", " + bytes + ", " + kOurs + form.order + ", " +
             require(form.scope, "a strong load needs a scope, such as .gpu") + ")";
    code_ += assign(to[i], widened(bits, type));
  }
}

void PtxTranslator::store(const Form& form) {
  form.only({"mmio"});
  const PtxType type = form.type();
  const auto from = elements_of(form.operand(1), form.elements);
  const std::string address = generic_address(form, form.operand(0));
  const bool weak = form.order.empty() || form.order == "weak";
  if (!weak) return strong_store(form, address);
  if (form.elements * type.bytes > 16) throw Untranslated{"it has more than 16 bytes"};
  code_ += " " + kOurs + "PtxVector gridlock_v;";
  for (std::size_t i = 0; i < from.size(); ++i)
    code_ += " gridlock_v.set(" + std::to_string(i) + ", " + std::to_string(type.bytes) +
             ", " + value(from[i]) + ");";
  code_ += " ::gridlock_st(" + address + ", &gridlock_v, " +
           std::to_string(form.elements * type.bytes) + ", " + kOurs +
           "kStoreWriteBack);";
}

void PtxTranslator::strong_store(const Form& form, const std::string& address) {
  const PtxType type = form.type();
  const auto from = elements_of(form.operand(1), form.elements);
  for (std::size_t i = 0; i < from.size(); ++i) {
    const std::string to = at_element(address, i, type.bytes);
    if (form.order == "volatile")
      code_ += " *static_cast<volatile " + word_type(type.bytes) + "*>(" + to +
               ") = static_cast<" + word_type(type.bytes) + ">(" + value(from[i]) + ");";
    else
      code_ += " ::gridlock_store(" + to + ", " + std::to_string(type.bytes) + ", " +
               value(from[i]) + ", " + kOurs + form.order + ", " +
               require(form.scope, "a strong store needs a scope, such as .gpu") + ");";
  }
}

namespace {

/// The runtime's name of an atomic operation on this type; "" if there is none.
std::string rmw_named(std::string_view name, const PtxType& type) {
  const bool is_float = type.kind == 'f';
  if (type.bytes < 4 && name != "cas") return "";
  if (name == "add" && is_float)
    return type.bytes == 4 ? "kRmwAddFloat" : "kRmwAddDouble";
  if (is_float) return "";
  if (name == "min") return type.is_signed() ? "kRmwMinSigned" : "kRmwMinUnsigned";
  if (name == "max") return type.is_signed() ? "kRmwMaxSigned" : "kRmwMaxUnsigned";
  static constexpr std::pair<std::string_view, std::string_view> kOthers[] = {
      {"add", "kRmwAdd"}, {"exch", "kRmwExchange"}, {"cas", "kRmwCompareExchange"},
      {"inc", "kRmwInc"}, {"dec", "kRmwDec"},       {"and", "kRmwAnd"},
      {"or", "kRmwOr"},   {"xor", "kRmwXor"}};
  return meaning_in(kOthers, name);
}

/// The order of a read-modify-write.
/// \param written as in Form::order
std::string order_of_rmw(const std::string& written) {
  if (written == "weak" || written == "volatile" || written == "kSequential")
    throw Untranslated{"it cannot have this order"};
  return written.empty() ? "kRelaxed" : written;
}

std::string failure_order(const std::string& order) {
  if (order == "kRelease") return "kRelaxed";
  return order == "kAcquireRelease" ? "kAcquire" : order;
}

}  // namespace

void PtxTranslator::atomic(const Form& form) {
  const PtxType type = form.type();
  const bool reduces = form.statement.opcode() == "red";
  if (form.rest.size() != 1 || form.elements > 1)
    throw Untranslated{"this form of it is not available"};
  const std::string& name = form.rest.front();
  const std::string operation = rmw_named(name, type);
  if (operation.empty() || (reduces && (name == "cas" || name == "exch")))
    throw Untranslated{"this operation on this type is not available"};
  const std::size_t first = reduces ? 0 : 1;
  const std::string address = generic_address(form, form.operand(first));
  const bool compares = name == "cas";
  const std::string compare = compares ? value(form.operand(first + 1)) : "0";
  const std::string operand = value(form.operand(first + (compares ? 2 : 1)));
  const std::string order = order_of_rmw(form.order);
  const std::string scope = form.scope.empty() ? "kDevice" : form.scope;
  const std::string call = "::gridlock_rmw(" + address + ", " +
                           std::to_string(type.bytes) + ", " + kOurs + operation + ", " +
                           operand + ", " + compare + ", " + kOurs + order + ", " +
                           kOurs + scope + ", " + kOurs + failure_order(order) + ")";
  code_ += reduces ? " " + call + ";" : assign(form.operand(0), widened(call, type));
}

/// PTX ISA, section "membar/fence": membar.{cta,gl,sys} is fence.sc.{cta,gpu,sys}; a
/// fence without an order is acq_rel.
void PtxTranslator::fence(const Form& form) {
  if (form.has("proxy")) return proxy_fence(form);
  std::string scope = form.scope;
  std::string order = form.order.empty() ? "kAcquireRelease" : form.order;
  if (form.statement.opcode() == "membar") {
    form.only({"gl"});
    order = "kSequential";
    if (form.has("gl")) scope = "kDevice";
  } else {
    form.only({"mbarrier_init"});
  }
  code_ += " ::gridlock_fence(" + kOurs + order + ", " +
           require(scope, "a fence needs a scope, such as .gpu") + ");";
}

/// PTX ISA, section "membar/fence": the fence between the generic proxy and the async
/// proxy, which bulk copies use; for all memory or for one state space.
void PtxTranslator::proxy_fence(const Form& form) {
  form.only({"proxy", "async"});
  if (!form.has("async")) throw Untranslated{"of these fences there is .proxy.async"};
  if (form.shared || !form.global) code_ += " ::gridlock_proxy_fence();";
}

// ------------------------------------------------------------------------- barriers

void PtxTranslator::barrier(const Form& form) {
  if (form.has("warp")) {
    code_ += " ::gridlock_warp_sync(" + value(form.operand(0)) + ");";
    return;
  }
  if (form.statement.qualifiers.front() == "cluster") return cluster_barrier(form);
  form.only({"sync", "arrive", "red", "aligned", "popc", "and", "or"});
  if (form.has("red")) return reduce_at_barrier(form);
  const bool arrives = form.has("arrive");
  const std::string number = value(form.operand(0));
  const std::string threads = form.count() > 1 ? value(form.operand(1)) : "0";
  if (arrives && form.count() < 2) throw Untranslated{"arrive needs a number of threads"};
  code_ += " ::gridlock_bar(" + number + ", " + threads + ", " + kOurs +
           (arrives ? "kBarArrive" : "kBarSync") + ", 0);";
}

/// PTX ISA, section "barrier.cluster": an arrival releases unless it is relaxed; a wait
/// acquires.
void PtxTranslator::cluster_barrier(const Form& form) {
  form.only({"cluster", "arrive", "wait", "aligned"});
  const bool waits = form.has("wait");
  if (waits == form.has("arrive")) throw Untranslated{"it is .arrive or .wait"};
  code_ += waits ? " ::gridlock_cluster_wait(true);"
                 : std::string(" ::gridlock_cluster_arrive(") +
                       (form.order == "kRelaxed" ? "false" : "true") + ");";
}

void PtxTranslator::reduce_at_barrier(const Form& form) {
  const bool counted = form.count() > 3;
  const char* how = form.has("popc")  ? "kBarCount"
                    : form.has("and") ? "kBarAnd"
                    : form.has("or")  ? "kBarOr"
                                      : nullptr;
  if (!how) throw Untranslated{"its operation is popc, and or or"};
  code_ += assign(form.operand(0),
                  "(unsigned long long)::gridlock_bar(" + value(form.operand(1)) + ", " +
                      (counted ? value(form.operand(2)) : "0") + ", " + kOurs + how +
                      ", " + value(form.operand(counted ? 3 : 2)) + ")");
}

/// PTX ISA, section "mbarrier": by default, an arrival releases and a wait acquires, at
/// block scope.
void PtxTranslator::mbarrier(const Form& form) {
  const std::string& what = form.statement.qualifiers.front();
  if (form.of_cluster && what != "arrive")
    throw Untranslated{"it is for the block's own mbarrier, in .shared::cta"};
  if (what == "init") {
    code_ += " ::gridlock_mbarrier_init(" + generic_address(form, form.operand(0)) +
             ", " + value(form.operand(1)) + ");";
  } else if (what == "inval") {
    code_ +=
        " ::gridlock_mbarrier_init(" + generic_address(form, form.operand(0)) + ", 0);";
  } else if (what == "arrive" || what == "arrive_drop") {
    arrive_at_mbarrier(form);
  } else if (what == "expect_tx") {
    form.only({"expect_tx"});
    expect_bytes(form, 0);
  } else if (what == "test_wait" || what == "try_wait") {
    wait_at_mbarrier(form);
  } else {
    throw Untranslated{"this form of it is not available"};
  }
}

void PtxTranslator::arrive_at_mbarrier(const Form& form) {
  form.only({"arrive", "arrive_drop", "expect_tx"});  // .noComplete is not supported.
  const bool has_state = form.operand(0).kind != PtxOperand::Kind::address;
  const std::size_t at = has_state ? 1 : 0;
  const bool expects = form.has("expect_tx");
  if (expects) expect_bytes(form, at);
  const bool counts = !expects && form.count() > at + 1;
  const std::string call = "::gridlock_mbarrier_arrive(" +
                           generic_address(form, form.operand(at)) + ", " +
                           (counts ? value(form.operand(at + 1)) : "1") + ", " +
                           (form.has("arrive_drop") ? "true" : "false") + ", " + kOurs +
                           (form.order.empty() ? "kRelease" : form.order) + ", " + kOurs +
                           (form.scope.empty() ? "kBlock" : form.scope) + ")";
  code_ += has_state ? assign(form.operand(0), call) : " " + call + ";";
}

/// \param at the index of the mbarrier operand; the number of bytes follows it
void PtxTranslator::expect_bytes(const Form& form, std::size_t at) {
  if (form.of_cluster)
    throw Untranslated{"it expects bytes at the block's own mbarrier, in .shared::cta"};
  code_ += " ::gridlock_mbarrier_expect(" + generic_address(form, form.operand(at)) +
           ", " + value(form.operand(at + 1)) + ");";
}

void PtxTranslator::wait_at_mbarrier(const Form& form) {
  form.only({"test_wait", "try_wait", "parity"});
  code_ +=
      assign(form.operand(0),
             "::gridlock_mbarrier_look(" + generic_address(form, form.operand(1)) + ", " +
                 value(form.operand(2)) + ", " + (form.has("parity") ? "true" : "false") +
                 ", " + kOurs + (form.order.empty() ? "kAcquire" : form.order) + ", " +
                 kOurs + (form.scope.empty() ? "kBlock" : form.scope) + ")");
}

void PtxTranslator::copy(const Form& form) {
  if (form.statement.qualifiers.empty() || form.statement.qualifiers.front() != "async")
    throw Untranslated{"this form of it is not available"};
  if (form.has("bulk")) return bulk_copy(form);
  if (form.has("commit_group")) {
    code_ += " ::gridlock_copy_commit();";
  } else if (form.has("wait_all")) {
    code_ += " ::gridlock_copy_commit(); ::gridlock_copy_wait(0);";
  } else if (form.has("wait_group")) {
    code_ += " ::gridlock_copy_wait(" + value(form.operand(0)) + ");";
  } else {
    form.only({"async"});
    if (!form.shared || form.of_cluster || !form.global || form.cache.empty())
      throw Untranslated{"it copies from .global to .shared, by .ca or .cg"};
    Form source{.statement = form.statement};
    const std::string size = value(form.operand(2));
    const std::string zeros =
        form.count() > 3 ? size + " - " + value(form.operand(3)) : "0";
    code_ += " ::gridlock_copy_async(" + generic_address(form, form.operand(0)) + ", " +
             generic_address(source, form.operand(1)) + ", " + size + ", " + zeros + ");";
  }
}

/// PTX ISA, section "cp.async.bulk": copies into shared memory with an mbarrier, which
/// counts the bytes, or out of it in groups.
void PtxTranslator::bulk_copy(const Form& form) {
  if (form.has("commit_group")) {
    form.only({"async", "bulk", "commit_group"});
    code_ += " ::gridlock_bulk_commit();";
    return;
  }
  if (form.has("wait_group")) {
    form.only({"async", "bulk", "wait_group", "read"});
    code_ += " ::gridlock_bulk_wait(" + value(form.operand(0)) + ", " +
             (form.has("read") ? "true" : "false") + ");";
    return;
  }
  form.only({"async", "bulk", "bulk_group", "mbarrier::complete_tx::bytes"});
  if (!form.shared || !form.global)
    throw Untranslated{"it copies between .global and .shared"};
  Form in_global{.statement = form.statement};
  const bool loads = form.has("mbarrier::complete_tx::bytes");
  if (loads == form.has("bulk_group"))
    throw Untranslated{"it has a .bulk_group, or an mbarrier for its bytes"};
  const std::string to = generic_address(loads ? form : in_global, form.operand(0));
  const std::string from = generic_address(loads ? in_global : form, form.operand(1));
  const std::string what = to + ", " + from + ", " + value(form.operand(2));
  code_ += loads ? " ::gridlock_bulk_load(" + generic_address(form, form.operand(3)) +
                       ", " + what + ");"
                 : " ::gridlock_bulk_store(" + what + ");";
}

// ------------------------------------------------------------------------- clusters

/// PTX ISA, section "mapa": the address that corresponds to this one in the block with
/// this rank.
void PtxTranslator::map_to_rank(const Form& form) {
  form.only({});
  if (form.shared && !form.of_cluster)
    throw Untranslated{"it maps generic addresses or those of .shared::cluster"};
  const std::string mapped = "::gridlock_cluster_map(" + pointer(form, form.operand(1)) +
                             ", (unsigned)(" + value(form.operand(2)) + "))";
  code_ +=
      assign(form.operand(0), form.shared ? "::gridlock_shared_offset(" + mapped + ")"
                                          : kOurs + "ptx_bits_of(" + mapped + ")");
}

void PtxTranslator::rank_of(const Form& form) {
  form.only({});
  code_ += assign(form.operand(0), "(unsigned long long)::gridlock_cluster_rank(" +
                                       pointer(form, form.operand(1)) + ")");
}

void PtxTranslator::pause(const Form& form) {
  code_ += " ::__nanosleep((unsigned)(" + value(form.operand(0)) + "));";
}

// ------------------------------------------------------------------ plain instructions

void PtxTranslator::move(const Form& form) {
  form.only({});
  code_ += assign(form.operand(0), value(form.operand(1)));
}

void PtxTranslator::convert(const Form& form) {
  form.only({});
  const bool integers =
      form.types.size() == 2 && form.types[0].kind != 'f' && form.types[1].kind != 'f';
  if (!integers) throw Untranslated{"it converts integers only here"};
  const PtxType& from = form.types[1];
  code_ += assign(form.operand(0), widened(kOurs + "ptx_cut(" + value(form.operand(1)) +
                                               ", " + std::to_string(from.bytes) + ")",
                                           from));
}

void PtxTranslator::convert_address(const Form& form) {
  form.only({"to"});
  const std::string from = value(form.operand(1));
  std::string result = from;  // A global address equals its generic one.
  if (form.shared)
    result = form.has("to")
                 ? "::gridlock_shared_offset(" + kOurs + "ptx_generic(" + from + "))"
                 : kOurs + "ptx_bits_of(" + kOurs + "ptx_shared(" + from + "))";
  code_ += assign(form.operand(0), result);
}

void PtxTranslator::arithmetic(const Form& form) {
  form.only({});
  const PtxType type = form.type();
  if (type.kind == 'f') throw Untranslated{"it calculates with integers only here"};
  const std::string_view name = form.statement.opcode();
  const std::string a = widened(value(form.operand(1)), type);
  if (name == "not" || name == "neg") {
    const std::string result = name == "neg"      ? "0ull - " + a
                               : type.kind == 'p' ? "!" + a
                                                  : "~" + a;
    code_ += assign(form.operand(0), result);
    return;
  }
  static constexpr std::pair<std::string_view, std::string_view> kSigns[] = {
      {"add", "+"}, {"sub", "-"}, {"and", "&"}, {"or", "|"}, {"xor", "^"}};
  const std::string b = widened(value(form.operand(2)), type);
  const std::string sign = meaning_in(kSigns, name);
  const std::string bits = std::to_string(8 * type.bytes);
  std::string result = a + " " + sign + " " + b;
  if (name == "shl")
    result = "(" + b + " < " + bits + " ? " + a + " << " + b + " : 0ull)";
  if (name == "shr")
    result = kOurs + "ptx_shift_right(" + a + ", " + b + ", " +
             (type.is_signed() ? "true" : "false") + ")";
  if (name == "min" || name == "max")
    result = std::string("(") + kOurs + "ptx_less(" + a + ", " + b + ", " +
             (type.is_signed() ? "true" : "false") +
             ") == " + (name == "min" ? "true" : "false") + " ? " + a + " : " + b + ")";
  code_ += assign(form.operand(0),
                  kOurs + "ptx_cut(" + result + ", " + std::to_string(type.bytes) + ")");
}

void PtxTranslator::compare(const Form& form) {
  const PtxType type = form.type();
  const std::string sign = form.rest.size() == 1 ? comparison(form.rest.front()) : "";
  if (sign.empty() || type.kind == 'f' || form.count() != 3)
    throw Untranslated{"it compares integers only here"};
  const std::string cast = type.is_signed() ? "(long long)" : "";
  const auto side = [&](std::size_t index) {
    return cast + widened(kOurs + "ptx_cut(" + value(form.operand(index)) + ", " +
                              std::to_string(type.bytes) + ")",
                          type);
  };
  code_ += assign(form.operand(0), side(1) + " " + sign + " " + side(2));
}

void PtxTranslator::select(const Form& form) {
  form.only({});
  code_ += assign(form.operand(0), "(" + value(form.operand(3)) + " ? " +
                                       value(form.operand(1)) + " : " +
                                       value(form.operand(2)) + ")");
}

void PtxTranslator::branch(const Form& form) {
  form.only({"uni"});
  const std::string& label = form.operand(0).text;
  const auto is_label = [&](const PtxStatement& statement) {
    return statement.kind == PtxStatement::Kind::label && statement.name == label;
  };
  if (std::none_of(text_.statements.begin(), text_.statements.end(), is_label))
    throw Untranslated{"there is no label " + label};
  code_ += " goto " + variable_of("gridlock_l_", label) + ";";
}

void PtxTranslator::trap(const Form& form) {
  form.only({});
  code_ += " ::__trap();";
}

}  // namespace gridlock
