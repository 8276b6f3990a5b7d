#include "verbs.h"

#include <dlfcn.h>
#include <errno.h>
#include <string.h>

#include "symbols.h"

static const char *const LIBRARY = "libibverbs.so.1";

#define SYMBOL(function) {"ibv_" #function, offsetof(struct verbs, function), false}

static const struct symbol SYMBOLS[] = {
    SYMBOL(get_device_list),
    SYMBOL(free_device_list),
    SYMBOL(get_device_name),
    SYMBOL(open_device),
    SYMBOL(close_device),
    SYMBOL(query_device),
    SYMBOL(query_port),
    SYMBOL(alloc_pd),
    SYMBOL(dealloc_pd),
    SYMBOL(reg_mr),
    SYMBOL(dereg_mr),
    SYMBOL(create_comp_channel),
    SYMBOL(destroy_comp_channel),
    SYMBOL(create_cq),
    SYMBOL(destroy_cq),
    SYMBOL(get_cq_event),
    SYMBOL(ack_cq_events),
    SYMBOL(get_async_event),
    SYMBOL(ack_async_event),
    SYMBOL(create_qp),
    SYMBOL(modify_qp),
    SYMBOL(destroy_qp),
};

enum step verbs_load(struct verbs *verbs, const char *path, char *why, size_t why_size) {
  memset(verbs, 0, sizeof *verbs);
  enum symbols_result result =
      symbols_load(*path ? path : LIBRARY, SYMBOLS, sizeof SYMBOLS / sizeof *SYMBOLS, verbs,
                   &verbs->library, why, why_size);
  if (result) {
    memset(verbs, 0, sizeof *verbs);
  }
  return result == SYMBOLS_FOUND        ? STEP_NONE
         : result == SYMBOLS_NO_LIBRARY ? STEP_LOAD_LIBRARY
                                        : STEP_FIND_SYMBOL;
}

void verbs_unload(struct verbs *verbs) {
  if (verbs->library) {
    dlclose(verbs->library);
    memset(verbs, 0, sizeof *verbs);
  }
}

int verbs_query_port(const struct verbs *verbs, struct ibv_context *context, uint8_t port,
                     struct ibv_port_attr *attributes) {
  memset(attributes, 0, sizeof *attributes);
  struct verbs_context *extended = verbs_get_ctx_op(context, query_port);
  if (extended) {
    return extended->query_port(context, port, attributes, sizeof *attributes);
  }
  return verbs->query_port(context, port, (struct _compat_ibv_port_attr *)attributes);
}

int verbs_query_device(const struct verbs *verbs, struct ibv_context *context,
                       struct ibv_device_attr_ex *attributes) {
  memset(attributes, 0, sizeof *attributes);
  struct verbs_context *extended = verbs_get_ctx_op(context, query_device_ex);
  if (extended) {
    int error = extended->query_device_ex(context, NULL, attributes, sizeof *attributes);
    if (error != EOPNOTSUPP && error != ENOSYS) {
      return error;
    }
    memset(attributes, 0, sizeof *attributes);
  }
  return verbs->query_device(context, &attributes->orig_attr);
}
