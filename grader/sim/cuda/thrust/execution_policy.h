/// \file
/// The policies of algorithms, and the algorithms that the toolkit's header brings along.
#pragma once

#include "gridlock_algorithms.h"
#include "gridlock_policy.h"
