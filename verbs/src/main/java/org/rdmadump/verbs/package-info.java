/** Constants of RDMA verbs, as infiniband/verbs.h has them, and error numbers. */
@NullMarked
package org.rdmadump.verbs;

import org.jspecify.annotations.NullMarked;
