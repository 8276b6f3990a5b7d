/* What a device says of itself: ibv_query_device(3) to ibv_query_qp(3), ibv_get_async_event(3). */
#include <arpa/inet.h>
#include <endian.h>

#include "cm.h"
#include "org_rdmadump_rdmacm_DeviceNatives.h"

#define COUNT(array) ((jsize)(sizeof(array) / sizeof *(array)))

JNIEXPORT jlong JNICALL Java_org_rdmadump_rdmacm_DeviceNatives_context(JNIEnv *env, jclass type,
                                                                       jlong id) {
  (void)env;
  (void)type;
  return NUMBER(ID(id)->verbs);
}

JNIEXPORT jlong JNICALL Java_org_rdmadump_rdmacm_DeviceNatives_listed(JNIEnv *env, jclass type,
                                                                      jlong list, jint index) {
  (void)env;
  (void)type;
  return NUMBER(AT(struct ibv_context *, list)[index]);
}

JNIEXPORT jstring JNICALL Java_org_rdmadump_rdmacm_DeviceNatives_name(JNIEnv *env, jclass type,
                                                                      jlong cm, jlong context) {
  (void)type;
  return (*env)->NewStringUTF(env,
                              CM(cm)->get_device_name(AT(struct ibv_context, context)->device));
}

JNIEXPORT jint JNICALL Java_org_rdmadump_rdmacm_DeviceNatives_vectors(JNIEnv *env, jclass type,
                                                                      jlong context) {
  (void)env;
  (void)type;
  return AT(struct ibv_context, context)->num_comp_vectors;
}

/* As DeviceAttributes of Java has them. */
JNIEXPORT jint JNICALL Java_org_rdmadump_rdmacm_DeviceNatives_queryDevice(
    JNIEnv *env, jclass type, jlong cm, jlong context, jlongArray numbers, jbyteArray firmware) {
  (void)type;
  struct ibv_device_attr is = {.fw_ver = ""};
  errno = 0;
  int result = result_of_verb(CM(cm)->query_device(AT(struct ibv_context, context), &is));
  if (result) {
    return result;
  }
  const jlong values[] = {
      (jlong)be64toh(is.node_guid),
      (jlong)be64toh(is.sys_image_guid),
      (jlong)is.max_mr_size,
      (jlong)is.page_size_cap,
      is.vendor_id,
      is.vendor_part_id,
      is.hw_ver,
      is.max_qp,
      is.max_qp_wr,
      is.device_cap_flags,
      is.max_sge,
      is.max_sge_rd,
      is.max_cq,
      is.max_cqe,
      is.max_mr,
      is.max_pd,
      is.max_qp_rd_atom,
      is.max_ee_rd_atom,
      is.max_res_rd_atom,
      is.max_qp_init_rd_atom,
      is.max_ee_init_rd_atom,
      is.atomic_cap,
      is.max_ee,
      is.max_rdd,
      is.max_mw,
      is.max_raw_ipv6_qp,
      is.max_raw_ethy_qp,
      is.max_mcast_grp,
      is.max_mcast_qp_attach,
      is.max_total_mcast_qp_attach,
      is.max_ah,
      is.max_fmr,
      is.max_map_per_fmr,
      is.max_srq,
      is.max_srq_wr,
      is.max_srq_sge,
      is.max_pkeys,
      is.local_ca_ack_delay,
      is.phys_port_cnt,
  };
  (*env)->SetLongArrayRegion(env, numbers, 0, COUNT(values), values);
  (*env)->SetByteArrayRegion(env, firmware, 0, sizeof is.fw_ver, (const jbyte *)is.fw_ver);
  return 0;
}

/* As PortAttributes of Java has them. */
JNIEXPORT jint JNICALL Java_org_rdmadump_rdmacm_DeviceNatives_queryPort(JNIEnv *env, jclass type,
                                                                        jlong context, jint port,
                                                                        jlongArray numbers) {
  (void)type;
  struct ibv_port_attr is = {0};
  errno = 0;
  /* The inline function of verbs.h, which fills in what the exported one does not know of. */
  struct verbs_context *verbs =
      verbs_get_ctx_op(AT(struct ibv_context, context), query_port);
  int result = result_of_verb(
      verbs ? verbs->query_port(AT(struct ibv_context, context), (uint8_t)port, &is, sizeof is)
            : EOPNOTSUPP);
  if (result) {
    return result;
  }
  const jlong values[] = {
      is.state,         is.max_mtu,         is.active_mtu,     is.gid_tbl_len,
      is.port_cap_flags, is.max_msg_sz,     is.bad_pkey_cntr,  is.qkey_viol_cntr,
      is.pkey_tbl_len,  is.lid,             is.sm_lid,         is.lmc,
      is.max_vl_num,    is.sm_sl,           is.subnet_timeout, is.init_type_reply,
      is.active_width,  is.active_speed,    is.phys_state,     is.link_layer,
      is.flags,         is.port_cap_flags2,
  };
  (*env)->SetLongArrayRegion(env, numbers, 0, COUNT(values), values);
  return 0;
}

JNIEXPORT jint JNICALL Java_org_rdmadump_rdmacm_DeviceNatives_queryGid(JNIEnv *env, jclass type,
                                                                       jlong cm, jlong context,
                                                                       jint port, jint index,
                                                                       jbyteArray to) {
  (void)type;
  union ibv_gid gid;
  errno = 0;
  int result = result_of_verb(
      CM(cm)->query_gid(AT(struct ibv_context, context), (uint8_t)port, index, &gid));
  if (result == 0) {
    (*env)->SetByteArrayRegion(env, to, 0, sizeof gid.raw, (const jbyte *)gid.raw);
  }
  return result;
}

/* As QueuePairQuery of Java has them. */
JNIEXPORT jint JNICALL Java_org_rdmadump_rdmacm_DeviceNatives_queryPair(JNIEnv *env, jclass type,
                                                                        jlong cm, jlong id,
                                                                        jlongArray numbers,
                                                                        jbyteArray addresses) {
  (void)type;
  struct ibv_qp_attr is = {.qp_state = IBV_QPS_UNKNOWN};
  struct ibv_qp_init_attr made = {.sq_sig_all = 0};
  errno = 0;
  const int all = IBV_QP_STATE | IBV_QP_CUR_STATE | IBV_QP_ACCESS_FLAGS | IBV_QP_PKEY_INDEX |
                  IBV_QP_PORT | IBV_QP_QKEY | IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_TIMEOUT |
                  IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY | IBV_QP_RQ_PSN | IBV_QP_MAX_QP_RD_ATOMIC |
                  IBV_QP_ALT_PATH | IBV_QP_MIN_RNR_TIMER | IBV_QP_SQ_PSN |
                  IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_PATH_MIG_STATE | IBV_QP_CAP | IBV_QP_DEST_QPN;
  int result = result_of_verb(CM(cm)->query_qp(ID(id)->qp, &is, all, &made));
  if (result) {
    return result;
  }
  const jlong values[] = {
      is.qp_state,
      is.cur_qp_state,
      is.path_mtu,
      is.path_mig_state,
      is.qkey,
      is.rq_psn,
      is.sq_psn,
      is.dest_qp_num,
      is.qp_access_flags,
      is.pkey_index,
      is.alt_pkey_index,
      is.en_sqd_async_notify,
      is.sq_draining,
      is.max_rd_atomic,
      is.max_dest_rd_atomic,
      is.min_rnr_timer,
      is.port_num,
      is.timeout,
      is.retry_cnt,
      is.rnr_retry,
      is.alt_port_num,
      is.alt_timeout,
      is.rate_limit,
      is.cap.max_send_wr,
      is.cap.max_recv_wr,
      is.cap.max_send_sge,
      is.cap.max_recv_sge,
      is.cap.max_inline_data,
      made.sq_sig_all,
  };
  (*env)->SetLongArrayRegion(env, numbers, 0, COUNT(values), values);
  const struct ibv_ah_attr both[] = {is.ah_attr, is.alt_ah_attr};
  (*env)->SetByteArrayRegion(env, addresses, 0, sizeof both, (const jbyte *)both);
  return 0;
}

JNIEXPORT jint JNICALL Java_org_rdmadump_rdmacm_DeviceNatives_setSharedLimit(JNIEnv *env,
                                                                             jclass type, jlong cm,
                                                                             jlong id, jint limit) {
  (void)env;
  (void)type;
  struct ibv_srq_attr attributes = {.srq_limit = (uint32_t)limit};
  errno = 0;
  return result_of_verb(CM(cm)->modify_srq(ID(id)->srq, &attributes, IBV_SRQ_LIMIT));
}

JNIEXPORT jint JNICALL Java_org_rdmadump_rdmacm_DeviceNatives_sharedLimit(JNIEnv *env, jclass type,
                                                                          jlong cm, jlong id) {
  (void)env;
  (void)type;
  struct ibv_srq_attr attributes = {.srq_limit = 0};
  errno = 0;
  int result = result_of_verb(CM(cm)->query_srq(ID(id)->srq, &attributes));
  return result ? result : (jint)attributes.srq_limit;
}

JNIEXPORT jlong JNICALL Java_org_rdmadump_rdmacm_DeviceNatives_sharedQueue(JNIEnv *env, jclass type,
                                                                           jlong id) {
  (void)env;
  (void)type;
  return NUMBER(ID(id)->srq);
}

JNIEXPORT jint JNICALL Java_org_rdmadump_rdmacm_DeviceNatives_eventFd(JNIEnv *env, jclass type,
                                                                      jlong context) {
  (void)env;
  (void)type;
  int fd = AT(struct ibv_context, context)->async_fd;
  errno = 0;
  return cm_do_not_block(fd) ? negated_errno() : fd;
}

/* What an event is about: a number of a port or of a queue pair, or where a queue is. */
static jlong element_of(const struct ibv_async_event *event) {
  switch (event->event_type) {
  case IBV_EVENT_CQ_ERR:
    return NUMBER(event->element.cq);
  case IBV_EVENT_QP_FATAL:
  case IBV_EVENT_QP_REQ_ERR:
  case IBV_EVENT_QP_ACCESS_ERR:
  case IBV_EVENT_COMM_EST:
  case IBV_EVENT_SQ_DRAINED:
  case IBV_EVENT_PATH_MIG:
  case IBV_EVENT_PATH_MIG_ERR:
  case IBV_EVENT_QP_LAST_WQE_REACHED:
    return event->element.qp->qp_num;
  case IBV_EVENT_SRQ_ERR:
  case IBV_EVENT_SRQ_LIMIT_REACHED:
    return NUMBER(event->element.srq);
  case IBV_EVENT_PORT_ACTIVE:
  case IBV_EVENT_PORT_ERR:
  case IBV_EVENT_LID_CHANGE:
  case IBV_EVENT_PKEY_CHANGE:
  case IBV_EVENT_SM_CHANGE:
  case IBV_EVENT_CLIENT_REREGISTER:
  case IBV_EVENT_GID_CHANGE:
    return event->element.port_num;
  default:
    return 0;
  }
}

JNIEXPORT jint JNICALL Java_org_rdmadump_rdmacm_DeviceNatives_takeEvent(JNIEnv *env, jclass type,
                                                                        jlong cm, jlong context,
                                                                        jlongArray to) {
  (void)type;
  struct ibv_async_event event;
  errno = 0;
  if (CM(cm)->get_async_event(AT(struct ibv_context, context), &event)) {
    return negated_errno();
  }
  const jlong values[] = {event.event_type, element_of(&event)};
  /* Who destroys the queue waits for this. */
  CM(cm)->ack_async_event(&event);
  (*env)->SetLongArrayRegion(env, to, 0, COUNT(values), values);
  return 0;
}

JNIEXPORT jint JNICALL Java_org_rdmadump_rdmacm_DeviceNatives_sharedNumber(JNIEnv *env, jclass type,
                                                                           jlong id) {
  (void)env;
  (void)type;
  struct ibv_srq *queue = ID(id)->srq;
  uint32_t number;
  if (!verbs_get_ctx_op(queue->context, get_srq_num)) {
    return -EOPNOTSUPP;
  }
  errno = 0;
  int result = result_of_verb(ibv_get_srq_num(queue, &number));
  return result ? result : (jint)number;
}
