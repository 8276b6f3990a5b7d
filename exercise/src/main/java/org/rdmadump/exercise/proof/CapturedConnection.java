package org.rdmadump.exercise.proof;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.rdmadump.exercise.Side;
import org.rdmadump.exercise.plain.Hello;
import org.rdmadump.finding.Finding;
import org.rdmadump.ib.Psn;
import org.rdmadump.rdma.ConnectionEvents;
import org.rdmadump.rdma.FragmentSink;
import org.rdmadump.rdma.RdmaConnection;
import org.rdmadump.rdma.RdmaOperation;
import org.rdmadump.rdma.Send;

/** What the capture holds of one connection for plain transfers. */
final class CapturedConnection implements ConnectionEvents {
  /** Whose memory, moved by whom. */
  private record Place(int initiator, RdmaOperation.Kind kind, int handle) {}

  private final RdmaConnection connection;
  private final Immediates immediates;
  private final List<Send> sends = new ArrayList<>();
  private final Map<Place, MemoryImage> images = new HashMap<>();

  CapturedConnection(RdmaConnection connection, Immediates immediates) {
    this.connection = connection;
    this.immediates = immediates;
  }

  /** What its client said of it, if it is one for plain transfers and that was captured. */
  Optional<Hello> hello() {
    return connection.activeSide().isEmpty()
        ? Optional.empty()
        : Hello.of(connection.privateData(connection.activeSide().getAsInt()));
  }

  private int number(Side side) {
    int active = connection.activeSide().orElse(RdmaConnection.FIRST);
    return side == Side.CLIENT ? active : RdmaConnection.opposite(active);
  }

  /** Messages of a side in order. */
  List<Send> sends(Side side) {
    return sends.stream().filter(send -> send.side() == number(side)).toList();
  }

  /** Memory that a side read or wrote by its operations. */
  MemoryImage image(Side initiator, RdmaOperation.Kind kind, int handle) {
    return images.getOrDefault(new Place(number(initiator), kind, handle), new MemoryImage());
  }

  /** Immediate data that a message ended with. */
  OptionalInt immediate(Side by, Send send) {
    return send.firstPsn() < 0
        ? OptionalInt.empty()
        : immediate(by, Psn.add(send.firstPsn(), Math.max(0, send.packets() - 1)));
  }

  /** Immediate data of the packet that a side sent with this PSN. */
  OptionalInt immediate(Side by, int psn) {
    OptionalInt to = connection.endpoint(number(by.other())).number();
    return to.isEmpty() ? OptionalInt.empty() : immediates.of(to.getAsInt(), psn);
  }

  @Override
  public FragmentSink operation(RdmaOperation operation) {
    return images.computeIfAbsent(
        new Place(operation.initiator(), operation.kind(), operation.handle()),
        place -> new MemoryImage());
  }

  @Override
  public void sendArrived(Send send) {
    sends.add(send);
  }

  @Override
  public void sendSettled(Send send) {}

  @Override
  public void finding(Finding finding) {}

  @Override
  public boolean advertises(int side, int handle, long address, long length) {
    return false;
  }

  @Override
  public boolean awaitsReply(int side, int xid) {
    return false;
  }

  /**
   * Nothing is taken over: both directions are known from the first packet on, since only
   * connections whose making was captured are looked at.
   */
  @Override
  public void join(ConnectionEvents other) {}

  @Override
  public void closed(Ending ending) {}
}
