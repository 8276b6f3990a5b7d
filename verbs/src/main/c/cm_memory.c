/* Memory, memory windows, and domains: ibv_reg_mr(3), ibv_alloc_mw(3), ibv_alloc_pd(3). */
#include "cm_memory.h"

#include <stdlib.h>

#include "cm.h"
#include "org_rdmadump_rdmacm_CmNatives.h"

JNIEXPORT jlong JNICALL Java_org_rdmadump_rdmacm_CmNatives_domain(JNIEnv *env, jclass type,
                                                                  jlong id) {
  (void)env;
  (void)type;
  return NUMBER(ID(id)->pd);
}

/* As rdma_reg_msgs, rdma_reg_read and rdma_reg_write of rdma_verbs.h. */
JNIEXPORT jlong JNICALL Java_org_rdmadump_rdmacm_CmNatives_register(
    JNIEnv *env, jclass type, jlong cm, jlong domain, jobject buffer, jlong length, jint access,
    jlongArray results) {
  (void)type;
  void *address = (*env)->GetDirectBufferAddress(env, buffer);
  struct registered *made = calloc(1, sizeof *made);
  if (!made) {
    return -ENOMEM;
  }
  made->buffer = (*env)->NewGlobalRef(env, buffer);
  if (!made->buffer) {
    free(made);
    return -ENOMEM;
  }
  errno = 0;
  made->region = CM(cm)->reg_mr(AT(struct ibv_pd, domain), address, (size_t)length, access);
  if (!made->region) {
    int error = negated_errno();
    (*env)->DeleteGlobalRef(env, made->buffer);
    free(made);
    return error;
  }
  jlong values[] = {NUMBER(address), made->region->lkey, made->region->rkey};
  (*env)->SetLongArrayRegion(env, results, 0, 3, values);
  return NUMBER(made);
}

JNIEXPORT jint JNICALL Java_org_rdmadump_rdmacm_CmNatives_deregister(JNIEnv *env, jclass type,
                                                                     jlong cm, jlong handle) {
  (void)type;
  struct registered *made = AT(struct registered, handle);
  errno = 0;
  int result = result_of_verb(CM(cm)->dereg_mr(made->region));
  /* Memory that the device keeps is never given back. */
  if (result == 0) {
    (*env)->DeleteGlobalRef(env, made->buffer);
    free(made);
  }
  return result;
}

JNIEXPORT jlong JNICALL Java_org_rdmadump_rdmacm_CmNatives_allocWindow(JNIEnv *env, jclass type,
                                                                       jlong region) {
  (void)env;
  (void)type;
  struct ibv_pd *domain = AT(struct registered, region)->region->pd;
  if (!domain->context->ops.alloc_mw) {
    return -EOPNOTSUPP;
  }
  errno = 0;
  struct ibv_mw *window = ibv_alloc_mw(domain, IBV_MW_TYPE_2);
  return window ? NUMBER(window) : negated_errno();
}

JNIEXPORT jint JNICALL Java_org_rdmadump_rdmacm_CmNatives_windowKey(JNIEnv *env, jclass type,
                                                                    jlong window) {
  (void)env;
  (void)type;
  return (jint)AT(struct ibv_mw, window)->rkey;
}

JNIEXPORT jint JNICALL Java_org_rdmadump_rdmacm_CmNatives_deallocWindow(JNIEnv *env, jclass type,
                                                                        jlong window) {
  (void)env;
  (void)type;
  errno = 0;
  return result_of_verb(ibv_dealloc_mw(AT(struct ibv_mw, window)));
}

JNIEXPORT jlong JNICALL Java_org_rdmadump_rdmacm_CmNatives_getDevices(JNIEnv *env, jclass type,
                                                                      jlong cm) {
  (void)env;
  (void)type;
  errno = 0;
  struct ibv_context **list = CM(cm)->get_devices(NULL);
  return list ? NUMBER(list) : errno > 0 ? -errno : -ENODEV;
}

JNIEXPORT jobjectArray JNICALL Java_org_rdmadump_rdmacm_CmNatives_deviceNames(JNIEnv *env,
                                                                              jclass type, jlong cm,
                                                                              jlong handle) {
  (void)type;
  struct ibv_context **list = AT(struct ibv_context *, handle);
  jsize count = 0;
  while (list[count]) {
    count++;
  }
  jclass string = (*env)->FindClass(env, "java/lang/String");
  jobjectArray names = string ? (*env)->NewObjectArray(env, count, string, NULL) : NULL;
  for (jsize i = 0; names && i < count; i++) {
    jstring name = (*env)->NewStringUTF(env, CM(cm)->get_device_name(list[i]->device));
    if (!name) {
      return NULL;
    }
    (*env)->SetObjectArrayElement(env, names, i, name);
    (*env)->DeleteLocalRef(env, name);
  }
  return names;
}

JNIEXPORT void JNICALL Java_org_rdmadump_rdmacm_CmNatives_freeDevices(JNIEnv *env, jclass type,
                                                                      jlong cm, jlong list) {
  (void)env;
  (void)type;
  CM(cm)->free_devices(AT(struct ibv_context *, list));
}

JNIEXPORT jlong JNICALL Java_org_rdmadump_rdmacm_CmNatives_allocPd(JNIEnv *env, jclass type,
                                                                   jlong cm, jlong list,
                                                                   jint index) {
  (void)env;
  (void)type;
  errno = 0;
  struct ibv_pd *domain = CM(cm)->alloc_pd(AT(struct ibv_context *, list)[index]);
  return domain ? NUMBER(domain) : negated_errno();
}

JNIEXPORT jint JNICALL Java_org_rdmadump_rdmacm_CmNatives_deallocPd(JNIEnv *env, jclass type,
                                                                    jlong cm, jlong domain) {
  (void)env;
  (void)type;
  errno = 0;
  return result_of_verb(CM(cm)->dealloc_pd(AT(struct ibv_pd, domain)));
}
