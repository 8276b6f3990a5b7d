#include "fakejni.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct object {
  struct object *next;
  size_t element;
  size_t bytes;
  unsigned char data[];
};

/* What the method that runs has made: local references. */
static struct object *local;
static int countdown;
static bool failed;

void fake_fail(int number) {
  countdown = number;
  if (number) {
    failed = false;
  }
}

bool fake_has_failed(void) { return failed; }

static bool fails(void) {
  if (countdown > 0 && --countdown == 0) {
    failed = true;
    return true;
  }
  return false;
}

void *__real_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size);
int __real_fcntl(int fd, int command, ...);
int __wrap_fcntl(int fd, int command, ...);

void *__wrap_calloc(size_t count, size_t size) {
  return fails() ? NULL : __real_calloc(count, size);
}

int __wrap_fcntl(int fd, int command, ...) {
  va_list arguments;
  va_start(arguments, command);
  int value = command == F_SETFL ? va_arg(arguments, int) : 0;
  va_end(arguments);
  if (fails()) {
    errno = EMFILE;
    return -1;
  }
  return __real_fcntl(fd, command, value);
}

static void broken(const char *rule) {
  fprintf(stderr, "a rule of JNI was broken: %s\n", rule);
  abort();
}

static struct object *object_of(jobject object) {
  if (!object) {
    broken("a reference that is NULL");
  }
  return (struct object *)object;
}

static struct object *make(size_t element, size_t bytes, const void *data) {
  /* Room for the NUL of a string. */
  struct object *made = malloc(sizeof *made + bytes + 1);
  made->next = NULL;
  made->element = element;
  made->bytes = bytes;
  memset(made->data, 0, bytes + 1);
  if (data) {
    memcpy(made->data, data, bytes);
  }
  return made;
}

static jobject make_local(size_t bytes, const void *data) {
  struct object *made = make(1, bytes, data);
  made->next = local;
  local = made;
  return (jobject)made;
}

jobject fake_object(size_t element, size_t bytes, const void *data) {
  return (jobject)make(element, bytes, data);
}

jstring fake_string(const char *text) { return (jstring)make(1, strlen(text), text); }

void *fake_bytes(jobject object) { return object_of(object)->data; }

void fake_free(jobject object) { free(object); }

void fake_return(void) {
  while (local) {
    struct object *next = local->next;
    free(local);
    local = next;
  }
}

static jsize get_array_length(JNIEnv *env, jarray array) {
  (void)env;
  struct object *object = object_of(array);
  return (jsize)(object->bytes / object->element);
}

static unsigned char *region(jarray array, size_t element, jsize start, jsize count) {
  struct object *object = object_of(array);
  if (object->element != element || start < 0 || count < 0 ||
      (size_t)(start + count) * element > object->bytes) {
    broken("elements that an array does not have");
  }
  return object->data + (size_t)start * element;
}

static void get_byte_array_region(JNIEnv *env, jbyteArray array, jsize start, jsize count,
                                  jbyte *to) {
  (void)env;
  memcpy(to, region(array, sizeof *to, start, count), (size_t)count * sizeof *to);
}

static void set_byte_array_region(JNIEnv *env, jbyteArray array, jsize start, jsize count,
                                  const jbyte *from) {
  (void)env;
  memcpy(region(array, sizeof *from, start, count), from, (size_t)count * sizeof *from);
}

static void get_int_array_region(JNIEnv *env, jintArray array, jsize start, jsize count, jint *to) {
  (void)env;
  memcpy(to, region(array, sizeof *to, start, count), (size_t)count * sizeof *to);
}

static void set_int_array_region(JNIEnv *env, jintArray array, jsize start, jsize count,
                                 const jint *from) {
  (void)env;
  memcpy(region(array, sizeof *from, start, count), from, (size_t)count * sizeof *from);
}

static void set_long_array_region(JNIEnv *env, jlongArray array, jsize start, jsize count,
                                  const jlong *from) {
  (void)env;
  memcpy(region(array, sizeof *from, start, count), from, (size_t)count * sizeof *from);
}

static void *get_direct_buffer_address(JNIEnv *env, jobject buffer) {
  (void)env;
  return object_of(buffer)->data;
}

static jobject new_global_ref(JNIEnv *env, jobject object) {
  (void)env;
  object_of(object);
  return fails() ? NULL : (jobject)make(1, 0, NULL);
}

static void delete_global_ref(JNIEnv *env, jobject reference) {
  (void)env;
  free(object_of(reference));
}

static jstring new_string_utf(JNIEnv *env, const char *text) {
  (void)env;
  return fails() ? NULL : (jstring)make_local(strlen(text), text);
}

static const char *get_string_utf_chars(JNIEnv *env, jstring string, jboolean *is_copy) {
  (void)env;
  (void)is_copy;
  return fails() ? NULL : strdup((const char *)object_of(string)->data);
}

static void release_string_utf_chars(JNIEnv *env, jstring string, const char *text) {
  (void)env;
  object_of(string);
  free((void *)text);
}

static void exception_clear(JNIEnv *env) { (void)env; }

static jclass find_class(JNIEnv *env, const char *name) {
  (void)env;
  return fails() ? NULL : (jclass)make_local(strlen(name), name);
}

static jbyteArray new_byte_array(JNIEnv *env, jsize count) {
  (void)env;
  return fails() ? NULL : (jbyteArray)make_local((size_t)count, NULL);
}

static jobjectArray new_object_array(JNIEnv *env, jsize count, jclass type, jobject value) {
  (void)env;
  (void)value;
  object_of(type);
  return fails() ? NULL : (jobjectArray)make_local((size_t)count, NULL);
}

static void set_object_array_element(JNIEnv *env, jobjectArray array, jsize index, jobject value) {
  (void)env;
  object_of(value);
  *region(array, 1, index, 1) = 1;
}

static void delete_local_ref(JNIEnv *env, jobject reference) {
  (void)env;
  struct object **at = &local;
  while (*at && *at != (struct object *)reference) {
    at = &(*at)->next;
  }
  if (!*at) {
    broken("no local reference is deleted");
  }
  *at = (*at)->next;
  free(reference);
}

JNIEnv *fake_env(void) {
  static const struct JNINativeInterface_ functions = {
      .GetArrayLength = get_array_length,
      .GetByteArrayRegion = get_byte_array_region,
      .SetByteArrayRegion = set_byte_array_region,
      .GetIntArrayRegion = get_int_array_region,
      .SetIntArrayRegion = set_int_array_region,
      .SetLongArrayRegion = set_long_array_region,
      .GetDirectBufferAddress = get_direct_buffer_address,
      .NewGlobalRef = new_global_ref,
      .DeleteGlobalRef = delete_global_ref,
      .NewStringUTF = new_string_utf,
      .GetStringUTFChars = get_string_utf_chars,
      .ReleaseStringUTFChars = release_string_utf_chars,
      .ExceptionClear = exception_clear,
      .FindClass = find_class,
      .NewByteArray = new_byte_array,
      .NewObjectArray = new_object_array,
      .SetObjectArrayElement = set_object_array_element,
      .DeleteLocalRef = delete_local_ref,
  };
  static JNIEnv env = &functions;
  return &env;
}
