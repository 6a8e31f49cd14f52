// No scenarios but those that every module has.
#include "nothing.cu"

#include <gridlock/scenario.h>

GRIDLOCK_MODULE()
