package org.rdmadump.analysis.conformance;

import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.rdmadump.capture.Frame;
import org.rdmadump.finding.Finding;
import org.rdmadump.iwarp.MpaStartUp;
import org.rdmadump.iwarp.mpa.Fpdu;
import org.rdmadump.net.Datagram;
import org.rdmadump.net.IpAddress;
import org.rdmadump.net.PacketKind;
import org.rdmadump.rpcrdma.Contribution;
import org.rdmadump.rpcrdma.FrameContent;
import org.rdmadump.rpcrdma.FrameListener;
import org.rdmadump.tcp.TcpHeader;

/**
 * Finds NFS without RDMA: RPC calls to UDP port 2049, or to TCP port 2049 of a server without iWARP
 * on that port. It ignores calls of the NULL procedure, because clients set up Kerberos contexts
 * with NULL over TCP.
 *
 * <pre>{@code
 * PlainNfs plain = new PlainNfs();
 * capture.showFrames(plain);
 * boolean allOverRdma = plain.calls() == 0;
 * }</pre>
 */
@SuppressWarnings("exports") // As FrameListener.
public final class PlainNfs implements FrameListener {
  private static final int PORT = 2049;

  /** Servers known at a time; calls to further servers count in any case. */
  private static final int MOST_SERVERS = 1024;

  // Offsets from the XID of a call (RFC 5531 section 9); over TCP the record mark precedes it.
  private static final int RECORD_MARK = 4;
  private static final int TYPE = 4;
  private static final int RPC_VERSION = 8;
  private static final int PROCEDURE = 20;
  private static final int END = 24;
  private static final int CALL = 0;
  private static final int VERSION_2 = 2;

  private final Map<IpAddress, Calls> servers = new LinkedHashMap<>();
  private final Calls others = new Calls();

  /** The peer of the current frame at port 2049, if any. */
  private Optional<IpAddress> server = Optional.empty();

  private final LongConsumer cut;
  private boolean isTcpCall;
  private boolean isUdpCall;
  private long number;

  /** Calls to one server. */
  private static final class Calls {
    private long overUdp;
    private long overTcp;
    private long firstOverUdp;
    private long firstOverTcp;
    private boolean hasIwarp;

    long count() {
      return overUdp + (hasIwarp ? 0 : overTcp);
    }

    /** Frame of the first call that counts; 0 if there is none. */
    long first() {
      return LongStream.of(firstOverUdp, hasIwarp ? 0 : firstOverTcp)
          .filter(frame -> frame > 0)
          .min()
          .orElse(0);
    }
  }

  /** Creates a search that has seen no frames. */
  public PlainNfs() {
    this(frame -> {});
  }

  /**
   * Creates a search that also reports cut frames.
   *
   * @param cut receives the number of each frame cut by the snap length
   */
  PlainNfs(LongConsumer cut) {
    this.cut = cut;
  }

  /** {@return the number of NFS calls without RDMA, at most one for each frame} */
  public long calls() {
    return all().mapToLong(Calls::count).sum();
  }

  /** {@return the frame of the first such call; 0 if there is none} */
  public long first() {
    return all().mapToLong(Calls::first).filter(frame -> frame > 0).min().orElse(0);
  }

  private Stream<Calls> all() {
    return Stream.concat(Stream.of(others), servers.values().stream());
  }

  @Override
  public void frame(Frame frame) {
    number = frame.number();
    if (frame.captured() < frame.original()) {
      cut.accept(number);
    }
    server = Optional.empty();
    isTcpCall = false;
    isUdpCall = false;
  }

  @Override
  public void packet(Frame holder, Datagram datagram, FrameContent content) {
    if (content == FrameContent.TCP_SEGMENT && datagram.payloadCaptured() >= TcpHeader.LENGTH) {
      TcpHeader header = TcpHeader.read(holder.bytes(), datagram.payloadOffset());
      if (header.destinationPort() == PORT) {
        server = Optional.of(datagram.destination());
        int behind = header.headerLength() + RECORD_MARK;
        isTcpCall =
            datagram.payloadCaptured() - behind >= END
                && isCall(holder.bytes(), datagram.payloadOffset() + behind);
      } else if (header.sourcePort() == PORT) {
        server = Optional.of(datagram.source());
      }
    } else if (content == FrameContent.OTHER
        && datagram.kind() == PacketKind.UDP
        && datagram.destinationPort() == PORT) {
      server = Optional.of(datagram.destination());
      isUdpCall =
          datagram.payloadCaptured() >= END && isCall(holder.bytes(), datagram.payloadOffset());
    }
  }

  private static boolean isCall(ByteBuffer bytes, int at) {
    return bytes.getInt(at + TYPE) == CALL
        && bytes.getInt(at + RPC_VERSION) == VERSION_2
        && bytes.getInt(at + PROCEDURE) != 0;
  }

  @Override
  public void decoded(boolean inStream) {
    if (isTcpCall) {
      Calls its = calls(server);
      its.firstOverTcp = its.overTcp++ == 0 ? number : its.firstOverTcp;
    } else if (isUdpCall) {
      Calls its = calls(server);
      its.firstOverUdp = its.overUdp++ == 0 ? number : its.firstOverUdp;
    }
  }

  private Calls calls(Optional<IpAddress> address) {
    if (address.isEmpty()
        || (servers.size() == MOST_SERVERS && !servers.containsKey(address.get()))) {
      return others;
    }
    return servers.computeIfAbsent(address.get(), any -> new Calls());
  }

  private void carriesRdma() {
    if (server.isPresent()) {
      Calls its = calls(server);
      its.hasIwarp |= its != others;
    }
  }

  @Override
  public void header(Object header, Frame frame, int at, int length) {}

  @Override
  public void copyOf(long original) {}

  @Override
  public void contributes(long frame, Contribution contribution) {}

  @Override
  public void finding(Finding finding) {}

  @Override
  public void fpduBegins(Fpdu fpdu) {
    carriesRdma();
  }

  @Override
  public void fpduEnds() {}

  @Override
  public void startUp(MpaStartUp startUp, ByteBuffer privateData, long frame) {
    carriesRdma();
  }

  @Override
  public void repeated(long frame) {}
}
