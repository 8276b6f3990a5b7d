/*
 * Queue pairs and shared receive queues; end points, without attributes: rdma_create_qp would not check
 * those of a request, nor say what it made.
 */
#include "cm.h"
#include "org_rdmadump_rdmacm_CmNatives.h"

/* What QueuePairCodec of Java writes. */
enum attribute { SEND_WR, RECV_WR, SEND_SGE, RECV_SGE, INLINE, TYPE, SIGNAL_ALL, ATTRIBUTES };

/* Where queues are that the caller has; 0 leaves them to librdmacm. */
struct queues {
  jlong shared_of, send, receive;
};

static struct ibv_qp_init_attr read_attributes(JNIEnv *env, jintArray from, struct queues queues) {
  jint numbers[ATTRIBUTES] = {0};
  (*env)->GetIntArrayRegion(env, from, 0, ATTRIBUTES, numbers);
  return (struct ibv_qp_init_attr){
      .send_cq = AT(struct ibv_cq, queues.send),
      .recv_cq = AT(struct ibv_cq, queues.receive),
      .srq = queues.shared_of ? ID(queues.shared_of)->srq : NULL,
      .cap =
          {
              .max_send_wr = (uint32_t)numbers[SEND_WR],
              .max_recv_wr = (uint32_t)numbers[RECV_WR],
              .max_send_sge = (uint32_t)numbers[SEND_SGE],
              .max_recv_sge = (uint32_t)numbers[RECV_SGE],
              .max_inline_data = (uint32_t)numbers[INLINE],
          },
      .qp_type = (enum ibv_qp_type)numbers[TYPE],
      .sq_sig_all = numbers[SIGNAL_ALL],
  };
}

static void write_capabilities(JNIEnv *env, jintArray to, const struct ibv_qp_cap *capabilities) {
  jint numbers[] = {
      (jint)capabilities->max_send_wr,  (jint)capabilities->max_recv_wr,
      (jint)capabilities->max_send_sge, (jint)capabilities->max_recv_sge,
      (jint)capabilities->max_inline_data,
  };
  (*env)->SetIntArrayRegion(env, to, 0, TYPE, numbers);
}

/* Has waits on its completion channels be ours alone. 0, or -1 with an errno. */
static int prepare_queues(struct rdma_cm_id *id) {
  if (id->send_cq_channel && cm_do_not_block(id->send_cq_channel->fd)) {
    return -1;
  }
  return id->recv_cq_channel ? cm_do_not_block(id->recv_cq_channel->fd) : 0;
}

/*
 * Frees the completion queue for requests that librdmacm leaves behind a queue pair whose other one is
 * its caller's: it frees both, or none where it did not make that for receives. 0, or a negated errno.
 */
static int free_queues(const struct cm *cm, struct rdma_cm_id *id) {
  int result = 0;
  errno = 0;
  if (id->send_cq && !id->recv_cq) {
    result = result_of_verb(cm->destroy_cq(id->send_cq));
    id->send_cq = result ? id->send_cq : NULL;
  }
  if (!result && id->send_cq_channel && !id->recv_cq_channel) {
    result = result_of_verb(cm->destroy_comp_channel(id->send_cq_channel));
    id->send_cq_channel = result ? id->send_cq_channel : NULL;
  }
  return result;
}

JNIEXPORT jint JNICALL Java_org_rdmadump_rdmacm_CmNatives_createQueuePair(
    JNIEnv *env, jclass type, jlong cm, jlong handle, jlong domain, jlong shared_of, jlong send,
    jlong receive, jintArray numbers) {
  (void)type;
  struct rdma_cm_id *id = ID(handle);
  struct ibv_qp_init_attr attributes =
      read_attributes(env, numbers, (struct queues){shared_of, send, receive});
  /* A device takes another's for its own. */
  if ((attributes.srq && attributes.srq->context != id->verbs) ||
      (attributes.send_cq && attributes.send_cq->context != id->verbs) ||
      (attributes.recv_cq && attributes.recv_cq->context != id->verbs)) {
    return -EINVAL;
  }
  errno = 0;
  if (CM(cm)->create_qp(id, AT(struct ibv_pd, domain), &attributes)) {
    int error = negated_errno();
    free_queues(CM(cm), id);
    return error;
  }
  if (prepare_queues(id)) {
    int error = negated_errno();
    CM(cm)->destroy_qp(id);
    free_queues(CM(cm), id);
    return error;
  }
  write_capabilities(env, numbers, &attributes.cap);
  return 0;
}

JNIEXPORT jint JNICALL Java_org_rdmadump_rdmacm_CmNatives_destroyQueuePair(JNIEnv *env, jclass type,
                                                                           jlong cm, jlong id) {
  (void)env;
  (void)type;
  if (ID(id)->qp) {
    CM(cm)->destroy_qp(ID(id));
  }
  return free_queues(CM(cm), ID(id));
}

JNIEXPORT jlong JNICALL Java_org_rdmadump_rdmacm_CmNatives_createEndpoint(
    JNIEnv *env, jclass type, jlong cm, jlong addresses) {
  (void)env;
  (void)type;
  struct rdma_cm_id *id;
  errno = 0;
  if (CM(cm)->create_ep(&id, AT(struct rdma_addrinfo, addresses), NULL, NULL)) {
    return negated_errno();
  }
  if (cm_do_not_block(id->channel->fd)) {
    int error = negated_errno();
    CM(cm)->destroy_ep(id);
    return error;
  }
  return NUMBER(id);
}

JNIEXPORT jint JNICALL Java_org_rdmadump_rdmacm_CmNatives_createSharedQueue(
    JNIEnv *env, jclass type, jlong cm, jlong id, jlong domain, jintArray numbers) {
  (void)type;
  if (domain && AT(struct ibv_pd, domain)->context != ID(id)->verbs) {
    return -EINVAL;
  }
  jint wanted[2];
  (*env)->GetIntArrayRegion(env, numbers, 0, 2, wanted);
  struct ibv_srq_init_attr attributes = {
      .attr = {.max_wr = (uint32_t)wanted[0], .max_sge = (uint32_t)wanted[1]},
  };
  errno = 0;
  if (CM(cm)->create_srq(ID(id), AT(struct ibv_pd, domain), &attributes)) {
    return negated_errno();
  }
  jint made[] = {(jint)attributes.attr.max_wr, (jint)attributes.attr.max_sge};
  (*env)->SetIntArrayRegion(env, numbers, 0, 2, made);
  return 0;
}

JNIEXPORT void JNICALL Java_org_rdmadump_rdmacm_CmNatives_destroySharedQueue(JNIEnv *env,
                                                                             jclass type, jlong cm,
                                                                             jlong id) {
  (void)env;
  (void)type;
  CM(cm)->destroy_srq(ID(id));
}
