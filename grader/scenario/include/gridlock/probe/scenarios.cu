// No scenarios but those that every module has.
#include <gridlock/scenario.h>

GRIDLOCK_MODULE()
