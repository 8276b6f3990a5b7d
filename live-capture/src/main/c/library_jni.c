/* org.rdmadump.natives.LibraryVersion: whether Java and this library are of one version. */
#include "org_rdmadump_natives_LibraryVersion.h"

#ifndef RDMADUMP_VERSION
#error "RDMADUMP_VERSION is the version of the project"
#endif

JNIEXPORT jstring JNICALL Java_org_rdmadump_natives_LibraryVersion_built(JNIEnv *env, jclass type) {
  (void)type;
  return (*env)->NewStringUTF(env, RDMADUMP_VERSION);
}
