#include "symbols.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

enum symbols_result symbols_load(const char *path, const struct symbol *symbols, size_t count,
                                 void *table, void **library, char *why, size_t why_size) {
  /* Providers that it loads in turn keep pointers into it: its code stays when it is closed. */
  void *opened = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (!opened) {
    snprintf(why, why_size, "%s", dlerror());
    return SYMBOLS_NO_LIBRARY;
  }
  for (size_t i = 0; i < count; i++) {
    void *function = dlsym(opened, symbols[i].name);
    if (!function && !symbols[i].optional) {
      snprintf(why, why_size, "%s", symbols[i].name);
      dlclose(opened);
      return SYMBOLS_NO_FUNCTION;
    }
    memcpy((char *)table + symbols[i].place, &function, sizeof function);
  }
  *library = opened;
  return SYMBOLS_FOUND;
}
