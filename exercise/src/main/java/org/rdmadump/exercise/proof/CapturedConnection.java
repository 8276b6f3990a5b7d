package org.rdmadump.exercise.proof;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.rdmadump.exercise.journal.Side;
import org.rdmadump.exercise.plain.Hello;
import org.rdmadump.ib.Psn;
import org.rdmadump.rdma.ConnectionEvents;
import org.rdmadump.rdma.FragmentSink;
import org.rdmadump.rdma.RdmaConnection;
import org.rdmadump.rdma.RdmaOperation;
import org.rdmadump.rdma.Send;

/**
 * What the capture holds of one connection; nothing if it is not one of plain transfers of the run.
 */
final class CapturedConnection implements ConnectionEvents {
  /**
   * Memory that operations read or wrote.
   *
   * @param initiator who sent them
   * @param kind what they did
   * @param handle of the memory, which the other side registered
   */
  record Place(Side initiator, RdmaOperation.Kind kind, int handle) {}

  /** Takes what nobody asked for. */
  private static final FragmentSink NOWHERE =
      (address, bytes, offset, captured, length, psn, frame, epochNanos) -> {};

  private final RdmaConnection connection;
  private final long run;
  private final Immediates immediates;
  private final Consumer<CapturedConnection> whenOver;
  private final List<Send> sends = new ArrayList<>();
  private final Map<Place, MemoryImage> images = new HashMap<>();

  /**
   * A connection that is shown to {@code whenOver}, if it is one of the run, before it is let go.
   */
  CapturedConnection(
      RdmaConnection connection,
      long run,
      Immediates immediates,
      Consumer<CapturedConnection> whenOver) {
    this.connection = connection;
    this.run = run;
    this.immediates = immediates;
    this.whenOver = whenOver;
  }

  /** Number of the connection in the run; empty if it is none of it, or none that was captured. */
  Optional<Integer> number() {
    return connection.activeSide().isEmpty()
        ? Optional.empty()
        : Hello.of(connection.privateData(connection.activeSide().getAsInt()))
            .filter(hello -> hello.run() == run)
            .map(Hello::connection);
  }

  private int number(Side side) {
    int active = connection.activeSide().orElse(RdmaConnection.FIRST);
    return side == Side.CLIENT ? active : RdmaConnection.opposite(active);
  }

  private Side side(int number) {
    return number == number(Side.CLIENT) ? Side.CLIENT : Side.SERVER;
  }

  /** Messages of a side in the order of sending: one that lacks packets arrives behind others. */
  List<Send> sends(Side side) {
    return sends.stream()
        .filter(send -> send.side() == number(side))
        .sorted(Comparator.comparingLong(Send::order))
        .toList();
  }

  /** Memory that a side read or wrote by its operations. */
  MemoryImage image(Place place) {
    return images.getOrDefault(place, new MemoryImage());
  }

  /** Shows all memory that was read or written. */
  void forEachImage(BiConsumer<Place, MemoryImage> visitor) {
    images.forEach(visitor);
  }

  /** Immediate data that a message ended with. */
  Optional<Immediates.Immediate> immediate(Side by, Send send) {
    return send.firstPsn() < 0
        ? Optional.empty()
        : immediate(by, Psn.add(send.firstPsn(), Math.max(0, send.packets() - 1)));
  }

  /** Immediate data of the packet that a side sent with this PSN. */
  Optional<Immediates.Immediate> immediate(Side by, int psn) {
    return immediates.of(connection.endpoint(number(by.other())), psn);
  }

  @Override
  public FragmentSink operation(RdmaOperation operation) {
    return number().isEmpty()
        ? NOWHERE
        : images.computeIfAbsent(
            new Place(side(operation.initiator()), operation.kind(), operation.handle()),
            place -> new MemoryImage());
  }

  @Override
  public void sendArrived(Send send) {
    if (number().isPresent()) {
      sends.add(send);
    }
  }

  /**
   * Nothing is taken over: both directions are known from the first packet on, since only
   * connections whose making was captured are looked at.
   */
  @Override
  public void join(ConnectionEvents other) {}

  @Override
  public void closed(Ending ending) {
    if (number().isPresent()) {
      whenOver.accept(this);
    }
    sends.clear();
    images.clear();
    immediates.forget(connection.endpoint(RdmaConnection.FIRST));
    immediates.forget(connection.endpoint(RdmaConnection.SECOND));
  }
}
