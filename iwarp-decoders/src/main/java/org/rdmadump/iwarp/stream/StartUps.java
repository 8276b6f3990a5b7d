package org.rdmadump.iwarp.stream;

import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.OptionalInt;
import org.rdmadump.iwarp.EnhancedSetup;
import org.rdmadump.iwarp.MpaStartUp;
import org.rdmadump.rdma.MpaEnd;
import org.rdmadump.rdma.MpaSetup;
import org.rdmadump.rdma.RdmaConnection;
import org.rdmadump.rdma.Recognition;

/**
 * What the start-up frames of both sides said.
 *
 * <p>RFC 5044 section 7.1, RFC 6581.
 */
final class StartUps {
  private static final long NEVER = -1;

  private final ByteBuffer[] privateData = {ByteBuffer.allocate(0), ByteBuffer.allocate(0)};
  private MpaSetup setup = MpaSetup.UNKNOWN;
  private OptionalInt initiator = OptionalInt.empty();
  private boolean peerToPeer;

  /** Whether private data was cut by the snap length. */
  private boolean cut;

  private long askedNanos = NEVER;
  private long answeredNanos = NEVER;

  /** Which sides sent more than such a frame. */
  private final boolean[] spoke = new boolean[2];

  /** Takes a frame that {@code side} sent, with what follows it. */
  void take(MpaStartUp frame, ByteBuffer data, int side, long nanos) {
    if (initiator.isEmpty()) {
      initiator = OptionalInt.of(frame.request() ? side : RdmaConnection.opposite(side));
    }
    ByteBuffer programs = data;
    Optional<EnhancedSetup> enhanced = Optional.empty();
    if (frame.enhanced() && data.capacity() >= EnhancedSetup.LENGTH) {
      enhanced = Optional.of(EnhancedSetup.read(data, 0));
      peerToPeer |= enhanced.get().peerToPeer();
      programs = data.slice(EnhancedSetup.LENGTH, data.capacity() - EnhancedSetup.LENGTH);
    }
    privateData[side] = programs;
    cut |= data.capacity() < frame.privateDataLength();
    setup = setup.with(frame.request(), end(frame, enhanced));
    if (frame.request()) {
      askedNanos = nanos;
    } else {
      answeredNanos = nanos;
    }
  }

  /** What a start-up frame says, with what revision 2 puts before its private data. */
  private static MpaEnd end(MpaStartUp frame, Optional<EnhancedSetup> enhanced) {
    boolean has = enhanced.isPresent();
    return new MpaEnd(
        frame.revision(),
        frame.markers(),
        frame.crc(),
        frame.rejected() && !frame.request(),
        has && enhanced.get().peerToPeer(),
        has ? depth(enhanced.get().inboundReads()) : OptionalInt.empty(),
        has ? depth(enhanced.get().outboundReads()) : OptionalInt.empty());
  }

  private static OptionalInt depth(int reads) {
    return reads == EnhancedSetup.NOT_NEGOTIATED ? OptionalInt.empty() : OptionalInt.of(reads);
  }

  /** Tells a connection of them that begins. */
  void begin(RdmaConnection fresh, ConnectionKey key) {
    if (initiator.isPresent()) {
      int active = initiator.getAsInt();
      int service = active == RdmaConnection.FIRST ? key.secondPort() : key.firstPort();
      fresh.establishedBy(Recognition.MPA, active, OptionalInt.of(service));
      fresh.privateData(RdmaConnection.FIRST, privateData[RdmaConnection.FIRST]);
      fresh.privateData(RdmaConnection.SECOND, privateData[RdmaConnection.SECOND]);
      tell(fresh);
    } else if (key.isNamed() && key.isServerKnown()) {
      fresh.establishedBy(
          Recognition.INFERRED, RdmaConnection.FIRST, OptionalInt.of(key.secondPort()));
    } else if (key.isNamed() && key.firstPort() == key.secondPort()) {
      fresh.servesAt(key.secondPort());
    }
    if (cut) {
      fresh.privateDataWasCut();
    }
  }

  /** Tells a connection what was agreed on, and how long that took. */
  void tell(RdmaConnection connection) {
    connection.setup(setup);
    if (askedNanos != NEVER && answeredNanos != NEVER) {
      connection.answeredAfter(answeredNanos - askedNanos);
    }
  }

  /** Takes note that a side sent a message. */
  void sentSomething(int side) {
    spoke[side] = true;
  }

  /** Whether a Send without payload only says that the initiator is ready (RFC 6581 section 5). */
  boolean isReadyToReceive(int side, int payload) {
    return payload == 0
        && peerToPeer
        && !spoke[side]
        && initiator.isPresent()
        && initiator.getAsInt() == side;
  }
}
