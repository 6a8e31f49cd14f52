/// The functions of the toolkit's header that are not members of a pipeline.
#pragma once

#include "cuda_pipeline_primitives.h"
