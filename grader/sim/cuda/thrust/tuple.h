/// \file
/// thrust::tuple is that of libcu++, and so that of the C++ library.
#pragma once

#include <tuple>

#include "pair.h"

namespace thrust {
using std::get;
using std::make_tuple;
using std::tie;
using std::tuple;
using std::tuple_element;
using std::tuple_size;
}  // namespace thrust
