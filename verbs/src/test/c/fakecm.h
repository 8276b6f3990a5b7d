/*
 * A stand-in for librdmacm and libibverbs: one device, whose connections end in the same process.
 *
 * What goes wrong is in a file beside it, with .scenario behind its name, which is read at each call:
 * lines "fail CALL ERRNO"; "block CALL 1" as long as a call
 * is not to go on; "be iwarp 1"; "async port TYPE" as long as a port has such an event. What is live, and every rule that was broken, is written to a file with
 * .report behind the name when an event is named.
 */
#ifndef FAKECM_H
#define FAKECM_H

#include <infiniband/verbs.h>
#include <pthread.h>
#include <rdma/rdma_cma.h>
#include <stdbool.h>
#include <stdint.h>

#include "fakewire.h"

#undef ibv_reg_mr

/* How long a destroyer waits for acknowledgements, which another thread is to give. */
enum { PATIENCE_MILLIS = 2000 };

enum { MOST_RECEIVES = 64, MOST_COMPLETIONS = 256, MOST_SEGMENTS = 8, PRIVATE_DATA = 196 };

struct live {
  int channels, ids, events, qps, cqs, cq_channels, srqs, mrs, pds, ahs, mws, addresses, devices;
  int groups;
};

enum armed { UNARMED, FOR_ANY, FOR_SOLICITED };

extern struct live live;
extern pthread_mutex_t lock;

struct receive {
  uint64_t wr_id;
  struct ibv_sge segments[MOST_SEGMENTS];
  int count;
};

struct receives {
  struct receive all[MOST_RECEIVES];
  int count;
};

struct fake_srq {
  struct ibv_srq srq;
  struct fake_srq *next;
  struct receives receives;
  /* Of extended reliable connections. */
  struct ibv_cq *cq;
  uint32_t number;
  uint32_t limit;
};

struct fake_cq {
  struct ibv_cq cq;
  struct ibv_wc completions[MOST_COMPLETIONS];
  int count;
  int unacknowledged;
  enum armed armed;
  /* More completions came than it holds: it takes no more. */
  bool overran;
};

struct fake_qp {
  struct ibv_qp qp;
  struct fake_qp *next;
  struct fake_qp *peer;
  struct fake_srq *srq;
  struct receives receives;
  struct wire_end wire;
  bool signal_all;
};

/* The errno that a call is to fail with, which is set; 0: none. */
int fault_of(const char *call);
/* What is set for a call by another verb than "fail"; 0: nothing. */
int scenario_of(const char *what, const char *call);
void violated(const char *rule, ...);
int eventfd_new(void);
void eventfd_tell(int fd);

struct ibv_context *fake_context(void);
/* Another device, which only identifiers are of. */
struct ibv_context *fake_other_context(void);
struct ibv_pd *fake_pd(void);

struct fake_qp *fake_create_qp(struct ibv_pd *pd, struct ibv_qp_init_attr *attributes,
                               struct ibv_cq *send_cq, struct ibv_cq *recv_cq);
void fake_destroy_qp(struct fake_qp *qp);
void fake_connect(struct fake_qp *one, struct fake_qp *other);
void fake_disconnect(struct fake_qp *qp);
struct fake_srq *fake_create_srq(struct ibv_pd *domain, struct ibv_cq *cq);
void fake_destroy_srq(struct fake_srq *srq);
struct ibv_cq *fake_create_cq(struct ibv_comp_channel *channel);
void fake_destroy_cq(struct ibv_cq *cq);
struct ibv_comp_channel *fake_create_channel(void);
void fake_destroy_channel(struct ibv_comp_channel *channel);

#endif
