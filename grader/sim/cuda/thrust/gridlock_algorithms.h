/// \file
/// The algorithms that the toolkit's containers and policies bring along.  Programs call
/// them without including their headers.
#pragma once

#include "copy.h"
#include "fill.h"
#include "find.h"
#include "for_each.h"
#include "generate.h"
#include "merge.h"
#include "replace.h"
#include "reverse.h"
#include "scan.h"
#include "scatter.h"
#include "transform.h"
