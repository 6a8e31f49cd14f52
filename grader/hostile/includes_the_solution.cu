// expect: rejected, compile_error
// lab: 01_last_block
// Includes the reference as if it were one of the compiler's own headers.

#define REFERENCE <../../../solutions/01_last_block/last_block.cu>
#include REFERENCE
