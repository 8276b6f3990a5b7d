/*
 * librdmacm, found at run time, and what of libibverbs connections need.
 *
 * Only exported functions are here. Those that rdma_verbs.h and verbs.h define inline are ours, over the
 * tables of an open device.
 */
#ifndef RDMADUMP_CM_H
#define RDMADUMP_CM_H

#include <errno.h>
#include <infiniband/verbs.h>
#include <jni.h>
#include <rdma/rdma_cma.h>
#include <stdint.h>
#include <string.h>

/* A macro around what is exported. */
#undef ibv_reg_mr

struct ibv_srq_init_attr;

struct cm {
  void *rdmacm;
  void *verbs;

  __typeof__(rdma_create_event_channel) *create_event_channel;
  __typeof__(rdma_destroy_event_channel) *destroy_event_channel;
  __typeof__(rdma_create_id) *create_id;
  __typeof__(rdma_destroy_id) *destroy_id;
  __typeof__(rdma_migrate_id) *migrate_id;
  __typeof__(rdma_set_option) *set_option;
  __typeof__(rdma_create_ep) *create_ep;
  __typeof__(rdma_destroy_ep) *destroy_ep;
  __typeof__(rdma_resolve_addr) *resolve_addr;
  __typeof__(rdma_bind_addr) *bind_addr;
  __typeof__(rdma_resolve_route) *resolve_route;
  __typeof__(rdma_listen) *listen;
  __typeof__(rdma_connect) *connect;
  __typeof__(rdma_establish) *establish;
  __typeof__(rdma_get_request) *get_request;
  __typeof__(rdma_accept) *accept;
  __typeof__(rdma_reject) *reject;
  __typeof__(rdma_notify) *notify;
  __typeof__(rdma_disconnect) *disconnect;
  __typeof__(rdma_get_src_port) *get_src_port;
  __typeof__(rdma_get_dst_port) *get_dst_port;
  __typeof__(rdma_get_devices) *get_devices;
  __typeof__(rdma_free_devices) *free_devices;
  __typeof__(rdma_getaddrinfo) *getaddrinfo;
  __typeof__(rdma_freeaddrinfo) *freeaddrinfo;
  __typeof__(rdma_create_qp) *create_qp;
  __typeof__(rdma_destroy_qp) *destroy_qp;
  int (*create_srq)(struct rdma_cm_id *id, struct ibv_pd *pd, struct ibv_srq_init_attr *attributes);
  void (*destroy_srq)(struct rdma_cm_id *id);
  __typeof__(rdma_join_multicast) *join_multicast;
  __typeof__(rdma_leave_multicast) *leave_multicast;
  __typeof__(rdma_get_cm_event) *get_cm_event;
  __typeof__(rdma_ack_cm_event) *ack_cm_event;
  __typeof__(rdma_event_str) *event_str;
  __typeof__(rdma_get_remote_ece) *get_remote_ece;
  __typeof__(rdma_set_local_ece) *set_local_ece;

  __typeof__(ibv_get_device_name) *get_device_name;
  __typeof__(ibv_alloc_pd) *alloc_pd;
  __typeof__(ibv_dealloc_pd) *dealloc_pd;
  __typeof__(ibv_reg_mr) *reg_mr;
  __typeof__(ibv_dereg_mr) *dereg_mr;
  __typeof__(ibv_create_ah) *create_ah;
  __typeof__(ibv_create_ah_from_wc) *create_ah_from_wc;
  __typeof__(ibv_destroy_ah) *destroy_ah;
  __typeof__(ibv_get_cq_event) *get_cq_event;
  __typeof__(ibv_ack_cq_events) *ack_cq_events;
  __typeof__(ibv_create_comp_channel) *create_comp_channel;
  __typeof__(ibv_destroy_comp_channel) *destroy_comp_channel;
  __typeof__(ibv_create_cq) *create_cq;
  __typeof__(ibv_destroy_cq) *destroy_cq;
  __typeof__(ibv_query_device) *query_device;
  __typeof__(ibv_query_gid) *query_gid;
  __typeof__(ibv_query_qp) *query_qp;
  __typeof__(ibv_modify_srq) *modify_srq;
  __typeof__(ibv_query_srq) *query_srq;
  __typeof__(ibv_get_async_event) *get_async_event;
  __typeof__(ibv_ack_async_event) *ack_async_event;
};

/* As LibraryProblem of Java has them. */
enum cm_problem {
  CM_NO_PROBLEM,
  CM_NO_RDMACM,
  CM_NO_VERBS,
  CM_OLD_RDMACM,
  CM_OLD_VERBS,
  CM_NO_MEMORY
};

/* Java has pointers as numbers. */
#define CM(handle) ((struct cm *)(intptr_t)(handle))
#define ID(handle) ((struct rdma_cm_id *)(intptr_t)(handle))
#define AT(type, handle) ((type *)(intptr_t)(handle))
#define NUMBER(pointer) ((jlong)(intptr_t)(pointer))

/* The errno that a call left, which some forget to set, negated. */
static inline int negated_errno(void) { return errno > 0 ? -errno : -EIO; }

/* What a call returned that says 0, or -1 with an errno. */
static inline int result_of(int result) { return result ? negated_errno() : 0; }

/* What a call returned that says 0, or an errno; some say -1 with an errno, or a negated one. */
static inline int result_of_verb(int result) {
  return result > 0 ? -result : result == -1 ? negated_errno() : result;
}

/*
 * Whether an identifier is bound to a device. librdmacm takes that for granted in what comes after
 * binding or resolving an address, and would crash.
 */
static inline int has_device(const struct rdma_cm_id *id) { return id->verbs != NULL; }

/* An address of Java's, at most a struct sockaddr_in6; NULL if it is empty. */
struct sockaddr *cm_address(JNIEnv *env, jbyteArray bytes, struct sockaddr_storage *room);

/* Has waits on a channel be ours alone: poll(2), never a read that blocks. 0, or -1 with an errno. */
int cm_do_not_block(int fd);

#endif
