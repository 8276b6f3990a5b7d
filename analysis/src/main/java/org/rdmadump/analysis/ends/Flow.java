package org.rdmadump.analysis.ends;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.rdmadump.net.IpAddress;

/** Packets from one host to one queue pair of another, or one way of a TCP connection. */
@SuppressWarnings("EnumOrdinal") // An index into tables of our own, never stored.
final class Flow {
  private static final int TAPS = 2;
  private static final int PLACES = PacketPlace.values().length;

  final long key;
  final IpAddress source;
  final IpAddress destination;
  final int number;

  /** Whether it is known on whose side the sender is. */
  final boolean known;

  /** The capture on the sender's side. */
  final Tap sender;

  final SentPackets requests = new SentPackets();
  final SentPackets responses = new SentPackets();

  /** What goes the other way, once that is known. */
  @Nullable Flow reverse;

  /** Length of TCP segments on the wire, where longer ones have to be cut; 0 if none have. */
  int segment;

  long matched;
  final long[] places = new long[PLACES];

  private int identification;
  private boolean numbered;

  private final boolean[] acknowledged = new boolean[TAPS];
  private final int[] acknowledgement = new int[TAPS];

  Flow(long key, TapPacket first, boolean known, Tap sender) {
    this.key = key;
    this.source = first.sourceAddress();
    this.destination = first.destinationAddress();
    this.number = first.number();
    this.known = known;
    this.sender = sender;
  }

  /** What its sender has sent of a kind. */
  SentPackets sent(boolean response) {
    return response ? responses : requests;
  }

  /**
   * Takes the IPv4 identification of the next packet that is sent.
   *
   * @return whether they are known to differ from packet to packet
   */
  boolean isNumbered(int next) {
    numbered |= identification != 0 && next != 0 && next != identification;
    identification = next;
    return numbered;
  }

  /** Notes that a capture shows an acknowledgement up to a position. */
  void acknowledge(Tap tap, int position) {
    int at = tap.ordinal();
    if (!acknowledged[at] || position - acknowledgement[at] > 0) {
      acknowledged[at] = true;
      acknowledgement[at] = position;
    }
  }

  /** Begins again: another connection has the same numbers. */
  void restart() {
    Arrays.fill(acknowledged, false);
  }

  boolean isAcknowledged(Tap tap, int position) {
    return acknowledged[tap.ordinal()] && acknowledgement[tap.ordinal()] - position >= 0;
  }

  int acknowledgement(Tap tap) {
    return acknowledgement[tap.ordinal()];
  }
}
