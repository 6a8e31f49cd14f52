/// The type that declarations name; there are no threads.
#pragma once

using pthread_t = unsigned long;
