package org.rdmadump.bench.generate;

import java.util.Queue;
import java.util.SplittableRandom;
import org.rdmadump.iwarp.build.IwarpConversation;
import org.rdmadump.iwarp.build.TcpFrame;

/** A TCP connection of iWARP, set up by MPA. Every fourth segment is acknowledged. */
final class IwarpBulkConnection extends BulkConnection {
  private static final int PORT = 20049;
  private static final int FIRST_CLIENT_PORT = 40_000;
  private static final int ACKNOWLEDGE_EVERY = 4;

  /** What an MSS of 1460 leaves of a segment: a length, a tagged header, a CRC. */
  private static final int DATA = 1440;

  private static final byte[] NOTHING = {};

  private final IwarpConversation wire = new IwarpConversation();
  private int unacknowledged;

  IwarpBulkConnection(int index, boolean crc, Payload payload, SplittableRandom random) {
    super(1 + index, payload, random);
    wire.ports(FIRST_CLIENT_PORT + index, PORT).sequences(random.nextInt(), random.nextInt());
    wire.payload(DATA).crc(crc).connect();
    connected();
  }

  @Override
  void call(byte[] message) {
    wire.client().send(message);
  }

  @Override
  void reply(byte[] message) {
    wire.server().send(message);
  }

  @Override
  void replyInvalidating(byte[] message, int handle) {
    wire.server().sendInvalidating(message, handle);
  }

  @Override
  void write(int handle, long address, byte[] data) {
    wire.server().write(handle, address, data);
  }

  @Override
  void read(int handle, long address, byte[] data) {
    wire.server().read(handle, address, data);
  }

  @Override
  void takeFrames(Queue<byte[]> target) {
    for (TcpFrame frame : wire.capture().frames()) {
      target.add(frame.bytes());
      unacknowledged += frame.isBare() ? 0 : 1;
      if (unacknowledged == ACKNOWLEDGE_EVERY) {
        unacknowledged = 0;
        target.add(acknowledgement(frame).bytes());
      }
    }
    wire.capture().frames().clear();
  }

  private static TcpFrame acknowledgement(TcpFrame of) {
    TcpFrame.Socket receiver = of.destination();
    TcpFrame.Socket sender = of.source();
    int next = of.acknowledgement();
    return new TcpFrame("ACK", receiver, sender, next, of.end(), TcpFrame.ACK, NOTHING);
  }
}
