/* Events: rdma_get_cm_event(3), and those that synchronous calls end with. */
#include "cm_event.h"

#include <stdbool.h>

#include "cm.h"
#include "org_rdmadump_rdmacm_CmNatives.h"

static bool is_multicast(enum rdma_cm_event_type type) {
  return type == RDMA_CM_EVENT_MULTICAST_JOIN || type == RDMA_CM_EVENT_MULTICAST_ERROR;
}

static void write_private_data(struct event_record *record, const void *data, uint8_t length) {
  if (data && length) {
    record->private_data_length = length;
    memcpy(record->private_data, data, length);
  }
}

static void write_datagram(struct event_record *record, const struct rdma_cm_event *event) {
  const struct rdma_ud_param *ud = &event->param.ud;
  record->datagram = 1;
  record->qp_num = ud->qp_num;
  record->qkey = ud->qkey;
  record->address = ud->ah_attr;
  if (is_multicast(event->event)) {
    record->group = (uintptr_t)ud->private_data;
  } else {
    write_private_data(record, ud->private_data, ud->private_data_len);
  }
}

static void write_connection(struct event_record *record, const struct rdma_cm_event *event) {
  const struct rdma_conn_param *connection = &event->param.conn;
  record->responder_resources = connection->responder_resources;
  record->initiator_depth = connection->initiator_depth;
  record->flow_control = connection->flow_control;
  record->retry_count = connection->retry_count;
  record->rnr_retry_count = connection->rnr_retry_count;
  record->srq = connection->srq;
  record->qp_num = connection->qp_num;
  write_private_data(record, connection->private_data, connection->private_data_len);
}

void event_write(struct event_record *record, const struct rdma_cm_event *event, int error) {
  memset(record, 0, sizeof *record);
  record->event = (uintptr_t)event;
  record->id = (uintptr_t)event->id;
  record->listen_id =
      event->event == RDMA_CM_EVENT_CONNECT_REQUEST ? (uintptr_t)event->listen_id : 0;
  record->type = (int32_t)event->event;
  record->status = event->status != -1 ? event->status : error > 1 ? -error : -EIO;
  if (is_multicast(event->event) || event->id->qp_type == IBV_QPT_UD) {
    write_datagram(record, event);
  } else {
    write_connection(record, event);
  }
}

JNIEXPORT jlong JNICALL Java_org_rdmadump_rdmacm_CmNatives_createEventChannel(JNIEnv *env,
                                                                              jclass type,
                                                                              jlong cm) {
  (void)env;
  (void)type;
  errno = 0;
  struct rdma_event_channel *channel = CM(cm)->create_event_channel();
  if (!channel) {
    return negated_errno();
  }
  if (cm_do_not_block(channel->fd)) {
    int error = negated_errno();
    CM(cm)->destroy_event_channel(channel);
    return error;
  }
  return NUMBER(channel);
}

JNIEXPORT jint JNICALL Java_org_rdmadump_rdmacm_CmNatives_channelFd(JNIEnv *env, jclass type,
                                                                    jlong channel) {
  (void)env;
  (void)type;
  return AT(struct rdma_event_channel, channel)->fd;
}

JNIEXPORT void JNICALL Java_org_rdmadump_rdmacm_CmNatives_destroyEventChannel(JNIEnv *env,
                                                                              jclass type, jlong cm,
                                                                              jlong channel) {
  (void)env;
  (void)type;
  CM(cm)->destroy_event_channel(AT(struct rdma_event_channel, channel));
}

JNIEXPORT jint JNICALL Java_org_rdmadump_rdmacm_CmNatives_getEvent(JNIEnv *env, jclass type,
                                                                   jlong cm, jlong channel,
                                                                   jobject record) {
  (void)type;
  struct rdma_cm_event *event;
  errno = 0;
  if (CM(cm)->get_cm_event(AT(struct rdma_event_channel, channel), &event)) {
    return negated_errno();
  }
  int error = errno;
  event_write((*env)->GetDirectBufferAddress(env, record), event, error);
  return 0;
}

JNIEXPORT void JNICALL Java_org_rdmadump_rdmacm_CmNatives_ackEvent(JNIEnv *env, jclass type,
                                                                   jlong cm, jlong event) {
  (void)env;
  (void)type;
  CM(cm)->ack_cm_event(AT(struct rdma_cm_event, event));
}

JNIEXPORT jint JNICALL Java_org_rdmadump_rdmacm_CmNatives_discard(JNIEnv *env, jclass type,
                                                                  jlong cm, jlong event, jlong id) {
  (void)env;
  (void)type;
  CM(cm)->ack_cm_event(AT(struct rdma_cm_event, event));
  errno = 0;
  return id ? result_of(CM(cm)->destroy_id(ID(id))) : 0;
}

JNIEXPORT jint JNICALL Java_org_rdmadump_rdmacm_CmNatives_completed(JNIEnv *env, jclass type,
                                                                    jlong cm, jlong handle,
                                                                    jboolean look, jobject record) {
  (void)type;
  struct rdma_cm_id *id = ID(handle);
  struct rdma_cm_event *event = id->event;
  id->event = NULL;
  if (!event && !look) {
    return 0;
  }
  errno = 0;
  if (!event && CM(cm)->get_cm_event(id->channel, &event)) {
    return negated_errno();
  }
  int error = errno;
  struct event_record *to = (*env)->GetDirectBufferAddress(env, record);
  event_write(to, event, error);
  CM(cm)->ack_cm_event(event);
  to->event = 0;
  return 1;
}
