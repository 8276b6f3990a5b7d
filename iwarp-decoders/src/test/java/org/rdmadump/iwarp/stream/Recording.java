package org.rdmadump.iwarp.stream;

import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.rdmadump.finding.Finding;
import org.rdmadump.rdma.ConnectionEvents;
import org.rdmadump.rdma.ConnectionListener;
import org.rdmadump.rdma.FragmentSink;
import org.rdmadump.rdma.RdmaConnection;
import org.rdmadump.rdma.RdmaOperation;
import org.rdmadump.rdma.Send;

/** Takes events, and notes what breaks the rules of {@link ConnectionEvents}. */
final class Recording implements ConnectionListener {
  private final List<String> faults;

  Recording(List<String> faults) {
    this.faults = faults;
  }

  @Override
  public ConnectionEvents opened(RdmaConnection connection) {
    return new Events();
  }

  private final class Events implements ConnectionEvents {
    private final Set<Send> arrived = new HashSet<>();
    private boolean closed;

    private void open(String what) {
      if (closed) {
        faults.add(what + " after the end");
      }
    }

    @Override
    public FragmentSink operation(RdmaOperation operation) {
      open("operation");
      return new Sink(operation);
    }

    @Override
    public void sendArrived(Send send) {
      open("Send");
      if (!arrived.add(send)) {
        faults.add("a Send that arrives twice");
      }
    }

    @Override
    public void sendSettled(Send send) {
      open("settled Send");
      if (!arrived.remove(send)) {
        faults.add("a Send that is settled and did not arrive");
      }
    }

    @Override
    public void finding(Finding finding) {
      open("finding");
    }

    @Override
    public boolean advertises(int side, int handle, long address, long length) {
      return false;
    }

    @Override
    public boolean awaitsReply(int side, int xid) {
      return false;
    }

    @Override
    public void join(ConnectionEvents other) {
      faults.add("joined, though TCP names both sides");
    }

    @Override
    public void closed(Ending ending) {
      open("end");
      closed = true;
      if (!arrived.isEmpty()) {
        faults.add("Sends that were never settled");
      }
    }
  }

  private final class Sink implements FragmentSink {
    private final RdmaOperation operation;

    Sink(RdmaOperation operation) {
      this.operation = operation;
    }

    @Override
    public void fragment(
        long address,
        ByteBuffer bytes,
        int offset,
        int captured,
        int length,
        int psn,
        long frame,
        long epochNanos) {
      boolean lies =
          captured >= 0
              && captured <= length
              && offset >= 0
              && (captured == 0 || offset + captured <= bytes.limit());
      boolean inside =
          operation.kind() == RdmaOperation.Kind.WRITE
              || (address >= operation.address()
                  && address + length <= operation.address() + operation.length());
      if (!lies || !inside || psn != -1) {
        faults.add("a fragment of " + length + " bytes at " + address + " of " + operation);
      }
    }

    @Override
    public void finding(Finding finding) {}

    @Override
    public void refused(Finding why) {}
  }
}
