/*
 * The oldest glibc that the libraries run with is 2.17, of 2012. glibc 2.32 and 2.34 moved these functions
 * into libc.so and gave them new versions; the old versions do the same, and every later glibc has them.
 * On other architectures the build's own glibc decides.
 */
#ifndef RDMADUMP_GLIBC_H
#define RDMADUMP_GLIBC_H

#if defined(__x86_64__) && defined(__linux__)
#define RDMADUMP_OLD(function) __asm__(".symver " #function "," #function "@GLIBC_2.2.5")
RDMADUMP_OLD(dlclose);
RDMADUMP_OLD(dlerror);
RDMADUMP_OLD(dlopen);
RDMADUMP_OLD(dlsym);
RDMADUMP_OLD(pthread_kill);
RDMADUMP_OLD(pthread_once);
RDMADUMP_OLD(pthread_sigmask);
#undef RDMADUMP_OLD
#endif

#endif
