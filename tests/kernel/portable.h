/* Included before all else, this makes the compiler one that the kernel knows nothing of: no built-ins, no lanes, no byte order. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#undef __GNUC__
#undef __BYTE_ORDER__
