/** Constants of RDMA verbs from infiniband/verbs.h, and error numbers. */
@NullMarked
package org.rdmadump.verbs;

import org.jspecify.annotations.NullMarked;
