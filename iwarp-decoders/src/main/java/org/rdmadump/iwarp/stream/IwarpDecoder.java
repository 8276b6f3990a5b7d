package org.rdmadump.iwarp.stream;

import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmadump.capture.Frame;
import org.rdmadump.finding.FindingSink;
import org.rdmadump.iwarp.MpaStartUp;
import org.rdmadump.iwarp.TaggedHeader;
import org.rdmadump.iwarp.mpa.Beginning;
import org.rdmadump.iwarp.mpa.FpduHeaderTest;
import org.rdmadump.net.Datagram;
import org.rdmadump.rdma.ConnectionEvents;
import org.rdmadump.rdma.ConnectionListener;
import org.rdmadump.tcp.TcpSegment;

/**
 * Finds iWARP in TCP and decodes it.
 *
 * <p>A connection is followed if an MPA start-up frame begins it, whatever its ports; or, where the
 * capture began later, if the strict test of an FPDU's header holds at the start of a segment, and
 * those behind it agree. On ports that iWARP is expected on, framing is looked for at any byte. All
 * other TCP costs a look into a table.
 *
 * <p>RFC 5040, RFC 5041, RFC 5044.
 */
public final class IwarpDecoder {
  /** Port that IANA assigned to NFS over RDMA. */
  public static final int NFS_RDMA_PORT = 20049;

  /** Bytes of MPA's length and the shorter header of DDP. */
  private static final int LEAST_HEADERS = Short.BYTES + TaggedHeader.LENGTH;

  private final TcpSegment segment = new TcpSegment();
  private final IwarpRun run;
  private final IwarpConnections connections;
  private final int[] saidPorts;
  private final PortPairs passedOver = new PortPairs();

  /**
   * A decoder.
   *
   * @param listener is told of connections
   * @param findings takes what belongs to none
   * @param ports on which iWARP is said to be, besides {@link #NFS_RDMA_PORT}
   */
  public IwarpDecoder(ConnectionListener listener, FindingSink findings, int[] ports) {
    this(listener, findings, ports, Optional.empty());
  }

  /**
   * A decoder.
   *
   * @param listener is told of connections
   * @param findings takes what belongs to none
   * @param ports on which iWARP is said to be, besides {@link #NFS_RDMA_PORT}
   * @param fpdus is shown every FPDU
   */
  public IwarpDecoder(
      ConnectionListener listener,
      FindingSink findings,
      int[] ports,
      Optional<? extends FpduListener> fpdus) {
    this.run =
        new IwarpRun(listener, findings, fpdus.isPresent() ? fpdus.get() : FpduListener.NONE);
    this.connections = new IwarpConnections(run);
    this.saidPorts = Arrays.copyOf(ports, ports.length);
  }

  /**
   * Says that somebody may be waiting for what is decoded, as with a live capture: a Send without
   * an acknowledgement is told after 2 seconds.
   */
  public void follow() {
    run.follow();
  }

  /**
   * Decodes the TCP segment in a frame.
   *
   * @return whether it has bytes of a stream that carries iWARP, or may
   */
  public boolean decode(Frame frame, Datagram datagram) {
    return segment.read(frame, datagram, run.findings()) == TcpSegment.Reading.WHOLE
        && segment(datagram)
        && segment.payloadLength() > 0;
  }

  /** Takes the segment; false if it is of no connection that is looked at. */
  private boolean segment(Datagram datagram) {
    IwarpConnection connection = connections.find(datagram, segment);
    int side = connections.sender();
    if (connection != null
        && (connection.drops(segment, side) || connection.takeNext(segment, side))) {
      run.count(IwarpCount.PACKETS);
      run.memory().enforce();
      return true;
    }
    if (connection == null) {
      if (!mayBegin()) {
        if (segment.payloadLength() > 0) {
          passedOver.add(segment.sourcePort(), segment.destinationPort());
        }
        return false;
      }
      connection = make(datagram);
      connections.add(connection);
      side = connection.key().sender(datagram, segment);
    }
    Successor successor = connection.successor();
    if (successor != null && successor.syn().isProvenBy(segment, side)) {
      connection = replace(connection, successor.connection());
      side = connection.key().sender(datagram, segment);
    } else if (connection.isOfAnother(segment, side)) {
      if (segment.isSyn() && connection.isOpen()) {
        doubt(connection, side, datagram);
        return false;
      }
      connection = renew(connection, datagram);
      if (connection == null) {
        return false;
      }
      side = connection.key().sender(datagram, segment);
    }
    boolean closedBefore = connection.isClosed();
    connection.take(segment, side);
    if (connection.wasFollowed()) {
      run.count(IwarpCount.PACKETS);
    } else if (isCut() && (isNamed(segment.sourcePort()) || isNamed(segment.destinationPort()))) {
      run.count(IwarpCount.CUT);
    }
    if (connection.isClosed() && !closedBefore) {
      closed(connection);
    }
    run.memory().enforce();
    return !closedBefore && (connection.wasFollowed() || !connection.isClosed());
  }

  /** Whether a segment of an unknown connection is a reason to look at that. */
  private boolean mayBegin() {
    if (segment.isSyn()) {
      return true;
    }
    if (segment.payloadLength() == 0) {
      return false;
    }
    return isNamed(segment.sourcePort())
        || isNamed(segment.destinationPort())
        || isStartUp()
        || isFpdu();
  }

  /** Whether the snap length left too little of the payload to know iWARP by. */
  private boolean isCut() {
    return segment.payloadCaptured() < Math.min(segment.payloadLength(), LEAST_HEADERS);
  }

  private boolean isStartUp() {
    return segment.payloadCaptured() >= MpaStartUp.LENGTH
        && MpaStartUp.isAt(segment.bytes(), segment.payloadOffset());
  }

  private boolean isFpdu() {
    return FpduHeaderTest.isUntaggedAt(
        segment.bytes(), segment.array(), segment.payloadOffset(), segment.payloadCaptured());
  }

  private boolean isNamed(int port) {
    return port == NFS_RDMA_PORT || isSaid(port);
  }

  private boolean isSaid(int port) {
    for (int said : saidPorts) {
      if (said == port) {
        return true;
      }
    }
    return false;
  }

  private IwarpConnection make(Datagram datagram) {
    boolean isSourceNamed = isNamed(segment.sourcePort());
    boolean isTargetNamed = isNamed(segment.destinationPort());
    boolean fromSecond = segment.isSyn() ? segment.isAck() : isSourceNamed && !isTargetNamed;
    int service = fromSecond ? segment.sourcePort() : segment.destinationPort();
    boolean named = fromSecond ? isSourceNamed : isTargetNamed;
    Beginning beginning;
    Beginning others;
    if (isSaid(service)) {
      beginning = Beginning.ANYWHERE;
      others = Beginning.ANYWHERE;
    } else if (segment.isSyn()) {
      beginning = named ? Beginning.START_UP_OR_HOLE : Beginning.START_UP;
      others = beginning;
    } else {
      beginning = named || isStartUp() ? Beginning.ANYWHERE : Beginning.FPDU;
      others = Beginning.ANYWHERE;
    }
    ConnectionKey key =
        ConnectionKey.of(datagram, segment, fromSecond, named, isSourceNamed && isTargetNamed);
    return new IwarpConnection(
        connections, key, fromSecond ? others : beginning, fromSecond ? beginning : others);
  }

  /** Starts anew where another connection uses the same addresses and ports. */
  private @Nullable IwarpConnection renew(IwarpConnection old, Datagram datagram) {
    if (mayBegin()) {
      return replace(old, make(datagram));
    }
    end(old);
    return null;
  }

  private IwarpConnection replace(IwarpConnection old, IwarpConnection fresh) {
    end(old);
    connections.add(fresh);
    return fresh;
  }

  private void end(IwarpConnection old) {
    old.close(ConnectionEvents.Ending.DISCONNECTED);
    connections.remove(old);
  }

  /** Has a SYN amid a connection begin another, which counts once it is proven. */
  private void doubt(IwarpConnection old, int side, Datagram datagram) {
    Successor before = old.successor();
    boolean again = before != null && before.syn().isRepeatedBy(segment, side);
    // What it carries could be MPA, and nothing is told of a connection that may be none.
    if (again || segment.payloadLength() > 0 || segment.isFin() || segment.isRst()) {
      return;
    }
    IwarpConnection fresh = make(datagram);
    int freshSide = fresh.key().sender(datagram, segment);
    fresh.take(segment, freshSide);
    old.mayBeFollowedBy(fresh, side, freshSide);
  }

  private void closed(IwarpConnection connection) {
    boolean comesAgain =
        isNamed(connection.key().firstPort()) || isNamed(connection.key().secondPort());
    if (connection.wasFollowed() || comesAgain) {
      connections.over(connection);
    } else {
      connections.remove(connection);
    }
  }

  /** Ends all connections: nothing more is going to be decoded. */
  public void finish() {
    connections.closeAll();
  }

  /** How many of something there were. */
  public long counted(IwarpCount what) {
    return run.counted(what);
  }

  /**
   * {@return whether data between two ports was passed over, because nothing told that it is iWARP;
   * of many thousands of pairs of ports some may be taken for others}
   */
  public boolean passedOver(int onePort, int otherPort) {
    return passedOver.has(onePort, otherPort);
  }

  /** How often bytes that waited were given up. */
  public long evictedBytes() {
    return run.memory().evicted();
  }
}
