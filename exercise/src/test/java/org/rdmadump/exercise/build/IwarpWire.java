package org.rdmadump.exercise.build;

import java.util.OptionalInt;
import org.rdmadump.iwarp.build.IwarpConversation;
import org.rdmadump.iwarp.build.IwarpEnd;
import org.rdmadump.iwarp.build.TcpCapture;

/** A connection over iWARP. */
final class IwarpWire implements Wire {
  private final IwarpConversation conversation;

  /** The one with that number of a network. */
  IwarpWire(TcpCapture capture, int number, int port) {
    conversation = new IwarpConversation().into(capture).ports(40_000 + number, port).crc(true);
  }

  @Override
  public void connect(byte[] client, byte[] server) {
    IwarpConversation unused = conversation.startUp(1, 0, client, server).connect();
  }

  @Override
  public void disconnect() {
    IwarpConversation unused = conversation.disconnect();
  }

  @Override
  public End client() {
    return new StreamEnd(conversation.client());
  }

  @Override
  public End server() {
    return new StreamEnd(conversation.server());
  }

  /** An end that has no immediate data. */
  private record StreamEnd(IwarpEnd own) implements End {
    private static final int SINK = 0x52000000;

    @Override
    public void send(byte[] bytes, OptionalInt immediate, OptionalInt invalidates) {
      if (immediate.isPresent()) {
        throw new AssertionError("iWARP was asked for immediate data");
      }
      IwarpEnd unused =
          invalidates.isPresent()
              ? own.sendInvalidating(bytes, invalidates.getAsInt())
              : own.send(bytes);
    }

    @Override
    public void write(int handle, long address, byte[] bytes, OptionalInt immediate) {
      IwarpEnd unused = own.write(handle, address, bytes);
    }

    @Override
    public void read(int handle, long address, byte[] comesBack) {
      IwarpEnd unused = own.read(handle, address, comesBack);
    }

    @Override
    public void refusedRead(int handle, long address, int length) {
      IwarpEnd unused = own.readRequest(SINK, 0, length, handle, address);
    }
  }
}
