package org.rdmadump.ib.qp;

import java.nio.ByteBuffer;
import org.rdmadump.finding.Finding;
import org.rdmadump.rdma.FragmentSink;

/** Takes the fragments of an operation and does nothing with them. */
class Deaf implements FragmentSink {
  @Override
  public void fragment(
      long address,
      ByteBuffer bytes,
      int offset,
      int captured,
      int length,
      int psn,
      long frame,
      long epochNanos) {}

  @Override
  public void finding(Finding finding) {}

  @Override
  public void refused(Finding why) {}
}
