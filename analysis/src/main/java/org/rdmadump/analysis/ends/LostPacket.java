package org.rdmadump.analysis.ends;

import org.rdmadump.net.IpAddress;

/**
 * A packet that was lost, refused, retransmitted or not captured.
 *
 * @param place where it was lost
 * @param tap the capture that has it
 * @param sender the side that sent it
 * @param frame its number in that capture, of {@code place} in a receiver that of the
 *     retransmission
 * @param nanos its time by the clock of A, in nanoseconds since the epoch
 * @param source its sender
 * @param destination its receiver
 * @param tcp whether it is a TCP segment
 * @param number queue pair or TCP port that it goes to
 * @param position PSN, or sequence number behind its last byte
 * @param opcode of the base transport header; 0 for TCP
 */
public record LostPacket(
    PacketPlace place,
    Tap tap,
    Tap sender,
    long frame,
    long nanos,
    IpAddress source,
    IpAddress destination,
    boolean tcp,
    int number,
    long position,
    int opcode) {}
