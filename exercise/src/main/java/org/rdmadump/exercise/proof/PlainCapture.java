package org.rdmadump.exercise.proof;

import java.io.IOException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.rdmadump.capture.Frame;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.finding.FindingSink;
import org.rdmadump.ib.qp.IbDecoder;
import org.rdmadump.iwarp.stream.IwarpDecoder;
import org.rdmadump.net.Datagram;
import org.rdmadump.net.PacketDecoder;
import org.rdmadump.net.PacketKind;
import org.rdmadump.rdma.ConnectionEvents;
import org.rdmadump.rdma.ConnectionListener;
import org.rdmadump.rdma.RdmaConnection;

/**
 * The connections of a capture below RPC, decoded by the same decoders that every run goes through:
 * what {@code CaptureDecoder} does with RPC on top.
 */
final class PlainCapture implements ConnectionListener {
  private static final FindingSink NOBODY = finding -> {};

  private final long run;
  private final Consumer<CapturedConnection> whenOver;
  private final Immediates immediates = new Immediates();

  private PlainCapture(long run, Consumer<CapturedConnection> whenOver) {
    this.run = run;
    this.whenOver = whenOver;
  }

  /**
   * Decodes a capture.
   *
   * @param whenOver is shown each connection of the run for plain transfers as it ends
   * @param stop whether to give up
   * @return false if it was given up
   */
  static boolean decode(
      FrameSource source, long run, Consumer<CapturedConnection> whenOver, BooleanSupplier stop)
      throws IOException {
    PlainCapture capture = new PlainCapture(run, whenOver);
    IbDecoder roce = new IbDecoder(capture, NOBODY);
    IwarpDecoder iwarp = new IwarpDecoder(capture, NOBODY, new int[0]);
    PacketDecoder packets = new PacketDecoder();
    Datagram datagram = new Datagram();
    Frame frame = new Frame();
    while (source.next(frame)) {
      if (stop.getAsBoolean()) {
        return false;
      }
      PacketKind kind = packets.decode(frame, datagram, NOBODY);
      Frame holder = packets.holder(frame, datagram);
      if (kind == PacketKind.TCP) {
        boolean unused = iwarp.decode(holder, datagram);
      } else if (kind == PacketKind.ROCE_V1
          || kind == PacketKind.INFINIBAND
          || (kind == PacketKind.UDP && datagram.destinationPort() == IbDecoder.UDP_PORT)) {
        capture.immediates.look(holder, datagram);
        boolean unused = roce.decode(holder, datagram);
      }
    }
    packets.finish(NOBODY);
    roce.finish();
    iwarp.finish();
    return true;
  }

  @Override
  public ConnectionEvents opened(RdmaConnection connection) {
    return new CapturedConnection(connection, run, immediates, whenOver);
  }
}
