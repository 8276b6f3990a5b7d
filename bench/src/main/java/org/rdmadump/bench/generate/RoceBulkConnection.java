package org.rdmadump.bench.generate;

import java.util.Queue;
import java.util.SplittableRandom;
import org.rdmadump.ib.build.Conversation;
import org.rdmadump.ib.build.Packet;

/** A queue pair of RoCEv2, set up by CM. The PSNs of both directions pass zero. */
final class RoceBulkConnection extends BulkConnection {
  private static final int FIRST_QP = 0x11;
  private static final int FIRST_SOURCE_PORT = 0xc000;
  private static final int FIRST_CLIENT_PORT = 32768;
  private static final int PORTS = 0x3fff;
  private static final int SERVER_ID = 1 << 31;
  private static final int PSNS = 1 << 24;

  /** The server sends far more packets than the client. */
  private static final int MOST_BEFORE_ZERO = 20_000;

  private static final int CLIENT_MOST_BEFORE_ZERO = 20;

  private final Conversation wire;

  RoceBulkConnection(int index, int mtu, Payload payload, SplittableRandom random) {
    super(1 + index, payload, random);
    wire = Conversation.between(Hosts.at(CLIENT), Hosts.at(SERVER)).mtu(mtu);
    wire.udpSourcePort(FIRST_SOURCE_PORT + (index & PORTS));
    wire.clientPort(FIRST_CLIENT_PORT + (index & PORTS));
    wire.communicationIds(1 + index, (1 + index) | SERVER_ID);
    wire.client().qpn(FIRST_QP + index);
    wire.client().nextPsn(PSNS - 1 - random.nextInt(CLIENT_MOST_BEFORE_ZERO));
    wire.server().qpn(FIRST_QP + index);
    wire.server().nextPsn(PSNS - 1 - random.nextInt(MOST_BEFORE_ZERO));
    wire.connect();
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
    for (Packet packet : wire.capture().packets()) {
      target.add(packet.bytes());
    }
    wire.capture().packets().clear();
  }
}
