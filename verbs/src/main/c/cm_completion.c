/* Completion queues and channels: ibv_create_cq(3), ibv_create_comp_channel(3), ibv_get_cq_event(3). */
#include "cm.h"
#include "org_rdmadump_rdmacm_CompletionNatives.h"

JNIEXPORT jlong JNICALL Java_org_rdmadump_rdmacm_CompletionNatives_createChannel(JNIEnv *env,
                                                                                 jclass type,
                                                                                 jlong cm,
                                                                                 jlong context) {
  (void)env;
  (void)type;
  errno = 0;
  struct ibv_comp_channel *channel =
      CM(cm)->create_comp_channel(AT(struct ibv_context, context));
  if (!channel) {
    return negated_errno();
  }
  if (cm_do_not_block(channel->fd)) {
    int error = negated_errno();
    CM(cm)->destroy_comp_channel(channel);
    return error;
  }
  return NUMBER(channel);
}

JNIEXPORT jint JNICALL Java_org_rdmadump_rdmacm_CompletionNatives_channelFd(JNIEnv *env,
                                                                            jclass type,
                                                                            jlong channel) {
  (void)env;
  (void)type;
  return AT(struct ibv_comp_channel, channel)->fd;
}

JNIEXPORT jint JNICALL Java_org_rdmadump_rdmacm_CompletionNatives_destroyChannel(JNIEnv *env,
                                                                                 jclass type,
                                                                                 jlong cm,
                                                                                 jlong channel) {
  (void)env;
  (void)type;
  errno = 0;
  return result_of_verb(CM(cm)->destroy_comp_channel(AT(struct ibv_comp_channel, channel)));
}

JNIEXPORT jlong JNICALL Java_org_rdmadump_rdmacm_CompletionNatives_createQueue(
    JNIEnv *env, jclass type, jlong cm, jlong context, jlong channel, jint entries, jint vector) {
  (void)env;
  (void)type;
  errno = 0;
  struct ibv_cq *queue =
      CM(cm)->create_cq(AT(struct ibv_context, context), entries, NULL,
                        AT(struct ibv_comp_channel, channel), vector);
  return queue ? NUMBER(queue) : negated_errno();
}

JNIEXPORT jint JNICALL Java_org_rdmadump_rdmacm_CompletionNatives_destroyQueue(JNIEnv *env,
                                                                               jclass type,
                                                                               jlong cm,
                                                                               jlong queue) {
  (void)env;
  (void)type;
  errno = 0;
  return result_of_verb(CM(cm)->destroy_cq(AT(struct ibv_cq, queue)));
}

JNIEXPORT jint JNICALL Java_org_rdmadump_rdmacm_CompletionNatives_capacity(JNIEnv *env,
                                                                           jclass type,
                                                                           jlong queue) {
  (void)env;
  (void)type;
  return queue ? AT(struct ibv_cq, queue)->cqe : 0;
}

JNIEXPORT jlong JNICALL Java_org_rdmadump_rdmacm_CompletionNatives_channel(JNIEnv *env, jclass type,
                                                                           jlong queue) {
  (void)env;
  (void)type;
  return queue ? NUMBER(AT(struct ibv_cq, queue)->channel) : 0;
}

JNIEXPORT jlong JNICALL Java_org_rdmadump_rdmacm_CompletionNatives_queue(JNIEnv *env, jclass type,
                                                                         jlong id, jboolean send) {
  (void)env;
  (void)type;
  /* The identifier has only those that librdmacm made; a queue pair with shared receives of XRC has none. */
  const struct ibv_qp *pair = ID(id)->qp;
  struct ibv_cq *own = pair ? send ? pair->send_cq : pair->recv_cq : NULL;
  return NUMBER(own ? own : send ? ID(id)->send_cq : ID(id)->recv_cq);
}

JNIEXPORT jint JNICALL Java_org_rdmadump_rdmacm_CompletionNatives_poll(JNIEnv *env, jclass type,
                                                                       jlong queue,
                                                                       jlong completions,
                                                                       jint most) {
  (void)env;
  (void)type;
  if (!queue) {
    return -EINVAL;
  }
  int count = ibv_poll_cq(AT(struct ibv_cq, queue), most, AT(struct ibv_wc, completions));
  return count < 0 ? -EIO : count;
}

JNIEXPORT jint JNICALL Java_org_rdmadump_rdmacm_CompletionNatives_arm(JNIEnv *env, jclass type,
                                                                      jlong queue,
                                                                      jboolean solicited) {
  (void)env;
  (void)type;
  errno = 0;
  return queue ? result_of_verb(ibv_req_notify_cq(AT(struct ibv_cq, queue), solicited)) : -EINVAL;
}

JNIEXPORT jlong JNICALL Java_org_rdmadump_rdmacm_CompletionNatives_takeEvent(JNIEnv *env,
                                                                             jclass type, jlong cm,
                                                                             jlong channel) {
  (void)env;
  (void)type;
  struct ibv_cq *queue;
  void *context;
  errno = 0;
  if (CM(cm)->get_cq_event(AT(struct ibv_comp_channel, channel), &queue, &context)) {
    return negated_errno();
  }
  /* Who destroys the queue waits for this. */
  CM(cm)->ack_cq_events(queue, 1);
  return NUMBER(queue);
}
