/// \file
/// thrust::iterator_traits and its like.
#pragma once
#include "../gridlock_access.h"
