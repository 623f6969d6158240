/* A check that says where it was, for programs that draw nothing at random (see chance.h for those). */
#ifndef CHECK_H
#define CHECK_H

#include "dominoes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition)                                                          \
    do {                                                                          \
        if (!(condition)) {                                                       \
            fprintf(stderr, "%s:%d: %s fails\n", __FILE__, __LINE__, #condition); \
            exit(1);                                                              \
        }                                                                         \
    } while (0)

#endif
