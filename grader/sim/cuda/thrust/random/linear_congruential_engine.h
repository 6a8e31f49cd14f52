/// \file
/// thrust::linear_congruential_engine.
#pragma once
#include "../random.h"
