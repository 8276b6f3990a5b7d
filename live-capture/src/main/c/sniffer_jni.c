/*
 * org.rdmadump.live.hca.SnifferNatives. Failures go through the control block, never through an
 * exception, and nothing of Java is called while packets are taken.
 */
#include "org_rdmadump_live_hca_SnifferNatives.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>

#include "sniffer.h"

/* The adapter writes to memory of Java's: it may not be collected while a sniffer lives. */
struct binding {
  struct sniffer *sniffer;
  jobject control;
  jobject ring;
};

static struct binding *binding_of(jlong handle) { return (struct binding *)(intptr_t)handle; }

static void no_memory(struct sniffer_control *control) {
  if (control) {
    control->step = STEP_ALLOCATE;
    control->error = ENOMEM;
  }
}

static void release_binding(JNIEnv *env, struct binding *binding) {
  sniffer_close(binding->sniffer);
  if (binding->ring) {
    (*env)->DeleteGlobalRef(env, binding->ring);
  }
  if (binding->control) {
    (*env)->DeleteGlobalRef(env, binding->control);
  }
  free(binding);
}

JNIEXPORT jlong JNICALL Java_org_rdmadump_live_hca_SnifferNatives_layout(JNIEnv *env, jclass type) {
  (void)env;
  (void)type;
  return (jlong)SNIFFER_LAYOUT << 48 | (jlong)STEP_COUNT << 32 |
         (jlong)sizeof(struct sniffer_control) << 16 | (jlong)sizeof(struct sniffer_record);
}

JNIEXPORT jlong JNICALL Java_org_rdmadump_live_hca_SnifferNatives_open(JNIEnv *env, jclass type,
                                                                       jstring library,
                                                                       jstring device, jint port,
                                                                       jobject control) {
  (void)type;
  struct sniffer_control *block = (*env)->GetDirectBufferAddress(env, control);
  /* Holds until the sniffer itself has something to say. */
  no_memory(block);
  struct binding *binding = calloc(1, sizeof *binding);
  const char *path = (*env)->GetStringUTFChars(env, library, NULL);
  const char *name = path ? (*env)->GetStringUTFChars(env, device, NULL) : NULL;
  if (binding && name) {
    binding->control = (*env)->NewGlobalRef(env, control);
    if (binding->control && block) {
      binding->sniffer = sniffer_open(path, name, port, block);
    }
  }
  if (name) {
    (*env)->ReleaseStringUTFChars(env, device, name);
  }
  if (path) {
    (*env)->ReleaseStringUTFChars(env, library, path);
  }
  if (binding && !binding->sniffer) {
    release_binding(env, binding);
    binding = NULL;
  }
  /* Of a string that found no memory. */
  (*env)->ExceptionClear(env);
  return (jlong)(intptr_t)binding;
}

JNIEXPORT jboolean JNICALL Java_org_rdmadump_live_hca_SnifferNatives_start(
    JNIEnv *env, jclass type, jlong handle, jobject ring, jint slots, jint slot_length,
    jint options) {
  (void)type;
  struct binding *binding = binding_of(handle);
  binding->ring = (*env)->NewGlobalRef(env, ring);
  if (!binding->ring) {
    no_memory((*env)->GetDirectBufferAddress(env, binding->control));
    return false;
  }
  bool started = sniffer_start(binding->sniffer, (*env)->GetDirectBufferAddress(env, ring),
                               (uint32_t)slots, (uint32_t)slot_length, options) == 0;
  if (!started) {
    /* It may be started again, in less memory. */
    (*env)->DeleteGlobalRef(env, binding->ring);
    binding->ring = NULL;
  }
  return started;
}

JNIEXPORT jint JNICALL Java_org_rdmadump_live_hca_SnifferNatives_poll(JNIEnv *env, jclass type,
                                                                      jlong handle, jint max,
                                                                      jint timeout_millis) {
  (void)env;
  (void)type;
  return sniffer_poll(binding_of(handle)->sniffer, max, timeout_millis);
}

JNIEXPORT void JNICALL Java_org_rdmadump_live_hca_SnifferNatives_release(JNIEnv *env, jclass type,
                                                                         jlong handle) {
  (void)env;
  (void)type;
  sniffer_release(binding_of(handle)->sniffer);
}

JNIEXPORT void JNICALL Java_org_rdmadump_live_hca_SnifferNatives_wake(JNIEnv *env, jclass type,
                                                                      jlong handle) {
  (void)env;
  (void)type;
  sniffer_wake(binding_of(handle)->sniffer);
}

JNIEXPORT void JNICALL Java_org_rdmadump_live_hca_SnifferNatives_close(JNIEnv *env, jclass type,
                                                                       jlong handle) {
  (void)type;
  release_binding(env, binding_of(handle));
}
