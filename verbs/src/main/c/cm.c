#include "cm.h"

#include <fcntl.h>
#include <stddef.h>
#include <stdlib.h>

#include "cm_event.h"
#include "org_rdmadump_rdmacm_CmNatives.h"
#include "symbols.h"

#define RDMA(function) {"rdma_" #function, offsetof(struct cm, function), false}
#define RDMA_IF_THERE(function) {"rdma_" #function, offsetof(struct cm, function), true}
#define IBV(function) {"ibv_" #function, offsetof(struct cm, function), false}
#define COUNT(array) (sizeof(array) / sizeof *(array))

enum { LAYOUT = 2 };

_Static_assert(sizeof(void *) == sizeof(jlong), "a negated errno is no pointer");

static const struct symbol RDMACM_SYMBOLS[] = {
    RDMA(create_event_channel),
    RDMA(destroy_event_channel),
    RDMA(create_id),
    RDMA(destroy_id),
    RDMA(migrate_id),
    RDMA(set_option),
    RDMA(create_ep),
    RDMA(destroy_ep),
    RDMA(resolve_addr),
    RDMA(bind_addr),
    RDMA(resolve_route),
    RDMA(listen),
    RDMA(connect),
    RDMA_IF_THERE(establish),
    RDMA(get_request),
    RDMA(accept),
    RDMA(reject),
    RDMA(notify),
    RDMA(disconnect),
    RDMA(get_src_port),
    RDMA(get_dst_port),
    RDMA(get_devices),
    RDMA(free_devices),
    RDMA(getaddrinfo),
    RDMA(freeaddrinfo),
    RDMA(create_qp),
    RDMA(destroy_qp),
    RDMA(create_srq),
    RDMA(destroy_srq),
    RDMA(join_multicast),
    RDMA(leave_multicast),
    RDMA(get_cm_event),
    RDMA(ack_cm_event),
    RDMA(event_str),
    RDMA_IF_THERE(get_remote_ece),
    RDMA_IF_THERE(set_local_ece),
};

static const struct symbol VERBS_SYMBOLS[] = {
    IBV(get_device_name),
    IBV(alloc_pd),
    IBV(dealloc_pd),
    IBV(reg_mr),
    IBV(dereg_mr),
    IBV(create_ah),
    IBV(create_ah_from_wc),
    IBV(destroy_ah),
    IBV(get_cq_event),
    IBV(ack_cq_events),
    IBV(create_comp_channel),
    IBV(destroy_comp_channel),
    IBV(create_cq),
    IBV(destroy_cq),
    IBV(query_device),
    IBV(query_gid),
    IBV(query_qp),
    IBV(modify_srq),
    IBV(query_srq),
    IBV(get_async_event),
    IBV(ack_async_event),
};

static enum cm_problem load(struct cm *cm, const char *rdmacm, const char *verbs, char *why,
                            size_t why_size) {
  enum symbols_result result =
      symbols_load(*verbs ? verbs : "libibverbs.so.1", VERBS_SYMBOLS, COUNT(VERBS_SYMBOLS), cm,
                   &cm->verbs, why, why_size);
  if (result) {
    return result == SYMBOLS_NO_LIBRARY ? CM_NO_VERBS : CM_OLD_VERBS;
  }
  result = symbols_load(*rdmacm ? rdmacm : "librdmacm.so.1", RDMACM_SYMBOLS, COUNT(RDMACM_SYMBOLS),
                        cm, &cm->rdmacm, why, why_size);
  return result == SYMBOLS_FOUND        ? CM_NO_PROBLEM
         : result == SYMBOLS_NO_LIBRARY ? CM_NO_RDMACM
                                        : CM_OLD_RDMACM;
}

int cm_do_not_block(int fd) {
  int flags = fcntl(fd, F_GETFL);
  return flags == -1 ? -1 : fcntl(fd, F_SETFL, flags | O_NONBLOCK);
}

struct sockaddr *cm_address(JNIEnv *env, jbyteArray bytes, struct sockaddr_storage *room) {
  jsize length = (*env)->GetArrayLength(env, bytes);
  memset(room, 0, sizeof *room);
  if (length == 0 || (size_t)length > sizeof *room) {
    return NULL;
  }
  (*env)->GetByteArrayRegion(env, bytes, 0, length, (jbyte *)room);
  return (struct sockaddr *)room;
}

JNIEXPORT jlong JNICALL Java_org_rdmadump_rdmacm_CmNatives_layout(JNIEnv *env, jclass type) {
  (void)env;
  (void)type;
  return (jlong)LAYOUT << 48 | (jlong)sizeof(struct event_record) << 32 |
         (jlong)sizeof(struct ibv_wc) << 16 | (jlong)sizeof(struct ibv_sge) << 8 |
         (jlong)sizeof(struct ibv_ah_attr);
}

JNIEXPORT void JNICALL Java_org_rdmadump_rdmacm_CmNatives_close(JNIEnv *env, jclass type,
                                                                jlong handle) {
  (void)env;
  (void)type;
  /* The libraries stay loaded, whoever else uses them: they have devices open. */
  free(CM(handle));
}

JNIEXPORT jlong JNICALL Java_org_rdmadump_rdmacm_CmNatives_open(JNIEnv *env, jclass type,
                                                                jstring rdmacm, jstring verbs,
                                                                jbyteArray why) {
  (void)type;
  char text[256] = "";
  struct cm *cm = calloc(1, sizeof *cm);
  const char *rdmacm_path = (*env)->GetStringUTFChars(env, rdmacm, NULL);
  const char *verbs_path = rdmacm_path ? (*env)->GetStringUTFChars(env, verbs, NULL) : NULL;
  enum cm_problem problem = CM_NO_MEMORY;
  if (cm && verbs_path) {
    problem = load(cm, rdmacm_path, verbs_path, text, sizeof text);
  }
  if (verbs_path) {
    (*env)->ReleaseStringUTFChars(env, verbs, verbs_path);
  }
  if (rdmacm_path) {
    (*env)->ReleaseStringUTFChars(env, rdmacm, rdmacm_path);
  }
  if (problem) {
    /* Of a string that found no memory. */
    (*env)->ExceptionClear(env);
    jsize room = (*env)->GetArrayLength(env, why);
    jsize length = (jsize)strlen(text);
    (*env)->SetByteArrayRegion(env, why, 0, length < room ? length : room, (const jbyte *)text);
    free(cm);
    return -(jlong)problem;
  }
  return NUMBER(cm);
}

JNIEXPORT jstring JNICALL Java_org_rdmadump_rdmacm_CmNatives_eventText(JNIEnv *env, jclass type,
                                                                       jlong cm, jint event) {
  (void)type;
  return (*env)->NewStringUTF(env, CM(cm)->event_str((enum rdma_cm_event_type)event));
}
