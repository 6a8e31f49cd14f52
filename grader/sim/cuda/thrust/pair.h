/// \file
/// thrust::pair is that of libcu++, and so that of the C++ library.
#pragma once

#include <utility>

namespace thrust {
using std::get;
using std::make_pair;
using std::pair;
using std::tuple_element;
using std::tuple_size;
}  // namespace thrust
