package org.rdmadump.exercise.build;

import java.util.OptionalInt;
import org.rdmadump.ib.NakCode;
import org.rdmadump.ib.build.Capture;
import org.rdmadump.ib.build.Conversation;
import org.rdmadump.ib.build.QueuePair;
import org.rdmadump.ib.build.ReadRequest;

/** A connection over RoCE version 2. */
final class RoceWire implements Wire {
  private static final int FIRST_QUEUE_PAIR = 0x11;

  private final Conversation conversation;

  /** The one with that number of a network. */
  RoceWire(Capture capture, int number, int mtu, int port) {
    conversation = Conversation.between("10.0.0.2", "10.0.0.1");
    conversation.on(capture).mtu(mtu).port(port).clientPort(40_000 + number);
    conversation.communicationIds(0x0c000001 + number, 0x0d000001 + number);
    conversation.client().qpn(FIRST_QUEUE_PAIR + 2 * number);
    conversation.server().qpn(FIRST_QUEUE_PAIR + 2 * number + 1);
  }

  @Override
  public void connect(byte[] client, byte[] server) {
    conversation.connect(client, server);
  }

  @Override
  public void disconnect() {
    conversation.disconnect();
  }

  @Override
  public End client() {
    return new RoceEnd(conversation.client(), conversation.server());
  }

  @Override
  public End server() {
    return new RoceEnd(conversation.server(), conversation.client());
  }

  /** A queue pair and the one that it is connected to. */
  private record RoceEnd(QueuePair own, QueuePair peer) implements End {
    @Override
    public void send(byte[] bytes, OptionalInt immediate, OptionalInt invalidates) {
      int unused =
          immediate.isPresent()
              ? own.sendWithImmediate(bytes, immediate.getAsInt())
              : invalidates.isPresent()
                  ? own.sendInvalidating(bytes, invalidates.getAsInt())
                  : own.send(bytes);
    }

    @Override
    public void write(int handle, long address, byte[] bytes, OptionalInt immediate) {
      int unused =
          immediate.isPresent()
              ? own.writeWithImmediate(handle, address, bytes, immediate.getAsInt())
              : own.write(handle, address, bytes);
    }

    @Override
    public void read(int handle, long address, byte[] comesBack) {
      ReadRequest unused = own.read(handle, address, comesBack);
    }

    @Override
    public void refusedRead(int handle, long address, int length) {
      ReadRequest request = own.readRequest(handle, address, length);
      peer.nak(request.psn(), NakCode.REMOTE_ACCESS_ERROR);
    }
  }
}
