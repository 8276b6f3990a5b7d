package org.rdmadump.exercise.endpoint;

import java.time.Duration;

/**
 * How a connection is made.
 *
 * @param privateData what the other side is told, 56 bytes at most
 * @param receives messages that may arrive before they are taken
 * @param receiveBytes length of the longest
 * @param patience how long all of it may take: name, address, route and connection together; and
 *     later each operation
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record ConnectOptions(
    byte[] privateData, int receives, int receiveBytes, Duration patience) {}
