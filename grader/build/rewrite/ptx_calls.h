/// PTX instructions for memory and synchronization become calls of the simulator's
/// functions (sim/cuda/gridlock_ptx.h), as C++ text.
///
/// Orders and scopes follow the PTX ISA, chapter "Memory Consistency Model".  `ld` and
/// `st` without an order are weak (section "Operation types").  `.volatile` is relaxed
/// with system scope.  `atom` and `red` are relaxed with GPU scope (section "Parallel
/// Synchronization and Communication Instructions").  A vector is one access per element
/// (section "Vector data-types").
#pragma once

#include <map>
#include <string>
#include <vector>

#include "build/rewrite/ptx_parser.h"

namespace gridlock {

struct PtxCode {
  std::string text;     ///< A C++ statement.
  std::string problem;  ///< Why it has no translation; "" if it has.
};

/// Translates the statements of one text in order.
class PtxTranslator {
 public:
  /// \param argument_bytes the size of each operand of the asm statement; the C++
  /// variables gridlock_0, gridlock_1, ... hold their bits
  PtxTranslator(const PtxText& text, std::vector<unsigned> argument_bytes);

  /// Declares the labels of the block that begins at this statement; must be called first
  /// for the outermost block.
  std::string labels(std::size_t begin = 0) const;
  PtxCode translate(std::size_t index);

 private:
  struct Form;
  using Handler = void (PtxTranslator::*)(const Form&);
  static const std::map<std::string_view, Handler>& handlers();

  void instruction(const PtxStatement& statement);
  Form form_of(const PtxStatement& statement) const;

  void load(const Form& form);
  void store(const Form& form);
  void strong_store(const Form& form, const std::string& address);
  void atomic(const Form& form);
  void fence(const Form& form);
  void proxy_fence(const Form& form);
  void barrier(const Form& form);
  void cluster_barrier(const Form& form);
  void reduce_at_barrier(const Form& form);
  void mbarrier(const Form& form);
  void arrive_at_mbarrier(const Form& form);
  void expect_bytes(const Form& form, std::size_t at);
  void wait_at_mbarrier(const Form& form);
  void copy(const Form& form);
  void bulk_copy(const Form& form);
  void map_to_rank(const Form& form);
  void rank_of(const Form& form);
  void pause(const Form& form);
  void move(const Form& form);
  void convert(const Form& form);
  void convert_address(const Form& form);
  void arithmetic(const Form& form);
  void compare(const Form& form);
  void select(const Form& form);
  void branch(const Form& form);
  void trap(const Form& form);

  std::string value(const PtxOperand& operand) const;
  std::string generic_address(const Form& form, const PtxOperand& operand) const;
  std::string pointer(const Form& form, const PtxOperand& operand) const;
  std::string assign(const PtxOperand& to, const std::string& what) const;
  unsigned bytes_of(const PtxOperand& operand) const;

  const PtxText& text_;
  std::vector<unsigned> argument_bytes_;
  std::map<std::string, unsigned> register_bytes_;
  std::string code_;
};

}  // namespace gridlock
