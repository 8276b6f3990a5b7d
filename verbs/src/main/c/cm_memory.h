/* Memory that a device may use, and who keeps it from being collected. */
#ifndef RDMADUMP_CM_MEMORY_H
#define RDMADUMP_CM_MEMORY_H

#include <infiniband/verbs.h>
#include <jni.h>

struct registered {
  struct ibv_mr *region;
  /* The buffer of Java's, as long as the device may write to it. */
  jobject buffer;
};

#endif
