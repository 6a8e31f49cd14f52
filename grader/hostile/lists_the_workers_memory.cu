// expect: bad_access
// lab: 02_lock_barrier
// Makes up a node of a list, so that the C++ library links it into the worker's memory.

#include <list>

#include "right_barrier.cuh"

void meddle() {
  unsigned long long* spare = spare_bytes();
  if (!spare) return;
  unsigned long long node[2] = {0, reinterpret_cast<unsigned long long>(spare)};
  std::__detail::_List_node_base own;
  own._M_hook(reinterpret_cast<std::__detail::_List_node_base*>(node));
}
