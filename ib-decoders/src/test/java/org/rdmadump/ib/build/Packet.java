package org.rdmadump.ib.build;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import org.rdmadump.ib.Bth;
import org.rdmadump.ib.Opcode;

/** A frame in a capture, with what a test wants to know to find it again. */
public final class Packet {
  private final long epochNanos;
  private final String label;
  private final byte[] bytes;
  private final int originalLength;
  private final Bth bth;

  private Packet(long epochNanos, String label, byte[] bytes, int originalLength, Bth bth) {
    this.epochNanos = epochNanos;
    this.label = label;
    this.bytes = bytes;
    this.originalLength = originalLength;
    this.bth = bth;
  }

  /** {@return a packet as captured at a time; the label is free text} */
  public static Packet of(long epochNanos, String label, RocePacket packet) {
    byte[] bytes = packet.bytes();
    Bth bth = Bth.read(ByteBuffer.wrap(bytes), packet.bthOffset());
    return new Packet(epochNanos, label, bytes, bytes.length, bth);
  }

  /** {@return time of capture in nanoseconds since 1970} */
  public long epochNanos() {
    return epochNanos;
  }

  /** {@return who sent what, such as {@code client RC SEND Only psn 7}} */
  public String label() {
    return label;
  }

  /** {@return a copy of the captured bytes} */
  public byte[] bytes() {
    return bytes.clone();
  }

  /** {@return length on the wire} */
  public int originalLength() {
    return originalLength;
  }

  /** {@return the base transport header as it was written, whatever was cut since} */
  public Bth bth() {
    return bth;
  }

  /** {@return the opcode as it was written} */
  public Opcode opcode() {
    return bth.opcode();
  }

  /** {@return the PSN as it was written} */
  public int psn() {
    return bth.psn();
  }

  /** {@return the same packet at another time} */
  public Packet at(long newEpochNanos) {
    return new Packet(newEpochNanos, label, bytes, originalLength, bth);
  }

  /** {@return the packet cut to at most {@code length} captured bytes} */
  public Packet cut(int length) {
    return length >= bytes.length
        ? this
        : new Packet(epochNanos, label, Arrays.copyOf(bytes, length), originalLength, bth);
  }

  /** {@return the packet with more bytes behind it on the wire, such as an FCS or padding} */
  public Packet followedBy(byte[] trailer) {
    byte[] longer = Arrays.copyOf(bytes, bytes.length + trailer.length);
    System.arraycopy(trailer, 0, longer, bytes.length, trailer.length);
    return new Packet(epochNanos, label, longer, originalLength + trailer.length, bth);
  }

  /** {@return the packet with one byte replaced, its ICRC left as it was} */
  public Packet withByte(int offset, int value) {
    byte[] changed = bytes.clone();
    changed[offset] = (byte) value;
    return new Packet(epochNanos, label, changed, originalLength, bth);
  }

  /** {@return the label and the bytes in hex} */
  @Override
  public String toString() {
    return label + " " + HexFormat.of().formatHex(bytes);
  }
}
