/**
 * RDMA connections in memory for tests: {@code Fabric} makes them, and writes the packets that they
 * would send over RoCE version 2 into a capture.
 */
@NullMarked
package org.rdmadump.exercise.build;

import org.jspecify.annotations.NullMarked;
