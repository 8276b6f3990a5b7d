/*
 * Work of a queue pair, as the inline functions of rdma_verbs.h do it: rdma_post_*(3).
 */
#include <arpa/inet.h>

#include "cm.h"
#include "cm_memory.h"
#include "org_rdmadump_rdmacm_WorkNatives.h"

static int post_shared_receive(struct ibv_srq *queue, uint64_t request_id,
                               struct ibv_sge *segments, int count) {
  struct ibv_recv_wr request = {.wr_id = request_id, .sg_list = segments, .num_sge = count};
  struct ibv_recv_wr *refused;
  errno = 0;
  return result_of_verb(ibv_post_srq_recv(queue, &request, &refused));
}

static int post_receive(struct rdma_cm_id *id, uint64_t request_id, struct ibv_sge *segments,
                        int count) {
  /* Not that of the identifier: a queue pair may be attached to the queue of another one. */
  if (id->qp->srq) {
    return post_shared_receive(id->qp->srq, request_id, segments, count);
  }
  struct ibv_recv_wr request = {.wr_id = request_id, .sg_list = segments, .num_sge = count};
  struct ibv_recv_wr *refused;
  errno = 0;
  return result_of_verb(ibv_post_recv(id->qp, &request, &refused));
}

JNIEXPORT jint JNICALL Java_org_rdmadump_rdmacm_WorkNatives_number(JNIEnv *env, jclass type,
                                                                   jlong id) {
  (void)env;
  (void)type;
  return (jint)ID(id)->qp->qp_num;
}

JNIEXPORT jint JNICALL Java_org_rdmadump_rdmacm_WorkNatives_type(JNIEnv *env, jclass type,
                                                                 jlong id) {
  (void)env;
  (void)type;
  return (jint)ID(id)->qp->qp_type;
}

JNIEXPORT jint JNICALL Java_org_rdmadump_rdmacm_WorkNatives_postReceive(
    JNIEnv *env, jclass type, jlong id, jboolean shared, jlong request_id, jlong segments,
    jint count) {
  (void)env;
  (void)type;
  struct ibv_sge *list = AT(struct ibv_sge, segments);
  return shared ? post_shared_receive(ID(id)->srq, (uint64_t)request_id, list, count)
                : post_receive(ID(id), (uint64_t)request_id, list, count);
}

static int post(jlong id, struct ibv_send_wr *request) {
  struct ibv_send_wr *refused;
  errno = 0;
  return result_of_verb(ibv_post_send(ID(id)->qp, request, &refused));
}

JNIEXPORT jint JNICALL Java_org_rdmadump_rdmacm_WorkNatives_post(
    JNIEnv *env, jclass type, jlong id, jlong request_id, jint opcode, jint flags, jint immediate,
    jlong segments, jint count, jlong remote_address, jint remote_key, jint shared_queue) {
  (void)env;
  (void)type;
  /* RFC 5040, 3.1: an RDMA READ goes to one buffer. siw says that it succeeded, and fills the first. */
  if (opcode == IBV_WR_RDMA_READ && count > 1 &&
      ID(id)->qp->context->device->transport_type == IBV_TRANSPORT_IWARP) {
    return -EINVAL;
  }
  struct ibv_send_wr request = {
      .wr_id = (uint64_t)request_id,
      .sg_list = AT(struct ibv_sge, segments),
      .num_sge = count,
      .opcode = (enum ibv_wr_opcode)opcode,
      .send_flags = (unsigned int)flags,
      .wr.rdma = {.remote_addr = (uint64_t)remote_address, .rkey = (uint32_t)remote_key},
      .qp_type.xrc = {.remote_srqn = (uint32_t)shared_queue},
  };
  if (opcode == IBV_WR_SEND_WITH_INV || opcode == IBV_WR_LOCAL_INV) {
    request.invalidate_rkey = (uint32_t)immediate;
    /* siw of rdma-core 44 takes it from there. */
    request.wr.rdma.rkey = (uint32_t)immediate;
  } else {
    request.imm_data = htonl((uint32_t)immediate);
  }
  return post(id, &request);
}

JNIEXPORT jint JNICALL Java_org_rdmadump_rdmacm_WorkNatives_postDatagram(
    JNIEnv *env, jclass type, jlong id, jlong request_id, jint opcode, jint flags, jint immediate,
    jlong segments, jint count, jlong handle, jint queue_pair, jint queue_key) {
  (void)env;
  (void)type;
  /* A device takes another's for its own. */
  if (AT(struct ibv_ah, handle)->context != ID(id)->qp->context) {
    return -EINVAL;
  }
  struct ibv_send_wr request = {
      .wr_id = (uint64_t)request_id,
      .sg_list = AT(struct ibv_sge, segments),
      .num_sge = count,
      .opcode = (enum ibv_wr_opcode)opcode,
      .send_flags = (unsigned int)flags,
      .imm_data = htonl((uint32_t)immediate),
      .wr.ud = {.ah = AT(struct ibv_ah, handle),
                .remote_qpn = (uint32_t)queue_pair,
                .remote_qkey = (uint32_t)queue_key},
  };
  return post(id, &request);
}

JNIEXPORT jint JNICALL Java_org_rdmadump_rdmacm_WorkNatives_postBind(
    JNIEnv *env, jclass type, jlong id, jlong request_id, jint flags, jlong handle, jlong region,
    jlong address, jlong length, jint access) {
  (void)env;
  (void)type;
  struct ibv_mw *window = AT(struct ibv_mw, handle);
  if (window->context != ID(id)->qp->context) {
    return -EINVAL;
  }
  uint32_t key = ibv_inc_rkey(window->rkey);
  struct ibv_send_wr request = {
      .wr_id = (uint64_t)request_id,
      .opcode = IBV_WR_BIND_MW,
      .send_flags = (unsigned int)flags,
      .bind_mw = {.mw = window,
                  .rkey = key,
                  .bind_info = {.mr = AT(struct registered, region)->region,
                                .addr = (uint64_t)address,
                                .length = (uint64_t)length,
                                .mw_access_flags = (unsigned int)access}},
  };
  int result = post(id, &request);
  if (result == 0) {
    window->rkey = key;
  }
  return result;
}

JNIEXPORT jint JNICALL Java_org_rdmadump_rdmacm_WorkNatives_postAtomic(
    JNIEnv *env, jclass type, jlong id, jlong request_id, jint opcode, jint flags, jlong segments,
    jint count, jlong remote_address, jint remote_key, jlong compare_add, jlong swap) {
  (void)env;
  (void)type;
  struct ibv_send_wr request = {
      .wr_id = (uint64_t)request_id,
      .sg_list = AT(struct ibv_sge, segments),
      .num_sge = count,
      .opcode = (enum ibv_wr_opcode)opcode,
      .send_flags = (unsigned int)flags,
      .wr.atomic = {.remote_addr = (uint64_t)remote_address,
                    .compare_add = (uint64_t)compare_add,
                    .swap = (uint64_t)swap,
                    .rkey = (uint32_t)remote_key},
  };
  return post(id, &request);
}

JNIEXPORT jlong JNICALL Java_org_rdmadump_rdmacm_WorkNatives_addressOf(JNIEnv *env, jclass type,
                                                                       jobject buffer) {
  (void)type;
  return NUMBER((*env)->GetDirectBufferAddress(env, buffer));
}
