/// Shared by the files of several_files.cu.
#pragma once

__global__ void count(UNIT* counter);

unsigned expected(unsigned threads);
