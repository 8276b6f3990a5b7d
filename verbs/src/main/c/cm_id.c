/* Identifiers: from rdma_create_id(3) to rdma_listen(3), and what they say of themselves. */
#include "cm.h"
#include "cm_event.h"
#include "org_rdmadump_rdmacm_CmNatives.h"

#include <arpa/inet.h>
#include <infiniband/sa.h>

enum { OPTION_MOST = 6 * sizeof(struct ibv_path_data) };

JNIEXPORT jlong JNICALL Java_org_rdmadump_rdmacm_CmNatives_createId(JNIEnv *env, jclass type,
                                                                    jlong cm, jlong channel,
                                                                    jint space) {
  (void)env;
  (void)type;
  struct rdma_cm_id *id;
  errno = 0;
  if (CM(cm)->create_id(AT(struct rdma_event_channel, channel), &id, NULL,
                        (enum rdma_port_space)space)) {
    return negated_errno();
  }
  if (!channel && cm_do_not_block(id->channel->fd)) {
    int error = negated_errno();
    CM(cm)->destroy_id(id);
    return error;
  }
  return NUMBER(id);
}

JNIEXPORT jint JNICALL Java_org_rdmadump_rdmacm_CmNatives_destroyId(JNIEnv *env, jclass type,
                                                                    jlong cm, jlong id) {
  (void)env;
  (void)type;
  errno = 0;
  return result_of(CM(cm)->destroy_id(ID(id)));
}

JNIEXPORT void JNICALL Java_org_rdmadump_rdmacm_CmNatives_destroyEndpoint(JNIEnv *env, jclass type,
                                                                          jlong cm, jlong id) {
  (void)env;
  (void)type;
  CM(cm)->destroy_ep(ID(id));
}

JNIEXPORT jint JNICALL Java_org_rdmadump_rdmacm_CmNatives_idFd(JNIEnv *env, jclass type, jlong id) {
  (void)env;
  (void)type;
  return ID(id)->channel->fd;
}

JNIEXPORT jint JNICALL Java_org_rdmadump_rdmacm_CmNatives_migrate(JNIEnv *env, jclass type,
                                                                  jlong cm, jlong handle,
                                                                  jlong channel) {
  (void)env;
  (void)type;
  struct rdma_cm_id *id = ID(handle);
  errno = 0;
  if (CM(cm)->migrate_id(id, AT(struct rdma_event_channel, channel))) {
    return negated_errno();
  }
  return channel ? 0 : result_of(cm_do_not_block(id->channel->fd));
}

JNIEXPORT jint JNICALL Java_org_rdmadump_rdmacm_CmNatives_setOption(JNIEnv *env, jclass type,
                                                                    jlong cm, jlong id, jint level,
                                                                    jint name, jbyteArray value) {
  (void)type;
  /* The paths of InfiniBand are the longest. */
  _Alignas(struct ibv_path_data) jbyte bytes[OPTION_MOST];
  jsize length = (*env)->GetArrayLength(env, value);
  if ((size_t)length > sizeof bytes) {
    return -EINVAL;
  }
  (*env)->GetByteArrayRegion(env, value, 0, length, bytes);
  errno = 0;
  return result_of(CM(cm)->set_option(ID(id), level, name, bytes, (size_t)length));
}

JNIEXPORT jint JNICALL Java_org_rdmadump_rdmacm_CmNatives_bind(JNIEnv *env, jclass type, jlong cm,
                                                               jlong id, jbyteArray address) {
  (void)type;
  struct sockaddr_storage room;
  errno = 0;
  return result_of(CM(cm)->bind_addr(ID(id), cm_address(env, address, &room)));
}

JNIEXPORT jint JNICALL Java_org_rdmadump_rdmacm_CmNatives_resolveAddress(
    JNIEnv *env, jclass type, jlong cm, jlong id, jbyteArray source, jbyteArray destination,
    jint timeout_millis) {
  (void)type;
  struct sockaddr_storage from;
  struct sockaddr_storage to;
  struct sockaddr *source_address = cm_address(env, source, &from);
  struct sockaddr *destination_address = cm_address(env, destination, &to);
  errno = 0;
  return result_of(
      CM(cm)->resolve_addr(ID(id), source_address, destination_address, timeout_millis));
}

JNIEXPORT jint JNICALL Java_org_rdmadump_rdmacm_CmNatives_resolveRoute(JNIEnv *env, jclass type,
                                                                       jlong cm, jlong id,
                                                                       jint timeout_millis) {
  (void)env;
  (void)type;
  if (!has_device(ID(id))) {
    return -EINVAL;
  }
  errno = 0;
  return result_of(CM(cm)->resolve_route(ID(id), timeout_millis));
}

JNIEXPORT jint JNICALL Java_org_rdmadump_rdmacm_CmNatives_listen(JNIEnv *env, jclass type, jlong cm,
                                                                 jlong id, jint backlog) {
  (void)env;
  (void)type;
  errno = 0;
  return result_of(CM(cm)->listen(ID(id), backlog));
}

/* A request that came, but failed, is left behind its listener. */
static void destroy_failed_request(const struct cm *cm, struct rdma_cm_id *listener) {
  struct rdma_cm_event *event = listener->event;
  if (!event || event->event != RDMA_CM_EVENT_CONNECT_REQUEST || event->id == listener) {
    return;
  }
  struct rdma_cm_id *request = event->id;
  listener->event = NULL;
  cm->ack_cm_event(event);
  cm->destroy_id(request);
}

JNIEXPORT jlong JNICALL Java_org_rdmadump_rdmacm_CmNatives_getRequest(JNIEnv *env, jclass type,
                                                                      jlong handle, jlong listener,
                                                                      jobject record) {
  (void)type;
  struct cm *cm = CM(handle);
  struct rdma_cm_id *id;
  errno = 0;
  if (cm->get_request(ID(listener), &id)) {
    int error = errno < 0 ? errno : negated_errno();
    destroy_failed_request(cm, ID(listener));
    return error;
  }
  struct rdma_cm_event *event = id->event;
  struct event_record *to = (*env)->GetDirectBufferAddress(env, record);
  event_write(to, event, 0);
  /* It counts for the listener, which could not be destroyed before. */
  id->event = NULL;
  cm->ack_cm_event(event);
  to->event = 0;
  if (cm_do_not_block(id->channel->fd)) {
    int error = negated_errno();
    cm->destroy_id(id);
    return error;
  }
  return NUMBER(id);
}

JNIEXPORT jint JNICALL Java_org_rdmadump_rdmacm_CmNatives_port(JNIEnv *env, jclass type, jlong cm,
                                                               jlong id, jboolean source) {
  (void)env;
  (void)type;
  return ntohs(source ? CM(cm)->get_src_port(ID(id)) : CM(cm)->get_dst_port(ID(id)));
}

/* As rdma_get_local_addr and rdma_get_peer_addr of rdma_cma.h. */
JNIEXPORT void JNICALL Java_org_rdmadump_rdmacm_CmNatives_address(JNIEnv *env, jclass type,
                                                                  jlong id, jboolean peer,
                                                                  jbyteArray to) {
  (void)type;
  const struct rdma_addr *address = &ID(id)->route.addr;
  const void *from = peer ? (const void *)&address->dst_storage : &address->src_storage;
  (*env)->SetByteArrayRegion(env, to, 0, (*env)->GetArrayLength(env, to), from);
}

JNIEXPORT jstring JNICALL Java_org_rdmadump_rdmacm_CmNatives_deviceName(JNIEnv *env, jclass type,
                                                                        jlong cm, jlong id) {
  (void)type;
  struct ibv_context *device = ID(id)->verbs;
  return (*env)->NewStringUTF(env, device ? CM(cm)->get_device_name(device->device) : "");
}

JNIEXPORT jboolean JNICALL Java_org_rdmadump_rdmacm_CmNatives_isIwarp(JNIEnv *env, jclass type,
                                                                      jlong id) {
  (void)env;
  (void)type;
  const struct ibv_context *device = ID(id)->verbs;
  return device && device->device->transport_type == IBV_TRANSPORT_IWARP;
}

JNIEXPORT jint JNICALL Java_org_rdmadump_rdmacm_CmNatives_devicePort(JNIEnv *env, jclass type,
                                                                     jlong id) {
  (void)env;
  (void)type;
  return ID(id)->port_num;
}
