package org.rdmadump.analysis.conformance;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import org.rdmadump.finding.Counted;
import org.rdmadump.rdma.FragmentPlace;
import org.rdmadump.rdma.RdmaFragment;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.RdmaTransfer;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/**
 * Checks each packet of Sends and RDMA operations. The checks apply to every transport. The capture
 * must be opened with {@code keepFragments}.
 *
 * <pre>{@code
 * Optional<Violation> wrong = FragmentChecks.wellFormed(exchange, connection);
 * }</pre>
 */
public final class FragmentChecks {
  private static final int PSN_CIRCLE = 1 << 24;

  private FragmentChecks() {}

  /**
   * Checks that the packets of every RDMA operation form the whole operation. Their bytes are
   * contiguous up to the length of the operation. The request of a Read has no payload.
   *
   * <p>Over InfiniBand the packets are First, Middles and Last, or an Only, with consecutive PSNs.
   * All packets but the last are as long as the path MTU (IBTA volume 1, 9.2 and 9.4.3). Over iWARP
   * the segments have any length, and only the last segment sets the L bit (RFC 5041 section 4.1).
   *
   * @param connection the connection of the exchange; lengths are not checked if it has no path MTU
   */
  public static Optional<Violation> wellFormed(RpcExchange exchange, ConnectionRecord connection) {
    return Violation.first(exchange.transfers(), each -> wellFormed(each, connection.pathMtu()));
  }

  private static Optional<Violation> wellFormed(RdmaTransfer transfer, OptionalInt mtu) {
    String what =
        "RDMA " + transfer.kind().label() + " at 0x" + Long.toHexString(transfer.address());
    Optional<Violation> wrong = kept(transfer, what).or(() -> request(transfer, what));
    // An operation of 0 bytes has no packet with payload.
    return wrong.isPresent() || transfer.length() == 0
        ? wrong
        : message(transfer.dataFragments(), transfer.length(), mtu, what);
  }

  private static Optional<Violation> request(RdmaTransfer transfer, String what) {
    for (RdmaFragment each : transfer.fragments()) {
      if (each.place() == FragmentPlace.REQUEST && each.length() != 0) {
        return Violation.of(
            "no payload in the request of the " + what, Counted.of(each.length(), "byte"));
      }
    }
    return Optional.empty();
  }

  /**
   * Checks that the packets of a Send form the whole Send, by the rules of {@link #wellFormed}.
   *
   * @param connection the connection of the message; lengths are not checked if it has no path MTU
   */
  public static Optional<Violation> wellFormedSend(
      RpcMessage message, ConnectionRecord connection) {
    List<RdmaFragment> fragments = message.sendFragments();
    return kept(fragments.size(), message.sendPackets(), "Send")
        .or(() -> message(fragments, message.sendLength(), connection.pathMtu(), "Send"));
  }

  /**
   * Checks the number of different payload lengths among the packets of each RDMA operation, the
   * last packet included. Two are usual. iWARP senders may choose any lengths, but many fill their
   * segments, which makes two.
   *
   * @param most the largest number of different lengths allowed
   */
  public static Optional<Violation> payloadSizes(RpcExchange exchange, int most) {
    return Violation.first(exchange.transfers(), each -> payloadSizes(each, most));
  }

  private static Optional<Violation> payloadSizes(RdmaTransfer transfer, int most) {
    String what = "RDMA " + transfer.kind().label();
    Set<Integer> sizes = new TreeSet<>();
    transfer.dataFragments().forEach(it -> sizes.add(it.length()));
    String expected = "packets of at most " + Counted.of(most, "length") + " in an " + what;
    return kept(transfer, what).or(() -> Violation.unless(sizes.size() <= most, expected, sizes));
  }

  private static Optional<Violation> kept(RdmaTransfer transfer, String what) {
    return kept(transfer.dataFragments().size(), transfer.packets(), what);
  }

  /** Checks that all packets were kept: packets not kept are no fault of a peer. */
  private static Optional<Violation> kept(int listed, int seen, String what) {
    if (listed == 0 && seen > 0) {
      return Violation.of(
          "packets of the " + what, "none: open the capture with keepFragments(true)");
    }
    return Violation.unless(
        listed >= seen,
        Counted.of(seen, "packet") + " of the " + what,
        listed + " of them: memory did not hold the others, open the capture with more maxMemory");
  }

  private static Optional<Violation> message(
      List<RdmaFragment> fragments, long length, OptionalInt mtu, String what) {
    if (fragments.isEmpty()) {
      return Violation.of("packets with bytes of the " + what, "none");
    }
    List<RdmaFragment> sorted = new ArrayList<>(fragments);
    sorted.sort(Comparator.comparingLong(RdmaFragment::offset));
    return contiguous(sorted, length, what)
        .or(() -> places(sorted, what))
        .or(() -> sizes(sorted, mtu, what))
        .or(() -> psns(sorted, what));
  }

  private static Optional<Violation> contiguous(
      List<RdmaFragment> sorted, long length, String what) {
    long at = 0;
    for (RdmaFragment each : sorted) {
      if (each.offset() != at) {
        return Violation.of(
            "a packet of the " + what + " at its byte " + at,
            "one at " + each.offset() + " in frame " + each.frame());
      }
      at += each.length();
    }
    return Violation.unless(at == length, length + " bytes in packets of the " + what, at);
  }

  private static Optional<Violation> places(List<RdmaFragment> sorted, String what) {
    int count = sorted.size();
    for (int i = 0; i < count; i++) {
      FragmentPlace found = sorted.get(i).place();
      FragmentPlace expected = expected(i, count, sorted.get(i).psn() >= 0);
      if (found != expected) {
        return Violation.of(
            "a " + expected.label() + " as packet " + (i + 1) + " of " + count + " of the " + what,
            "a " + found.label() + " in frame " + sorted.get(i).frame());
      }
    }
    return Optional.empty();
  }

  private static FragmentPlace expected(int index, int count, boolean hasPsn) {
    boolean last = index == count - 1;
    if (!hasPsn) {
      return last ? FragmentPlace.LAST : FragmentPlace.MORE;
    }
    if (index == 0) {
      return last ? FragmentPlace.ONLY : FragmentPlace.FIRST;
    }
    return last ? FragmentPlace.LAST : FragmentPlace.MIDDLE;
  }

  private static Optional<Violation> sizes(
      List<RdmaFragment> sorted, OptionalInt mtu, String what) {
    if (mtu.isEmpty()) {
      return Optional.empty();
    }
    int full = mtu.getAsInt();
    for (int i = 0; i < sorted.size(); i++) {
      RdmaFragment each = sorted.get(i);
      boolean last = i == sorted.size() - 1;
      if (last ? each.length() > full : each.length() != full) {
        return Violation.of(
            "packets of the path MTU, " + full + " bytes, but the last of the " + what,
            each.length() + " in frame " + each.frame());
      }
    }
    return Optional.empty();
  }

  private static Optional<Violation> psns(List<RdmaFragment> sorted, String what) {
    for (int i = 1; i < sorted.size(); i++) {
      int before = sorted.get(i - 1).psn();
      int after = sorted.get(i).psn();
      if (before >= 0 && Math.floorMod(after - before, PSN_CIRCLE) != 1) {
        return Violation.of("a PSN behind " + before + " in the " + what, after);
      }
    }
    return Optional.empty();
  }
}
