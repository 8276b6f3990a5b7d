package org.rdmadump.testkit;

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

/** Looks for frames with NFS that is not over RDMA: TCP from or to its port. */
final class PlainNfs implements FrameListener {
  private static final int PORT = 2049;

  private boolean isOfPort;

  /** Whether that port is one of iWARP here. */
  private boolean carriesRdma;

  private long number;
  private long frames;
  private long first;

  /** Frames of that kind. */
  long frames() {
    return carriesRdma ? 0 : frames;
  }

  /** The first of them. */
  long first() {
    return first;
  }

  @Override
  public void frame(Frame frame) {
    number = frame.number();
    isOfPort = false;
  }

  @Override
  public void packet(Frame holder, Datagram datagram, FrameContent content) {
    if (content == FrameContent.TCP_SEGMENT && datagram.payloadCaptured() >= TcpHeader.LENGTH) {
      TcpHeader header = TcpHeader.read(holder.bytes(), datagram.payloadOffset());
      isOfPort = header.sourcePort() == PORT || header.destinationPort() == PORT;
    }
  }

  @Override
  public void decoded(boolean inStream) {
    if (isOfPort) {
      first = frames++ == 0 ? number : first;
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
