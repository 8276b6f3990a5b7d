/* Waits that another thread can end: poll(2) beside an eventfd(2). */
#include <errno.h>
#include <poll.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "org_rdmadump_rdmacm_WaitNatives.h"

JNIEXPORT jint JNICALL Java_org_rdmadump_rdmacm_WaitNatives_open(JNIEnv *env, jclass type) {
  (void)env;
  (void)type;
  int fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  return fd == -1 ? -errno : fd;
}

JNIEXPORT jint JNICALL Java_org_rdmadump_rdmacm_WaitNatives_poll(JNIEnv *env, jclass type, jint fd,
                                                                 jint event, jint timeout_millis) {
  (void)env;
  (void)type;
  struct pollfd both[] = {{.fd = fd, .events = POLLIN}, {.fd = event, .events = POLLIN}};
  int count = poll(both, 2, timeout_millis);
  if (count == -1) {
    return errno == EINTR ? 1 : -errno;
  }
  return count > 0;
}

JNIEXPORT void JNICALL Java_org_rdmadump_rdmacm_WaitNatives_wake(JNIEnv *env, jclass type,
                                                                 jint event) {
  (void)env;
  (void)type;
  uint64_t one = 1;
  /* A counter that is full wakes, too. */
  ssize_t written = write(event, &one, sizeof one);
  (void)written;
}

JNIEXPORT void JNICALL Java_org_rdmadump_rdmacm_WaitNatives_drain(JNIEnv *env, jclass type,
                                                                  jint event) {
  (void)env;
  (void)type;
  uint64_t count;
  ssize_t taken = read(event, &count, sizeof count);
  (void)taken;
}

JNIEXPORT void JNICALL Java_org_rdmadump_rdmacm_WaitNatives_close(JNIEnv *env, jclass type,
                                                                  jint event) {
  (void)env;
  (void)type;
  close(event);
}
