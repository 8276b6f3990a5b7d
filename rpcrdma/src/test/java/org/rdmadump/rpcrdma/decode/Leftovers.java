package org.rdmadump.rpcrdma.decode;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.rdmadump.capture.Frame;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.ib.build.Capture;
import org.rdmadump.ib.qp.IbDecoder;
import org.rdmadump.net.Datagram;
import org.rdmadump.net.PacketDecoder;
import org.rdmadump.net.PacketKind;
import org.rdmadump.rdma.RdmaConnection;
import org.rdmadump.rpcrdma.MessageListener;
import org.rdmadump.rpcrdma.build.Decoded;
import org.rdmadump.rpcrdma.build.Segment;
import org.rdmadump.rpcrdma.call.RunState;

/** What the tables of a decoder still hold behind the last packet, before the end is declared. */
public final class Leftovers {
  private Leftovers() {}

  /** {@return those of the offered segments that still count as advertised} */
  public static List<Segment> after(Capture capture, Segment... offered) {
    return after(capture.source(), List.of(offered));
  }

  /** {@return those of the offered segments that still count as advertised} */
  public static List<Segment> after(FrameSource source, List<Segment> offered) {
    List<CarriedConnection> connections = decode(source);
    List<Segment> left = new ArrayList<>();
    for (Segment segment : offered) {
      if (connections.stream().anyMatch(connection -> holds(connection, segment))) {
        left.add(segment);
      }
    }
    return left;
  }

  private static boolean holds(CarriedConnection connection, Segment segment) {
    return holds(connection, RdmaConnection.FIRST, segment)
        || holds(connection, RdmaConnection.SECOND, segment);
  }

  private static boolean holds(CarriedConnection connection, int side, Segment segment) {
    return connection.advertises(side, segment.handle(), segment.offset(), segment.length());
  }

  private static List<CarriedConnection> decode(FrameSource source) {
    List<CarriedConnection> connections = new ArrayList<>();
    RunState run = new RunState(Decoded.EVERYTHING, new MessageListener() {}, Optional.empty());
    IbDecoder roce =
        new IbDecoder(
            connection -> {
              CarriedConnection opened = new CarriedConnection(run, connection);
              connections.add(opened);
              return opened;
            },
            finding -> run.count(finding));
    PacketDecoder packets = new PacketDecoder();
    Frame frame = new Frame();
    Datagram datagram = new Datagram();
    try {
      while (source.next(frame)) {
        if (packets.decode(frame, datagram, finding -> run.count(finding)) == PacketKind.UDP
            && datagram.destinationPort() == IbDecoder.UDP_PORT) {
          roce.decode(frame, datagram);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return connections;
  }
}
