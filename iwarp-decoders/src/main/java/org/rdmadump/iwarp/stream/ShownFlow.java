package org.rdmadump.iwarp.stream;

import java.nio.ByteBuffer;
import org.rdmadump.finding.Finding;
import org.rdmadump.iwarp.MpaStartUp;
import org.rdmadump.iwarp.mpa.Fpdu;
import org.rdmadump.iwarp.mpa.FpduSink;

/** Shows what one side sends to a listener on its way to the flow that decodes it. */
final class ShownFlow implements FpduSink {
  private final FpduSink flow;
  private final FpduListener listener;

  ShownFlow(FpduSink flow, FpduListener listener) {
    this.flow = flow;
    this.listener = listener;
  }

  @Override
  public void startUp(MpaStartUp frame, ByteBuffer privateData, long frameNumber) {
    listener.startUp(frame, privateData, frameNumber);
    flow.startUp(frame, privateData, frameNumber);
  }

  @Override
  public void fpdu(Fpdu fpdu) {
    listener.fpduBegins(fpdu);
    flow.fpdu(fpdu);
    listener.fpduEnds();
  }

  @Override
  public void interrupted() {
    flow.interrupted();
  }

  @Override
  public void framingFound() {
    flow.framingFound();
  }

  @Override
  public void notMpa() {
    flow.notMpa();
  }

  @Override
  public void acknowledged(long position) {
    flow.acknowledged(position);
  }

  @Override
  public void needless(long from, long to, long frame) {
    flow.needless(from, to, frame);
  }

  @Override
  public void repeated(long from, long to, long frame, long epochNanos) {
    listener.repeated(frame);
    flow.repeated(from, to, frame, epochNanos);
  }

  @Override
  public void missed() {
    flow.missed();
  }

  @Override
  public void finding(Finding finding) {
    flow.finding(finding);
  }
}
