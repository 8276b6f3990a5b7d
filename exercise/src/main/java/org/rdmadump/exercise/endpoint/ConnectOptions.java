package org.rdmadump.exercise.endpoint;

import java.time.Duration;

/**
 * How a connection is made.
 *
 * @param privateData what the other side is told, 56 bytes at most
 * @param receives messages that may arrive before they are taken
 * @param receiveBytes length of the longest
 * @param patience how long each step may take: address, route, connection
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record ConnectOptions(
    byte[] privateData, int receives, int receiveBytes, Duration patience) {}
