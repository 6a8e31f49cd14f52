/// \file
/// thrust::uninitialized_copy, uninitialized_copy_n.
#pragma once
#include "copy.h"
