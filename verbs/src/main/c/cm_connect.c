/* Connections: rdma_connect(3) to rdma_disconnect(3), groups, and what vendors agree on. */
#include "cm.h"
#include "org_rdmadump_rdmacm_CmNatives.h"

/* What ConnectionCodec of Java writes. */
enum { HEADER = 10, PRIVATE_DATA_MOST = 255 };

struct parameters {
  struct rdma_conn_param connection;
  uint8_t bytes[HEADER + PRIVATE_DATA_MOST];
};

static struct rdma_conn_param *read_parameters(JNIEnv *env, jbyteArray from, struct parameters *to) {
  jsize length = (*env)->GetArrayLength(env, from);
  if (length < HEADER || (size_t)length > sizeof to->bytes) {
    return NULL;
  }
  uint8_t *bytes = to->bytes;
  (*env)->GetByteArrayRegion(env, from, 0, length, (jbyte *)bytes);
  to->connection = (struct rdma_conn_param){
      .private_data = length > HEADER ? bytes + HEADER : NULL,
      .private_data_len = (uint8_t)(length - HEADER),
      .responder_resources = bytes[0],
      .initiator_depth = bytes[1],
      .flow_control = bytes[2],
      .retry_count = bytes[3],
      .rnr_retry_count = bytes[4],
      .srq = bytes[5],
      .qp_num =
          (uint32_t)bytes[6] << 24 | (uint32_t)bytes[7] << 16 | (uint32_t)bytes[8] << 8 | bytes[9],
  };
  return &to->connection;
}

JNIEXPORT jint JNICALL Java_org_rdmadump_rdmacm_CmNatives_connect(JNIEnv *env, jclass type,
                                                                  jlong cm, jlong id,
                                                                  jboolean accept,
                                                                  jbyteArray bytes) {
  (void)type;
  struct parameters room;
  struct rdma_conn_param *parameters = read_parameters(env, bytes, &room);
  /* Without a queue pair of its own, librdmacm reads its number from the parameters. */
  if (!has_device(ID(id)) || (!parameters && !ID(id)->qp)) {
    return -EINVAL;
  }
  errno = 0;
  return result_of(accept ? CM(cm)->accept(ID(id), parameters)
                          : CM(cm)->connect(ID(id), parameters));
}

JNIEXPORT jint JNICALL Java_org_rdmadump_rdmacm_CmNatives_establish(JNIEnv *env, jclass type,
                                                                    jlong cm, jlong id) {
  (void)env;
  (void)type;
  if (!CM(cm)->establish) {
    return -EOPNOTSUPP;
  }
  if (!has_device(ID(id))) {
    return -EINVAL;
  }
  errno = 0;
  return result_of(CM(cm)->establish(ID(id)));
}

JNIEXPORT jint JNICALL Java_org_rdmadump_rdmacm_CmNatives_reject(JNIEnv *env, jclass type, jlong cm,
                                                                 jlong id, jbyteArray data) {
  (void)type;
  jbyte bytes[PRIVATE_DATA_MOST];
  jsize length = (*env)->GetArrayLength(env, data);
  if ((size_t)length > sizeof bytes) {
    return -EINVAL;
  }
  (*env)->GetByteArrayRegion(env, data, 0, length, bytes);
  errno = 0;
  return result_of(CM(cm)->reject(ID(id), bytes, (uint8_t)length));
}

JNIEXPORT jint JNICALL Java_org_rdmadump_rdmacm_CmNatives_notifyOf(JNIEnv *env, jclass type,
                                                                   jlong cm, jlong id, jint event) {
  (void)env;
  (void)type;
  errno = 0;
  return result_of(CM(cm)->notify(ID(id), (enum ibv_event_type)event));
}

JNIEXPORT jint JNICALL Java_org_rdmadump_rdmacm_CmNatives_disconnect(JNIEnv *env, jclass type,
                                                                     jlong cm, jlong id) {
  (void)env;
  (void)type;
  errno = 0;
  return result_of(CM(cm)->disconnect(ID(id)));
}

JNIEXPORT jint JNICALL Java_org_rdmadump_rdmacm_CmNatives_joinMulticast(JNIEnv *env, jclass type,
                                                                        jlong cm, jlong id,
                                                                        jbyteArray address,
                                                                        jlong number) {
  (void)type;
  struct sockaddr_storage room;
  if (!has_device(ID(id))) {
    return -EINVAL;
  }
  errno = 0;
  return result_of(
      CM(cm)->join_multicast(ID(id), cm_address(env, address, &room), AT(void, number)));
}

JNIEXPORT jint JNICALL Java_org_rdmadump_rdmacm_CmNatives_leaveMulticast(JNIEnv *env, jclass type,
                                                                         jlong cm, jlong id,
                                                                         jbyteArray address) {
  (void)type;
  struct sockaddr_storage room;
  errno = 0;
  return result_of(CM(cm)->leave_multicast(ID(id), cm_address(env, address, &room)));
}

JNIEXPORT jint JNICALL Java_org_rdmadump_rdmacm_CmNatives_getRemoteEce(JNIEnv *env, jclass type,
                                                                       jlong cm, jlong id,
                                                                       jintArray to) {
  (void)type;
  if (!CM(cm)->get_remote_ece) {
    return -EOPNOTSUPP;
  }
  struct ibv_ece ece = {0};
  errno = 0;
  if (CM(cm)->get_remote_ece(ID(id), &ece)) {
    return negated_errno();
  }
  jint numbers[] = {(jint)ece.vendor_id, (jint)ece.options};
  (*env)->SetIntArrayRegion(env, to, 0, 2, numbers);
  return 0;
}

JNIEXPORT jint JNICALL Java_org_rdmadump_rdmacm_CmNatives_setLocalEce(JNIEnv *env, jclass type,
                                                                      jlong cm, jlong id,
                                                                      jint vendor, jint options) {
  (void)env;
  (void)type;
  if (!CM(cm)->set_local_ece) {
    return -EOPNOTSUPP;
  }
  struct ibv_ece ece = {.vendor_id = (uint32_t)vendor, .options = (uint32_t)options};
  errno = 0;
  return result_of(CM(cm)->set_local_ece(ID(id), &ece));
}
