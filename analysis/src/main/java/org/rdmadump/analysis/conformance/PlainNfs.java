package org.rdmadump.analysis.conformance;

import java.nio.ByteBuffer;
import org.rdmadump.capture.Frame;
import org.rdmadump.finding.Finding;
import org.rdmadump.iwarp.MpaStartUp;
import org.rdmadump.iwarp.mpa.Fpdu;
import org.rdmadump.net.Datagram;
import org.rdmadump.rpcrdma.Contribution;
import org.rdmadump.rpcrdma.FrameContent;
import org.rdmadump.rpcrdma.FrameListener;
import org.rdmadump.tcp.TcpHeader;

/**
 * Looks for NFS that is not over RDMA: RPC calls over TCP to port 2049, unless that is one of
 * iWARP. The NULL procedure is none: a client makes its Kerberos context by that, over TCP.
 *
 * <pre>{@code
 * PlainNfs plain = new PlainNfs();
 * capture.showFrames(plain);
 * boolean allOverRdma = plain.calls() == 0;
 * }</pre>
 */
public final class PlainNfs implements FrameListener {
  private static final int PORT = 2049;

  // The beginning of a call behind the record mark, RFC 5531 section 9.
  private static final int TYPE = 8;
  private static final int RPC_VERSION = 12;
  private static final int PROCEDURE = 24;
  private static final int END = 28;
  private static final int CALL = 0;
  private static final int VERSION_2 = 2;

  private boolean isOfPort;
  private boolean isCall;

  /** Whether that port is one of iWARP here. */
  private boolean carriesRdma;

  private long number;
  private long calls;
  private long first;

  /** One that has seen no frame. */
  public PlainNfs() {}

  /** {@return calls of that kind, by the frames that they begin in} */
  public long calls() {
    return carriesRdma ? 0 : calls;
  }

  /** {@return frame of the first of them, 0 if there is none} */
  public long first() {
    return first;
  }

  @Override
  public void frame(Frame frame) {
    number = frame.number();
    isOfPort = false;
    isCall = false;
  }

  @Override
  public void packet(Frame holder, Datagram datagram, FrameContent content) {
    if (content == FrameContent.TCP_SEGMENT && datagram.payloadCaptured() >= TcpHeader.LENGTH) {
      TcpHeader header = TcpHeader.read(holder.bytes(), datagram.payloadOffset());
      isOfPort = header.sourcePort() == PORT || header.destinationPort() == PORT;
      isCall =
          header.destinationPort() == PORT
              && datagram.payloadCaptured() - header.headerLength() >= END
              && isCall(holder.bytes(), datagram.payloadOffset() + header.headerLength());
    }
  }

  private static boolean isCall(ByteBuffer bytes, int at) {
    return bytes.getInt(at + TYPE) == CALL
        && bytes.getInt(at + RPC_VERSION) == VERSION_2
        && bytes.getInt(at + PROCEDURE) != 0;
  }

  @Override
  public void decoded(boolean inStream) {
    if (isCall) {
      first = calls++ == 0 ? number : first;
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
    carriesRdma |= isOfPort;
  }

  @Override
  public void fpduEnds() {}

  @Override
  public void startUp(MpaStartUp startUp, ByteBuffer privateData, long frame) {
    carriesRdma |= isOfPort;
  }

  @Override
  public void repeated(long frame) {}
}
