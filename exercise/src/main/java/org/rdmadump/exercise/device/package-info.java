/**
 * Connections over RDMA devices: what {@code org.rdmadump.exercise.endpoint} asks for, by rdma_cm.
 */
@NullMarked
package org.rdmadump.exercise.device;

import org.jspecify.annotations.NullMarked;
