/**
 * Known traffic over an RDMA device: what to send, both sides of it, and the proof that a capture
 * of it rebuilds to what was in memory. For one thread each.
 */
@NullMarked
package org.rdmadump.exercise;

import org.jspecify.annotations.NullMarked;
