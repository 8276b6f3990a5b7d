/**
 * Writes RoCEv2 packets, whole conversations and captures of them, for tests.
 *
 * <p>{@link RocePacket} makes one frame and lets every field be wrong. {@link Conversation} with
 * its two {@link QueuePair}s speaks the protocol as two real ends would. {@link Capture} is what
 * was seen of it, to be cut, swapped, repeated and dropped from as the case wants.
 */
@NullMarked
package org.rdmadump.ib.build;

import org.jspecify.annotations.NullMarked;
