/*
 * libibverbs, found at run time: what does without RDMA also runs where it is not installed.
 *
 * Only exported functions are here. Those that verbs.h defines inline go through the tables of an
 * open device and are called as they are.
 */
#ifndef RDMADUMP_VERBS_H
#define RDMADUMP_VERBS_H

#include <infiniband/verbs.h>
#include <stddef.h>

#include "steps.h"

/* In verbs.h these are macros around what is exported. */
#undef ibv_reg_mr
#undef ibv_query_port

struct verbs {
  void *library;
  __typeof__(ibv_get_device_list) *get_device_list;
  __typeof__(ibv_free_device_list) *free_device_list;
  __typeof__(ibv_get_device_name) *get_device_name;
  __typeof__(ibv_open_device) *open_device;
  __typeof__(ibv_close_device) *close_device;
  __typeof__(ibv_query_device) *query_device;
  __typeof__(ibv_query_port) *query_port;
  __typeof__(ibv_alloc_pd) *alloc_pd;
  __typeof__(ibv_dealloc_pd) *dealloc_pd;
  __typeof__(ibv_reg_mr) *reg_mr;
  __typeof__(ibv_dereg_mr) *dereg_mr;
  __typeof__(ibv_create_comp_channel) *create_comp_channel;
  __typeof__(ibv_destroy_comp_channel) *destroy_comp_channel;
  __typeof__(ibv_create_cq) *create_cq;
  __typeof__(ibv_destroy_cq) *destroy_cq;
  __typeof__(ibv_get_cq_event) *get_cq_event;
  __typeof__(ibv_ack_cq_events) *ack_cq_events;
  __typeof__(ibv_get_async_event) *get_async_event;
  __typeof__(ibv_ack_async_event) *ack_async_event;
  __typeof__(ibv_create_qp) *create_qp;
  __typeof__(ibv_modify_qp) *modify_qp;
  __typeof__(ibv_destroy_qp) *destroy_qp;
};

/*
 * Loads the library at path, or libibverbs.so.1 where path is empty. Returns STEP_NONE, or the step
 * that failed: then why says what the linker said, or which function is missing, and nothing is
 * left loaded.
 */
enum step verbs_load(struct verbs *verbs, const char *path, char *why, size_t why_size);

/* Does nothing if nothing is loaded. */
void verbs_unload(struct verbs *verbs);

/* As ibv_query_port and ibv_query_device_ex of verbs.h, through pointers. 0 or an errno. */
int verbs_query_port(const struct verbs *verbs, struct ibv_context *context, uint8_t port,
                     struct ibv_port_attr *attributes);
int verbs_query_device(const struct verbs *verbs, struct ibv_context *context,
                       struct ibv_device_attr_ex *attributes);

#endif
