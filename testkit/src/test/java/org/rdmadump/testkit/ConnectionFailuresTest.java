package org.rdmadump.testkit;

import static org.rdmadump.testkit.RdmaAssertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.rdmadump.RdmaCapture;
import org.rdmadump.rdma.Transport;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.Direction;

/** What is asserted of a connection fails where it does not hold. */
class ConnectionFailuresTest extends FailureTable {
  private static final String IWARP = "iwarp/iwarp-nfs41-p2p.pcap";

  private static final String ACL = "rocev2/rocev2-nfs3-acl.pcap";

  /** Headers of replies: version 1, 64 credits, and whatever procedure. */
  private static final byte[] GRANTED = HexFormat.of().parseHex("0000000100000040000000");

  private static final byte[] NONE = HexFormat.of().parseHex("0000000100000000000000");

  @TempDir Path folder;

  ConnectionFailuresTest() {
    super("ConnectionAssert");
  }

  private static ConnectionRecord connection(RdmaCapture capture) {
    return capture.connections().findFirst().orElseThrow();
  }

  private static long firstCall() throws IOException {
    try (RdmaCapture capture = Captures.open(IWARP)) {
      return capture.match(each -> true).orElseThrow().sendFrame();
    }
  }

  @Override
  List<Failure> failures() throws IOException {
    Path unanswered = Captures.frames(IWARP, 1, firstCall(), folder);
    Path withoutCredits = Captures.changed(IWARP, GRANTED, NONE, Integer.MAX_VALUE, folder);
    try (RdmaCapture roce = Captures.open("rocev2/rocev2-nfs3-basic.pcap");
        RdmaCapture midstream = Captures.open("iwarp/iwarp-nfs41-midstream.pcap");
        RdmaCapture greedy = Captures.open(withoutCredits);
        RdmaCapture early = Captures.open(Captures.moved(ACL, 23, 21, folder));
        RdmaCapture fresh = Captures.open(unanswered)) {
      ConnectionRecord connection = connection(roce);
      return List.of(
          Failure.of(
              "isOver",
              "expected IWARP but there is ROCEV2",
              () -> assertThat(connection).isOver(Transport.IWARP)),
          Failure.of(
              "hasPathMtu",
              "expected a path MTU of 4096 but there is 1024\n\nconnection 1 from 192.168.77.2 QP 17 to ",
              () -> assertThat(connection).hasPathMtu(4096)),
          Failure.of(
              "hasInlineThreshold",
              "expected an inline threshold of 1024 but there is 4096",
              () -> assertThat(connection).hasInlineThreshold(Direction.FORWARD, 1024)),
          Failure.of(
              "allowsInvalidation",
              "expected remote invalidation: false but there is true",
              () -> assertThat(connection).allowsInvalidation(Direction.BACKWARD, false)),
          Failure.of(
              "keepsToItsCredits",
              "expected grants of 1 credit at least but there is one of 0",
              () -> assertThat(connection(greedy)).keepsToItsCredits()),
          Failure.of(
              "keepsToItsCredits",
              "expected no call beyond the credits of its time but there is 1 such call",
              () -> assertThat(connection(early)).keepsToItsCredits()),
          Failure.of(
              "keepsToItsCredits",
              "expected credits granted but there is none in the capture",
              () -> assertThat(connection(fresh)).keepsToItsCredits()),
          Failure.of(
              "isSeenFromStart",
              "expected how the connection was made but there is nothing of that",
              () -> assertThat(connection(midstream)).isSeenFromStart()));
    }
  }
}
