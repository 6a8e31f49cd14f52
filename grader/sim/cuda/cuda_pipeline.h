/// Of the toolkit's header, the functions that are no members of a pipeline.
#pragma once

#include "cuda_pipeline_primitives.h"
