package org.rdmadump.analysis.frame;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.rdmadump.ib.Bth;
import org.rdmadump.ib.Rdeth;
import org.rdmadump.net.IpAddress;
import org.rdmadump.rdma.ConnectionEnd;
import org.rdmadump.rdma.Endpoint;
import org.rdmadump.rdma.Recognition;
import org.rdmadump.rdma.Service;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.tcp.TcpHeader;

/**
 * What the packets of one direction of a connection have in common.
 *
 * @param from address of the sender
 * @param to address of the receiver
 * @param number queue pair or EE context of the receiver, numbered apart for each service; or both
 *     ports of TCP
 */
public record ConnectionWay(IpAddress from, IpAddress to, long number) {
  /** Behind the services. */
  private static final int PORTS = Service.values().length;

  /** {@return the way of a frame, if it is one of RDMA or TCP} */
  public static Optional<ConnectionWay> of(FrameRecord frame) {
    Optional<Rdeth> context = frame.last(Rdeth.class);
    if (context.isPresent()) {
      return way(frame, numbered(Service.RELIABLE_DATAGRAM, context.get().eeContext()));
    }
    Optional<Bth> transport = frame.last(Bth.class);
    if (transport.isPresent()) {
      Service service = transport.get().opcode().service().ofConnection();
      return way(frame, numbered(service, transport.get().destinationQp()));
    }
    return frame
        .last(TcpHeader.class)
        .flatMap(tcp -> way(frame, ports(tcp.sourcePort(), tcp.destinationPort())));
  }

  /**
   * {@return the way to an end of a connection}
   *
   * @param number queue pair of the receiver, or its EE context
   */
  static ConnectionWay to(IpAddress from, IpAddress to, Service service, int number) {
    return new ConnectionWay(from, to, numbered(service, number));
  }

  private static Optional<ConnectionWay> way(FrameRecord frame, long number) {
    return Optional.of(new ConnectionWay(frame.source(), frame.destination(), number));
  }

  @SuppressWarnings("EnumOrdinal") // Only to tell them apart, in memory.
  private static long numbered(Service service, int number) {
    return (long) service.ordinal() << Integer.SIZE | number;
  }

  private static long ports(int from, int to) {
    return (long) PORTS << Integer.SIZE | (long) from << Short.SIZE | to;
  }

  /** {@return the ways of a connection, as far as its numbers are known} */
  public static List<ConnectionWay> of(ConnectionRecord connection) {
    List<ConnectionWay> ways = new ArrayList<>(2);
    if (connection.end().filter(end -> end.how() == ConnectionEnd.How.JOINED).isPresent()) {
      // It was one direction of another one, which has them.
      return ways;
    }
    add(connection, connection.client(), connection.server(), ways);
    if (connection.service().isReliable() || connection.recognition() == Recognition.CM) {
      // Else nothing answers: what goes back is something else.
      add(connection, connection.server(), connection.client(), ways);
    }
    return ways;
  }

  private static void add(
      ConnectionRecord connection, Endpoint from, Endpoint to, List<ConnectionWay> ways) {
    OptionalInt number = to.number();
    if (number.isEmpty()) {
      return;
    }
    long known =
        connection.transport().hasPorts()
            ? ports(from.number().orElse(0), number.getAsInt())
            : numbered(connection.service(), number.getAsInt());
    ways.add(new ConnectionWay(from.address(), to.address(), known));
  }
}
