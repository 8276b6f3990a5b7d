/** Sends, RDMA Reads and RDMA Writes without a protocol above them, from both sides. */
@NullMarked
package org.rdmadump.exercise.plain;

import org.jspecify.annotations.NullMarked;
