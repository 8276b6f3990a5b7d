package org.rdmadump.testkit;

import static org.rdmadump.testkit.RdmaAssertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.rdmadump.RdmaCapture;
import org.rdmadump.rdma.FragmentPlace;
import org.rdmadump.rdma.RdmaFragment;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.RdmaTransfer;
import org.rdmadump.rpcrdma.RpcExchange;

/** What is asserted of the packets of RDMA operations fails where one is otherwise. */
final class PacketFailures {
  private PacketFailures() {}

  private static void packets(
      RdmaCapture capture, RpcExchange of, List<RdmaFragment> in, String words, List<Failure> to) {
    ConnectionRecord connection = capture.connection(of.connection()).orElseThrow();
    RpcExchange changed =
        new ChangedExchange(of).transfers(ChangedExchange.in(of.transfers().get(0), in)).exchange();
    to.add(
        Failure.of(
            "hasWholeOperations", words, () -> assertThat(changed).hasWholeOperations(connection)));
  }

  private static RdmaFragment with(RdmaFragment from, FragmentPlace place, int length, int psn) {
    return new RdmaFragment(place, from.offset(), length, psn, from.frame());
  }

  /** The list with another element at an index, from the end if that is negative. */
  private static List<RdmaFragment> with(
      List<RdmaFragment> from, int index, FragmentPlace place, int more, int psn) {
    List<RdmaFragment> changed = new ArrayList<>(from);
    int at = index < 0 ? from.size() + index : index;
    RdmaFragment old = from.get(at);
    changed.set(at, with(old, place, old.length() + more, old.psn() + psn));
    return changed;
  }

  static void overRoce(RdmaCapture capture, RpcExchange write, List<Failure> failures) {
    RdmaTransfer whole = write.transfers().get(0);
    List<RdmaFragment> fragments = whole.fragments();
    ConnectionRecord connection = capture.connection(write.connection()).orElseThrow();
    failures.add(
        Failure.of(
            "hasWholeOperations",
            "expected RDMA Reads or Writes but there is none",
            () ->
                assertThat(new ChangedExchange(write).transfers().exchange())
                    .hasWholeOperations(connection)));
    failures.add(
        Failure.of(
            "hasWholeOperations",
            "at a path MTU of 1024 but there is 10",
            () ->
                assertThat(
                        new ChangedExchange(write)
                            .transfers(
                                ChangedExchange.moved(
                                    whole, whole.address(), whole.length(), whole.packets() + 1))
                            .exchange())
                    .hasWholeOperations(connection)));
    packets(
        capture,
        write,
        with(fragments, 0, FragmentPlace.REQUEST, 4, 0),
        "expected no payload in the request of the RDMA read at 0x",
        failures);
    packets(
        capture,
        write,
        with(fragments, 1, FragmentPlace.MIDDLE, 0, 0),
        "expected a First as packet 1 of 9 of the RDMA read at 0x",
        failures);
    packets(
        capture,
        write,
        with(fragments, -1, FragmentPlace.ONLY, 0, 0),
        "expected a Last as packet 9 of 9 of the RDMA read at 0x",
        failures);
    packets(
        capture,
        write,
        with(fragments, 3, FragmentPlace.MIDDLE, -1, 0),
        "expected a packet of the RDMA read at 0x",
        failures);
    packets(
        capture,
        write,
        with(fragments, -1, FragmentPlace.LAST, 4, 0),
        "expected 9001 bytes in packets of the RDMA read at 0x",
        failures);
    packets(
        capture,
        write,
        with(fragments, 4, FragmentPlace.MIDDLE, 0, 7),
        "expected a PSN behind ",
        failures);
    packets(
        capture,
        write,
        fragments.subList(0, 1),
        "expected packets of the RDMA read at 0x",
        failures);
    // What memory did not hold is no fault of a peer.
    packets(
        capture,
        write,
        fragments.subList(0, 4),
        "but there is 3 of them: memory did not hold the others, open the capture with more",
        failures);
    RdmaFragment first = fragments.get(1);
    List<RdmaFragment> uneven = new ArrayList<>(fragments);
    uneven.set(1, with(first, FragmentPlace.FIRST, first.length() - 8, first.psn()));
    RdmaFragment second = fragments.get(2);
    uneven.set(
        2,
        new RdmaFragment(
            FragmentPlace.MIDDLE,
            second.offset() - 8,
            second.length() + 8,
            second.psn(),
            second.frame()));
    packets(
        capture,
        write,
        uneven,
        "expected packets of the path MTU, 1024 bytes, but the last of the RDMA read at 0x",
        failures);
  }

  /** What memory did not hold is no fault of a peer. */
  static void notKept(RdmaCapture capture, RpcExchange write, List<Failure> failures) {
    packets(
        capture,
        write,
        write.transfers().get(0).fragments().subList(0, 4),
        "but there is 3 of them: memory did not hold the others, open the capture with more",
        failures);
  }

  static void overIwarp(RdmaCapture capture, RpcExchange write, List<Failure> failures) {
    List<RdmaFragment> fragments = write.transfers().get(0).fragments();
    packets(
        capture,
        write,
        with(fragments, -1, FragmentPlace.MORE, 0, 0),
        "expected a Last as packet ",
        failures);
    packets(
        capture,
        write,
        with(fragments, 2, FragmentPlace.LAST, 0, 0),
        "expected a More as packet 2 of ",
        failures);
    packets(
        capture,
        write,
        with(fragments, 2, FragmentPlace.MORE, 4, 0),
        "expected a packet of the RDMA read at 0x",
        failures);
    failures.add(
        Failure.of(
            "hasPayloadSizesAtMost",
            "expected packets of at most 1 length in an RDMA read but there is [",
            () -> assertThat(write).hasPayloadSizesAtMost(1)));
  }
}
