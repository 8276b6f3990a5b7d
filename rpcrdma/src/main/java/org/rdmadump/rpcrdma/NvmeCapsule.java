package org.rdmadump.rpcrdma;

/**
 * A command or response capsule of NVMe over RDMA: its queue entry, and the Send that carried it.
 *
 * @param entry the queue entry
 * @param firstFrame 1-based number of the first frame of the Send
 * @param lastFrame 1-based number of its last frame
 * @param firstNanos time of {@code firstFrame} in nanoseconds since the epoch
 * @param lastNanos time of {@code lastFrame} in nanoseconds since the epoch
 * @param <E> submission or completion queue entry
 */
public record NvmeCapsule<E>(
    E entry, long firstFrame, long lastFrame, long firstNanos, long lastNanos) {}
