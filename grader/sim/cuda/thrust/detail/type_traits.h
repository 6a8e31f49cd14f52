/// \file
/// Programs include this header of Thrust's own; they use the C++ library's.
#pragma once
#include <type_traits>
