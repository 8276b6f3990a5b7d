/* An event as Java reads it: org.rdmadump.rdmacm.Layout. */
#ifndef RDMADUMP_CM_EVENT_H
#define RDMADUMP_CM_EVENT_H

#include <rdma/rdma_cma.h>
#include <stddef.h>
#include <stdint.h>

enum { PRIVATE_DATA_MOST = 255 };

struct event_record {
  /* 0: acknowledged. */
  uint64_t event;
  uint64_t id;
  /* 0: none. */
  uint64_t listen_id;
  int32_t type;
  int32_t status;
  int32_t datagram;
  uint8_t responder_resources;
  uint8_t initiator_depth;
  uint8_t flow_control;
  uint8_t retry_count;
  uint8_t rnr_retry_count;
  uint8_t srq;
  uint32_t qp_num;
  uint32_t qkey;
  int32_t private_data_length;
  struct ibv_ah_attr address;
  uint8_t private_data[PRIVATE_DATA_MOST + 1];
  /* The number of a multicast group; 0: none. */
  uint64_t group;
};

_Static_assert(offsetof(struct event_record, type) == 24, "Layout.EVENT_TYPE");
_Static_assert(offsetof(struct event_record, datagram) == 32, "Layout.EVENT_DATAGRAM");
_Static_assert(offsetof(struct event_record, srq) == 41, "Layout.EVENT_SHARED_RECEIVE_QUEUE");
_Static_assert(offsetof(struct event_record, qp_num) == 44, "Layout.EVENT_QUEUE_PAIR");
_Static_assert(offsetof(struct event_record, private_data_length) == 52,
               "Layout.EVENT_PRIVATE_LENGTH");
_Static_assert(offsetof(struct event_record, address) == 56, "Layout.EVENT_ADDRESS");
_Static_assert(offsetof(struct event_record, private_data) == 88, "Layout.EVENT_PRIVATE");
_Static_assert(offsetof(struct event_record, group) == 344, "Layout.EVENT_GROUP");

_Static_assert(offsetof(struct ibv_wc, status) == 8, "Layout.COMPLETION_STATUS");
_Static_assert(offsetof(struct ibv_wc, opcode) == 12, "Layout.COMPLETION_OPCODE");
_Static_assert(offsetof(struct ibv_wc, byte_len) == 20, "Layout.COMPLETION_LENGTH");
_Static_assert(offsetof(struct ibv_wc, imm_data) == 24, "Layout.COMPLETION_IMMEDIATE");
_Static_assert(offsetof(struct ibv_wc, qp_num) == 28, "Layout.COMPLETION_QUEUE_PAIR");
_Static_assert(offsetof(struct ibv_wc, src_qp) == 32, "Layout.COMPLETION_SOURCE");
_Static_assert(offsetof(struct ibv_wc, wc_flags) == 36, "Layout.COMPLETION_FLAGS");

_Static_assert(offsetof(struct ibv_sge, length) == 8, "Layout.SEGMENT_LENGTH");
_Static_assert(offsetof(struct ibv_sge, lkey) == 12, "Layout.SEGMENT_KEY");

/*
 * Writes an event down, so that it can be acknowledged. Where librdmacm itself failed on its way, its
 * status is -1; error is the errno of that time, 0 if it is not known.
 */
void event_write(struct event_record *record, const struct rdma_cm_event *event, int error);

#endif
