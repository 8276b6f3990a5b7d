package org.rdmadump.iwarp.build;

import java.util.Arrays;
import org.rdmadump.iwarp.build.TcpFrame.Socket;

/** One end of an {@link IwarpConversation}: each FPDU is a TCP segment, until somebody cuts it. */
public final class IwarpEnd {
  private static final byte[] NOTHING = {};

  private final IwarpConversation conversation;
  private final Socket socket;
  private int sequence;
  private MpaStream stream = new MpaStream(false, false);
  private int sendSequence = 1;
  private int readSequence = 1;
  private int sinkStag = 0x51000000;

  IwarpEnd(IwarpConversation conversation, Socket socket, int initialSequence) {
    this.conversation = conversation;
    this.socket = socket;
    this.sequence = initialSequence;
  }

  Socket socket() {
    return socket;
  }

  int sequence() {
    return sequence;
  }

  void stream(MpaStream other) {
    stream = other;
  }

  private IwarpEnd peer() {
    return conversation.peerOf(this);
  }

  /** Adds a segment with flags. */
  public TcpFrame segment(String label, int flags, byte[] payload) {
    TcpFrame frame =
        new TcpFrame(label, socket, peer().socket, sequence, peer().sequence, flags, payload);
    conversation.capture().add(frame);
    sequence += payload.length + ((flags & (TcpFrame.SYN | TcpFrame.FIN)) != 0 ? 1 : 0);
    return frame;
  }

  /** Adds a bare acknowledgement. */
  public void acknowledge() {
    segment("ACK", TcpFrame.ACK, NOTHING);
  }

  /** Sends a DDP segment. */
  public TcpFrame fpdu(String label, byte[] ulpdu) {
    return segment(label, TcpFrame.ACK, stream.fpdu(ulpdu));
  }

  /** Sends a message. */
  public IwarpEnd send(byte[] message) {
    return send(DdpSegments.SEND, 0, message);
  }

  /** Sends a message that takes a steering tag of the other end away. */
  public IwarpEnd sendInvalidating(byte[] message, int stag) {
    return send(DdpSegments.SEND_INVALIDATE, stag, message);
  }

  /** Sends a message of one of the four kinds. */
  public IwarpEnd send(int opcode, int stag, byte[] message) {
    int most = conversation.payload();
    int at = 0;
    do {
      int to = Math.min(message.length, at + most);
      byte[] part = Arrays.copyOfRange(message, at, to);
      fpdu(
          "Send",
          DdpSegments.untagged(opcode, to == message.length, stag, 0, sendSequence, at, part));
      at = to;
    } while (at < message.length);
    sendSequence++;
    return this;
  }

  /** Writes into memory of the other end. */
  public IwarpEnd write(int stag, long offset, byte[] data) {
    tagged("Write", DdpSegments.WRITE, stag, offset, data);
    return this;
  }

  private void tagged(String label, int opcode, int stag, long offset, byte[] data) {
    int most = conversation.payload();
    int at = 0;
    do {
      int to = Math.min(data.length, at + most);
      fpdu(
          label,
          DdpSegments.tagged(
              opcode, to == data.length, stag, offset + at, Arrays.copyOfRange(data, at, to)));
      at = to;
    } while (at < data.length);
  }

  /** Reads from memory of the other end, which holds {@code data}, into a sink of its own. */
  public IwarpEnd read(int stag, long offset, byte[] data) {
    int sink = sinkStag++;
    readRequest(sink, 0, data.length, stag, offset);
    respond(sink, 0, data);
    return this;
  }

  /** Asks for memory of the other end. */
  public IwarpEnd readRequest(int sink, long sinkOffset, int size, int stag, long offset) {
    fpdu(
        "Read Request",
        DdpSegments.untagged(
            DdpSegments.READ_REQUEST,
            true,
            0,
            1,
            readSequence++,
            0,
            DdpSegments.readRequest(sink, sinkOffset, size, stag, offset)));
    return this;
  }

  /** The other end answers a Read Request of this one. */
  public IwarpEnd respond(int sink, long sinkOffset, byte[] data) {
    peer().tagged("Read Response", DdpSegments.READ_RESPONSE, sink, sinkOffset, data);
    return this;
  }

  /** Gives up the connection. */
  public IwarpEnd terminate(byte[] control) {
    fpdu("Terminate", DdpSegments.untagged(DdpSegments.TERMINATE, true, 0, 2, 1, 0, control));
    return this;
  }
}
