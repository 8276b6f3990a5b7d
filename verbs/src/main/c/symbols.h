/* Functions of a library that is found at run time. */
#ifndef RDMADUMP_SYMBOLS_H
#define RDMADUMP_SYMBOLS_H

#include <stdbool.h>
#include <stddef.h>

/* A function's name, where in a table its pointer is kept, and whether that may stay NULL. */
struct symbol {
  const char *name;
  size_t place;
  bool optional;
};

enum symbols_result { SYMBOLS_FOUND, SYMBOLS_NO_LIBRARY, SYMBOLS_NO_FUNCTION };

/*
 * Loads the library at path and fills in a table. What failed then: why says what the linker said, or
 * which function is missing, and nothing is left loaded.
 */
enum symbols_result symbols_load(const char *path, const struct symbol *symbols, size_t count,
                                 void *table, void **library, char *why, size_t why_size);

#endif
