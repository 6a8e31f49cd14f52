// The answer to lab 01 with FENCE() for its fences, and get() for reads of other blocks'
// writes.  The including file defines get(), and may define FENCE(); by default it is empty.

#pragma once

#ifndef FENCE
#define FENCE() static_cast<void>(0)
#endif
#include "right_answer.cuh"
