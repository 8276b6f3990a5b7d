package org.rdmadump.analysis.ends;

/**
 * A frame of a shipped capture.
 *
 * @param index its place in the capture, from 0
 * @param nanos its time
 * @param original its length on the wire
 * @param bytes what was captured of it
 * @param fromA whether the host that sent first sent it
 * @param flow what goes the same way; 0 if it is neither RDMA nor TCP
 * @param position PSN or sequence number
 * @param response whether a responder sent it
 * @param bare whether it is an acknowledgement
 * @param reliable whether it is sent again if it is lost
 */
@SuppressWarnings("ArrayRecordComponent") // Packets are not compared.
record CapturedPacket(
    int index,
    long nanos,
    int original,
    byte[] bytes,
    boolean fromA,
    long flow,
    int position,
    boolean response,
    boolean bare,
    boolean reliable) {
  /** What it has in common with its retransmissions. */
  long key() {
    return KeyHash.of(flow, (long) position << 2 | (response ? 2 : 0) | (bare ? 1 : 0));
  }

  CapturedPacket at(long time) {
    return new CapturedPacket(
        index, time, original, bytes, fromA, flow, position, response, bare, reliable);
  }

  CapturedPacket of(byte[] others, int length) {
    return new CapturedPacket(
        index, nanos, length, others, fromA, flow, position, response, bare, reliable);
  }
}
