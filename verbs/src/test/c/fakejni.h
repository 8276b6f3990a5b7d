/*
 * A stand-in for the JVM, as far as the binding in C uses it: objects are bytes, and each reference,
 * string and allocation is one of malloc's, so that a checker of memory misses those not given back.
 *
 * Calls that may fail are counted: the JVM's own, calloc and fcntl of the binding (by the linker's
 * --wrap). One of them can be had to fail.
 */
#ifndef FAKEJNI_H
#define FAKEJNI_H

#include <jni.h>
#include <stdbool.h>
#include <stddef.h>

/* The environment of the only thread. */
JNIEnv *fake_env(void);

/* An array or a direct buffer of so many bytes, of elements of a size, with what is in it or zeros. */
jobject fake_object(size_t element, size_t bytes, const void *data);
jstring fake_string(const char *text);
void *fake_bytes(jobject object);
void fake_free(jobject object);

/* Frees what the last native method made, as the JVM does when it returns. */
void fake_return(void);

/* Has the call of this number from now on fail, counted from 1; 0: none any more. */
void fake_fail(int number);

/* Whether it came to the last call that was to fail. */
bool fake_has_failed(void);

#endif
