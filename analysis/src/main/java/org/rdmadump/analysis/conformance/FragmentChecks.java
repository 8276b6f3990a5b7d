package org.rdmadump.analysis.conformance;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.rdmadump.finding.Counted;
import org.rdmadump.rdma.FragmentPlace;
import org.rdmadump.rdma.RdmaFragment;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.RdmaTransfer;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/**
 * What holds for the packets of Sends and RDMA operations, one by one, whatever the transport. The
 * capture has to be opened with {@code keepFragments}.
 *
 * <pre>{@code
 * Optional<Violation> wrong = FragmentChecks.wellFormed(exchange, connection);
 * }</pre>
 */
public final class FragmentChecks {
  private static final int PSN_CIRCLE = 1 << 24;

  private FragmentChecks() {}

  /**
   * That every RDMA operation of an exchange is made of the packets that it takes. Over InfiniBand
   * these are a First, Middles and a Last, or an Only, by their opcodes, with PSNs in a row, all of
   * them but the last as long as the path MTU (IBTA volume 1, 9.2 and 9.4.3); over iWARP segments
   * of one length but the last, which alone says so (RFC 5041 section 4.1). Their bytes follow each
   * other to the end of the operation. The request of a Read has no payload.
   *
   * @param connection that it went over; it knows the path MTU, where there is one
   */
  public static Optional<Violation> wellFormed(RpcExchange exchange, ConnectionRecord connection) {
    return wellFormed(exchange, connection, /* inOneSize= */ true);
  }

  /**
   * The same.
   *
   * @param inOneSize whether packets have one size also where there is no path MTU; over iWARP they
   *     can follow the room that TCP has (RFC 5044 section 4.5), as with {@code try_gso} of siw
   */
  static Optional<Violation> wellFormed(
      RpcExchange exchange, ConnectionRecord connection, boolean inOneSize) {
    for (RdmaTransfer each : exchange.transfers()) {
      String what = "RDMA " + each.kind().label() + " at 0x" + Long.toHexString(each.address());
      Optional<Violation> wrong = request(each, what);
      if (wrong.isEmpty()) {
        wrong = message(each.dataFragments(), each.length(), connection.pathMtu(), inOneSize, what);
      }
      if (wrong.isPresent()) {
        return wrong;
      }
    }
    return Optional.empty();
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
   * That a Send is made of the packets that it takes, as {@link #wellFormed} says of operations.
   * Packets of one Send are of one queue pair, over iWARP of one queue and MSN.
   *
   * @param connection that it went over; it knows the path MTU, where there is one
   */
  public static Optional<Violation> wellFormedSend(
      RpcMessage message, ConnectionRecord connection) {
    return wellFormedSend(message, connection, /* inOneSize= */ true);
  }

  /** The same, with packets of one size or not as above. */
  static Optional<Violation> wellFormedSend(
      RpcMessage message, ConnectionRecord connection, boolean inOneSize) {
    return message(
        message.sendFragments(), message.sendLength(), connection.pathMtu(), inOneSize, "Send");
  }

  private static Optional<Violation> message(
      List<RdmaFragment> fragments, long length, OptionalInt mtu, boolean inOneSize, String what) {
    if (fragments.isEmpty()) {
      return Violation.of(
          "packets of the " + what, "none: open the capture with keepFragments(true)");
    }
    List<RdmaFragment> sorted = new ArrayList<>(fragments);
    sorted.sort(Comparator.comparingLong(RdmaFragment::offset));
    Optional<Violation> wrong = contiguous(sorted, length, what);
    if (wrong.isEmpty()) {
      wrong = places(sorted, what);
    }
    if (wrong.isEmpty()) {
      wrong = sizes(sorted, mtu, inOneSize, what);
    }
    return wrong.isPresent() ? wrong : psns(sorted, what);
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
      List<RdmaFragment> sorted, OptionalInt mtu, boolean inOneSize, String what) {
    RdmaFragment last = sorted.get(sorted.size() - 1);
    Set<Integer> before = new HashSet<>();
    for (RdmaFragment each : sorted.subList(0, sorted.size() - 1)) {
      before.add(each.length());
      if (mtu.isPresent() && each.length() != mtu.getAsInt()) {
        return Violation.of(
            "packets of the path MTU, " + mtu.getAsInt() + " bytes, but the last of the " + what,
            each.length() + " in frame " + each.frame());
      }
    }
    if (inOneSize && before.size() > 1) {
      return Violation.of("packets of one size but the last of the " + what, before);
    }
    return Violation.unless(
        mtu.isEmpty() || last.length() <= mtu.getAsInt(),
        "a last packet of the " + what + " within the path MTU, " + mtu.orElse(0) + " bytes",
        last.length());
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
