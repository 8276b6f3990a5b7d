/**
 * One end of an RDMA connection as the exercise and the ping need it, whatever carries it: an RDMA
 * device, or memory in tests.
 */
@NullMarked
package org.rdmadump.exercise.endpoint;

import org.jspecify.annotations.NullMarked;
