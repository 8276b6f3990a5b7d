/* Addresses: rdma_getaddrinfo(3), and address handles of datagrams. */
#include "cm.h"

#include <infiniband/ib.h>

#include "org_rdmadump_rdmacm_CmNatives.h"

/* Results of getaddrinfo(3), apart from those that are an errno: AddressInfoList of Java. */
enum { RESOLVER_ERROR = 0x10000 };

/* What AddressInfoList of Java reads. */
enum field { FLAGS, TYPE, SPACE, FIELDS };

static jlong find(const struct cm *cm, const char *node, const char *service,
                  const struct rdma_addrinfo *hints) {
  struct rdma_addrinfo *found = NULL;
  errno = 0;
  int result = cm->getaddrinfo(*node ? node : NULL, *service ? service : NULL, hints, &found);
  if (result == 0 && found) {
    return NUMBER(found);
  }
  return result == 0 ? -ENODEV : result == -1 && errno > 0 ? -errno : result - RESOLVER_ERROR;
}

JNIEXPORT jlong JNICALL Java_org_rdmadump_rdmacm_CmNatives_getAddressInfo(
    JNIEnv *env, jclass type, jlong cm, jstring node, jstring service, jint flags, jint qp_type,
    jint space, jbyteArray source) {
  (void)type;
  struct sockaddr_storage room;
  struct sockaddr *from = cm_address(env, source, &room);
  struct rdma_addrinfo hints = {
      .ai_flags = flags,
      .ai_qp_type = qp_type,
      .ai_port_space = space,
      .ai_src_addr = from,
      .ai_src_len = from ? (socklen_t)(*env)->GetArrayLength(env, source) : 0,
      .ai_family = from ? from->sa_family : 0,
  };
  const char *node_text = (*env)->GetStringUTFChars(env, node, NULL);
  const char *service_text = node_text ? (*env)->GetStringUTFChars(env, service, NULL) : NULL;
  jlong found = service_text ? find(CM(cm), node_text, service_text, &hints) : -ENOMEM;
  if (service_text) {
    (*env)->ReleaseStringUTFChars(env, service, service_text);
  }
  if (node_text) {
    (*env)->ReleaseStringUTFChars(env, node, node_text);
  }
  return found;
}

static void write_address(JNIEnv *env, jbyteArray to, const struct sockaddr *address,
                          socklen_t length) {
  jbyte bytes[sizeof(struct sockaddr_ib)] = {0};
  if (address && length <= sizeof bytes) {
    memcpy(bytes, address, length);
  }
  (*env)->SetByteArrayRegion(env, to, 0, sizeof bytes, bytes);
}

JNIEXPORT jboolean JNICALL Java_org_rdmadump_rdmacm_CmNatives_addressInfo(
    JNIEnv *env, jclass type, jlong list, jint index, jintArray fields, jbyteArray source,
    jbyteArray destination) {
  (void)type;
  const struct rdma_addrinfo *entry = AT(struct rdma_addrinfo, list);
  for (jint i = 0; entry && i < index; i++) {
    entry = entry->ai_next;
  }
  if (!entry) {
    return JNI_FALSE;
  }
  jint numbers[FIELDS];
  numbers[FLAGS] = entry->ai_flags;
  numbers[TYPE] = entry->ai_qp_type;
  numbers[SPACE] = entry->ai_port_space;
  (*env)->SetIntArrayRegion(env, fields, 0, FIELDS, numbers);
  write_address(env, source, entry->ai_src_addr, entry->ai_src_len);
  write_address(env, destination, entry->ai_dst_addr, entry->ai_dst_len);
  return JNI_TRUE;
}

/* What AddressInfoList of Java asks for. */
enum part { ROUTE, CONNECT, SOURCE_NAME, DESTINATION_NAME };

static const void *part_of(const struct rdma_addrinfo *entry, enum part part, size_t *length) {
  const char *name =
      part == SOURCE_NAME ? entry->ai_src_canonname : entry->ai_dst_canonname;
  switch (part) {
  case ROUTE:
    *length = entry->ai_route ? entry->ai_route_len : 0;
    return entry->ai_route;
  case CONNECT:
    *length = entry->ai_connect ? entry->ai_connect_len : 0;
    return entry->ai_connect;
  default:
    *length = name ? strlen(name) : 0;
    return name;
  }
}

JNIEXPORT jbyteArray JNICALL Java_org_rdmadump_rdmacm_CmNatives_addressInfoPart(
    JNIEnv *env, jclass type, jlong list, jint index, jint part) {
  (void)type;
  const struct rdma_addrinfo *entry = AT(struct rdma_addrinfo, list);
  for (jint i = 0; i < index; i++) {
    entry = entry->ai_next;
  }
  size_t length;
  const void *from = part_of(entry, (enum part)part, &length);
  jbyteArray bytes = (*env)->NewByteArray(env, (jsize)length);
  if (bytes && length) {
    (*env)->SetByteArrayRegion(env, bytes, 0, (jsize)length, from);
  }
  return bytes;
}

JNIEXPORT void JNICALL Java_org_rdmadump_rdmacm_CmNatives_freeAddressInfo(JNIEnv *env, jclass type,
                                                                          jlong cm, jlong list) {
  (void)env;
  (void)type;
  CM(cm)->freeaddrinfo(AT(struct rdma_addrinfo, list));
}

JNIEXPORT jlong JNICALL Java_org_rdmadump_rdmacm_CmNatives_createAddressHandle(
    JNIEnv *env, jclass type, jlong cm, jlong domain, jbyteArray attributes) {
  (void)type;
  struct ibv_ah_attr to;
  if ((size_t)(*env)->GetArrayLength(env, attributes) != sizeof to) {
    return -EINVAL;
  }
  (*env)->GetByteArrayRegion(env, attributes, 0, sizeof to, (jbyte *)&to);
  errno = 0;
  struct ibv_ah *handle = CM(cm)->create_ah(AT(struct ibv_pd, domain), &to);
  return handle ? NUMBER(handle) : errno > 0 ? -errno : -EOPNOTSUPP;
}

JNIEXPORT jlong JNICALL Java_org_rdmadump_rdmacm_CmNatives_createAddressHandleFrom(
    JNIEnv *env, jclass type, jlong cm, jlong handle, jlong completions, jint index,
    jlong global_route) {
  (void)env;
  (void)type;
  struct rdma_cm_id *id = ID(handle);
  struct ibv_wc *received = AT(struct ibv_wc, completions);
  errno = 0;
  struct ibv_ah *made = CM(cm)->create_ah_from_wc(
      id->pd, received + index, AT(struct ibv_grh, global_route), id->port_num);
  return made ? NUMBER(made) : errno > 0 ? -errno : -EOPNOTSUPP;
}

JNIEXPORT jint JNICALL Java_org_rdmadump_rdmacm_CmNatives_destroyAddressHandle(JNIEnv *env,
                                                                               jclass type,
                                                                               jlong cm,
                                                                               jlong handle) {
  (void)env;
  (void)type;
  errno = 0;
  return result_of_verb(CM(cm)->destroy_ah(AT(struct ibv_ah, handle)));
}
