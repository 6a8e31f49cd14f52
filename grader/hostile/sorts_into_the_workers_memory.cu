// expect: bad_access
// lab: 02_lock_barrier
// Makes up a tree whose inner nodes lie in the worker's memory, which the C++ library
// rotates.

#include <map>

#include "right_barrier.cuh"

void meddle() {
  unsigned long long* spare = spare_bytes();
  if (!spare) return;
  std::_Rb_tree_node_base header, node;
  header._M_parent = nullptr;
  header._M_left = header._M_right = &header;
  auto* const parent = reinterpret_cast<std::_Rb_tree_node_base*>(spare);
  std::_Rb_tree_insert_and_rebalance(true, &node, parent, header);
}
