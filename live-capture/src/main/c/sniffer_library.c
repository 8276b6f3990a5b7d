/* org.rdmadump.live.hca.SnifferNatives: whether Java and this library are of one version. */
#include "org_rdmadump_live_hca_SnifferNatives.h"

#ifndef RDMADUMP_VERSION
#error "RDMADUMP_VERSION is the version of the project"
#endif

JNIEXPORT jstring JNICALL Java_org_rdmadump_live_hca_SnifferNatives_version(JNIEnv *env, jclass type) {
  (void)type;
  return (*env)->NewStringUTF(env, RDMADUMP_VERSION);
}
