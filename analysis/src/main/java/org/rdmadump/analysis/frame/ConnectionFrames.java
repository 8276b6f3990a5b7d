package org.rdmadump.analysis.frame;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.rdmadump.ib.cm.CmField;
import org.rdmadump.ib.cm.CmKind;
import org.rdmadump.ib.cm.CmMessage;
import org.rdmadump.net.IpAddress;
import org.rdmadump.order.RecentMap;
import org.rdmadump.rdma.Service;

/**
 * Finds all frames of chosen connections, from set-up to end: those with their queue pairs or
 * ports, the messages of the connection manager about them, and all fragments of these IP packets.
 * Frames that another place captured again are not among them.
 *
 * <p>IBTA volume 1, 12.6 and 12.9: both ends name a connection by a communication ID each, and say
 * once which queue pair it has.
 */
public final class ConnectionFrames implements FrameSink {
  /** Names of connections that are remembered; of more, those go that were heard first. */
  private static final int MOST_NAMES = 65_536;

  /** What the connection manager sets up, but for datagrams. */
  private static final List<Service> SERVICES =
      List.of(Service.RELIABLE, Service.UNRELIABLE, Service.EXTENDED, Service.RELIABLE_DATAGRAM);

  private final Chosen chosen;
  private final BitSet frames;
  private final PacketFragments fragments = new PacketFragments();
  private final FrameChains undecided = new FrameChains();
  private final Map<Name, Exchange> exchanges = new RecentMap<>(MOST_NAMES);

  /** Says which connections are chosen. */
  public interface Chosen {
    /** {@return whether a frame, by its number, that goes this way is of a chosen connection} */
    boolean has(ConnectionWay way, long frame);
  }

  /** How a host names a connection, or a request for a datagram service. */
  private record Name(IpAddress host, long id, boolean isOfDatagrams) {}

  /** What the connection manager says of one connection. */
  private static final class Exchange {
    /** Frames about it before it is known what they are about. */
    private long undecided = FrameChains.END;

    private boolean isChosen;

    /** Whether a queue pair of it was named. */
    private boolean isNamed;

    /** Queue pair and first PSN of the request, if there was one: another one has others. */
    private long request = -1;

    /** What it may be of: what its request says, if that was captured. */
    private List<Service> services = SERVICES;
  }

  /**
   * Finds frames.
   *
   * @param frames gets their numbers
   */
  public ConnectionFrames(Chosen chosen, BitSet frames) {
    this.chosen = chosen;
    this.frames = frames;
  }

  @Override
  public void frame(FrameRecord frame) {
    List<Long> others = fragments.of(frame);
    if (frame.copyOf().isPresent()) {
      return;
    }
    Optional<CmLayer> management = frame.last(CmLayer.class);
    if (management.isPresent()) {
      take(management.get().message(), frame, others);
    } else if (ConnectionWay.of(frame).filter(way -> isChosen(way, frame)).isPresent()) {
      frames.set((int) frame.number());
      others.forEach(other -> frames.set(other.intValue()));
    }
  }

  private boolean isChosen(ConnectionWay way, FrameRecord frame) {
    return chosen.has(way, frame.number());
  }

  private void take(CmMessage message, FrameRecord frame, List<Long> others) {
    List<Name> names = names(message, frame);
    Exchange exchange = exchange(message, names);
    names.forEach(name -> exchanges.put(name, exchange));
    exchange.undecided = undecided.add(exchange.undecided, frame.number());
    for (long other : others) {
      exchange.undecided = undecided.add(exchange.undecided, other);
    }
    List<ConnectionWay> ways = ways(message, exchange, frame);
    exchange.isNamed |= !ways.isEmpty();
    exchange.isChosen |= ways.stream().anyMatch(way -> isChosen(way, frame));
    if (exchange.isChosen) {
      undecided.each(exchange.undecided, number -> frames.set((int) number));
      exchange.undecided = FrameChains.END;
    }
  }

  /** The name that the receiver gave comes first: it is about what that asked for. */
  private static List<Name> names(CmMessage message, FrameRecord frame) {
    List<Name> names = new ArrayList<>(2);
    switch (message.kind()) {
      case SIDR_REQ -> add(names, frame.source(), message, CmField.REQUEST_ID);
      case SIDR_REP -> add(names, frame.destination(), message, CmField.REQUEST_ID);
      default -> {
        add(names, frame.destination(), message, CmField.REMOTE_COMMUNICATION_ID);
        add(names, frame.source(), message, CmField.LOCAL_COMMUNICATION_ID);
      }
    }
    return names;
  }

  private static void add(List<Name> names, IpAddress host, CmMessage message, CmField field) {
    long id = message.value(field);
    // Who refuses need not have a name for what it refuses, and says 0.
    if (id != 0) {
      names.add(new Name(host, id, field == CmField.REQUEST_ID));
    }
  }

  private Exchange exchange(CmMessage message, List<Name> names) {
    long request =
        message.kind() == CmKind.REQ
            ? message.value(CmMessage.numberOf(message.service())) << Integer.SIZE
                | message.value(CmField.STARTING_PSN)
            : -1;
    for (Name name : names) {
      Exchange known = exchanges.get(name);
      if (known != null && (request < 0 || request == known.request)) {
        return known;
      }
    }
    Exchange fresh = new Exchange();
    fresh.request = request;
    if (message.has(CmField.TRANSPORT_SERVICE_TYPE)) {
      fresh.services = List.of(message.service());
    }
    return fresh;
  }

  /** The ways to the queue pairs that a message names. */
  private static List<ConnectionWay> ways(CmMessage message, Exchange exchange, FrameRecord frame) {
    List<ConnectionWay> ways = new ArrayList<>(2);
    if (message.kind() == CmKind.SIDR_REP) {
      toSender(ways, message, Service.DATAGRAM, CmField.QPN, frame);
    }
    for (Service service : exchange.services) {
      toSender(ways, message, service, CmMessage.numberOf(service), frame);
      // Only what is about an established connection names the receiver's. Once it is known which
      // one that is, a repeat of it may come when the queue pair is already of the next.
      if (!exchange.isNamed && message.has(CmField.REMOTE_QPN)) {
        int number = message.number(CmField.REMOTE_QPN);
        ways.add(ConnectionWay.to(frame.source(), frame.destination(), service, number));
      }
    }
    return ways;
  }

  private static void toSender(
      List<ConnectionWay> ways,
      CmMessage message,
      Service service,
      CmField field,
      FrameRecord frame) {
    if (message.has(field)) {
      ways.add(
          ConnectionWay.to(frame.destination(), frame.source(), service, message.number(field)));
    }
  }
}
