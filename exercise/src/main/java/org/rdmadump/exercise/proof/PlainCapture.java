package org.rdmadump.exercise.proof;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.rdmadump.capture.Frame;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.exercise.plain.Hello;
import org.rdmadump.finding.FindingSink;
import org.rdmadump.ib.qp.RoceDecoder;
import org.rdmadump.iwarp.stream.IwarpDecoder;
import org.rdmadump.net.Datagram;
import org.rdmadump.net.Outcome;
import org.rdmadump.net.PacketDecoder;
import org.rdmadump.rdma.ConnectionEvents;
import org.rdmadump.rdma.ConnectionListener;
import org.rdmadump.rdma.RdmaConnection;

/**
 * The connections of a capture below RPC, decoded by the same decoders that every run goes through:
 * what {@code CaptureDecoder} does with RPC on top.
 */
final class PlainCapture implements ConnectionListener {
  private static final FindingSink NOBODY = finding -> {};

  private final List<CapturedConnection> connections = new ArrayList<>();
  private final Immediates immediates = new Immediates();

  private PlainCapture() {}

  /** Decodes all of a capture. */
  static PlainCapture of(FrameSource source) throws IOException {
    PlainCapture capture = new PlainCapture();
    RoceDecoder roce = new RoceDecoder(capture, NOBODY);
    IwarpDecoder iwarp = new IwarpDecoder(capture, NOBODY, new int[0]);
    PacketDecoder packets = new PacketDecoder();
    Datagram datagram = new Datagram();
    Frame frame = new Frame();
    while (source.next(frame)) {
      Outcome outcome = packets.decode(frame, datagram, NOBODY);
      Frame holder = packets.holder(frame, datagram);
      if (outcome == Outcome.TCP) {
        boolean unused = iwarp.decode(holder, datagram);
      } else if (outcome == Outcome.ROCE_V1
          || outcome == Outcome.INFINIBAND
          || (outcome == Outcome.UDP && datagram.destinationPort() == RoceDecoder.UDP_PORT)) {
        capture.immediates.look(holder, datagram);
        boolean unused = roce.decode(holder, datagram);
      }
    }
    packets.finish(NOBODY);
    roce.finish();
    iwarp.finish();
    return capture;
  }

  /** The connection with that number of a run. */
  Optional<CapturedConnection> connection(long run, int number) {
    for (CapturedConnection each : connections) {
      Optional<Hello> hello = each.hello();
      if (hello.isPresent() && hello.get().run() == run && hello.get().connection() == number) {
        return Optional.of(each);
      }
    }
    return Optional.empty();
  }

  @Override
  public ConnectionEvents opened(RdmaConnection connection) {
    CapturedConnection captured = new CapturedConnection(connection, immediates);
    connections.add(captured);
    return captured;
  }
}
