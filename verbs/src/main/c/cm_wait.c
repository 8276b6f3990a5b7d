/* Waits that another thread can end: poll(2) beside an eventfd(2), and what a signal ends. */
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
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
                                                                 jint other, jint event,
                                                                 jint timeout_millis) {
  (void)env;
  (void)type;
  struct pollfd all[] = {{.fd = fd, .events = POLLIN},
                         {.fd = other, .events = POLLIN},
                         {.fd = event, .events = POLLIN}};
  int count = poll(all, 3, timeout_millis);
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

/* A signal that nobody else uses, to end what a thread waits for; 0 if there is none. */
static int signal_number;

static void do_nothing(int number) { (void)number; }

static void choose_signal(void) {
  /* The JDK has the third last for its own sockets and files. */
  for (int number = SIGRTMAX - 3; number >= SIGRTMIN && !signal_number; number--) {
    struct sigaction now;
    /* Without SA_RESTART: the call is to end. */
    struct sigaction ours = {.sa_handler = do_nothing};
    if (sigaction(number, NULL, &now) == 0 && !(now.sa_flags & SA_SIGINFO) &&
        now.sa_handler == SIG_DFL && sigaction(number, &ours, NULL) == 0) {
      signal_number = number;
    }
  }
}

JNIEXPORT jlong JNICALL Java_org_rdmadump_rdmacm_WaitNatives_signalled(JNIEnv *env, jclass type) {
  (void)env;
  (void)type;
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, choose_signal);
  if (!signal_number) {
    return 0;
  }
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, signal_number);
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
  return (jlong)pthread_self();
}

JNIEXPORT void JNICALL Java_org_rdmadump_rdmacm_WaitNatives_signal(JNIEnv *env, jclass type,
                                                                   jlong thread) {
  (void)env;
  (void)type;
  pthread_kill((pthread_t)thread, signal_number);
}
