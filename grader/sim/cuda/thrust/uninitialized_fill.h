/// \file
/// thrust::uninitialized_fill, uninitialized_fill_n.
#pragma once
#include "fill.h"
