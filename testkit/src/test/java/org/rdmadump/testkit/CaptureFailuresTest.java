package org.rdmadump.testkit;

import static org.rdmadump.testkit.RdmaAssertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rdmadump.RdmaCapture;
import org.rdmadump.finding.Severity;

/** What is asserted of all of a capture fails where it does not hold. */
class CaptureFailuresTest extends FailureTable {
  private static final String ACL = "rocev2/rocev2-nfs3-acl.pcap";
  private static final String IWARP = "iwarp/iwarp-nfs41-p2p.pcap";

  /** Answer to the first WRITE: one byte, FILE_SYNC4, and half of the verifier. */
  private static final byte[] WRITTEN = HexFormat.of().parseHex("000000010000000209da4117");

  private static final byte[] RESTARTED = HexFormat.of().parseHex("000000010000000209da4118");
  private static final byte[] UNSTABLE = HexFormat.of().parseHex("000000010000000009da4117");

  /** Headers of replies: version 1, 64 credits, and whatever procedure. */
  private static final byte[] GRANTED = HexFormat.of().parseHex("0000000100000040000000");

  private static final byte[] NONE = HexFormat.of().parseHex("0000000100000000000000");

  @TempDir Path folder;

  CaptureFailuresTest() {
    super("CaptureAssert");
  }

  @Override
  List<Failure> failures() throws IOException {
    List<Failure> failures = new ArrayList<>();
    try (RdmaCapture capture = Captures.open("rocev2/rocev2-nfs3-basic.pcap");
        RdmaCapture odd = Captures.open("rocev2/rocev2-odd.pcap");
        RdmaCapture none = Captures.open("verbs/siw-rping.pcap")) {
      failures.addAll(ofNothing(none));
      failures.addAll(ofWhatIsWrong(capture, odd));
    }
    try (RdmaCapture cut = Captures.open(Captures.cut(ACL, -3, folder))) {
      failures.add(
          Failure.of(
              "isReadable",
              "expected a capture without damage but there is [",
              () -> assertThat(cut).isReadable()));
    }
    try (RdmaCapture behind =
        Captures.open(Captures.frames(IWARP, firstCall() + 1, Long.MAX_VALUE, folder))) {
      failures.add(
          Failure.of(
              "hasNoRepliesWithoutCall",
              "expected no reply without call but there are\n\n",
              () -> assertThat(behind).hasNoRepliesWithoutCall()));
    }
    try (RdmaCapture calls = Captures.open(Captures.sentBy(ACL, "192.168.77.2", folder));
        RdmaCapture replies = Captures.open(Captures.sentBy(ACL, "192.168.77.1", folder))) {
      failures.add(
          Failure.of(
              "hasNoRepliesWithoutCall",
              "expected replies but there is none",
              () -> assertThat(calls).hasNoRepliesWithoutCall()));
      failures.add(
          Failure.of(
              "hasNoCallsWithoutReply",
              "expected calls but there is none",
              () -> assertThat(replies).hasNoCallsWithoutReply()));
    }
    try (RdmaCapture snapped = Captures.open("rocev2/rocev2-nfs41-snap128.pcap")) {
      failures.add(
          Failure.of(
              "isComplete",
              "expected no incomplete exchange but there are",
              () -> assertThat(snapped).isComplete()));
    }
    try (RdmaCapture restarted =
        Captures.open(Captures.changed(IWARP, WRITTEN, RESTARTED, 1, folder))) {
      failures.add(
          Failure.of(
              "hasSteadyWriteVerifier",
              "expected one write verifier of server 192.168.77.1 but there is 2",
              () -> assertThat(restarted).hasSteadyWriteVerifier()));
    }
    try (RdmaCapture early = Captures.open(Captures.moved(ACL, 23, 21, folder));
        RdmaCapture zero =
            Captures.open(Captures.changed(IWARP, GRANTED, NONE, Integer.MAX_VALUE, folder));
        RdmaCapture unkept = RdmaCapture.open(Captures.path(IWARP))) {
      failures.add(
          Failure.of(
              "keepsToItsCredits",
              "expected no call beyond the credits of its time but there is 1 such call",
              () -> assertThat(early).keepsToItsCredits()));
      failures.add(
          Failure.of(
              "keepsToItsCredits",
              "expected grants of 1 credit at least but there is one of 0",
              () -> assertThat(zero).keepsToItsCredits()));
      failures.add(
          Failure.of(
              "hasMoved",
              "but there is none that were kept: open the capture with keepBytes(true)",
              () -> assertThat(unkept).hasMoved(0)));
    }
    try (RdmaCapture unstable =
        Captures.open(Captures.changed(IWARP, WRITTEN, UNSTABLE, 1, folder))) {
      failures.add(
          Failure.of(
              "hasCommittedAllWrites",
              "expected all that was written on stable storage but there is more in [",
              () -> assertThat(unstable).hasCommittedAllWrites()));
    }
    return failures;
  }

  private static long firstCall() throws IOException {
    try (RdmaCapture capture = Captures.open(IWARP)) {
      return capture.match(each -> true).orElseThrow().sendFrame();
    }
  }

  private static List<Failure> ofNothing(RdmaCapture none) {
    String rpc = "expected RPC over RDMA but there is none";
    return List.of(
        Failure.of(
            "hasAllNfsOverRdma",
            "expected NFS over RDMA but there is none",
            () -> assertThat(none).hasAllNfsOverRdma()),
        Failure.of("keepsToItsCredits", rpc, () -> assertThat(none).keepsToItsCredits()),
        Failure.of("isComplete", rpc, () -> assertThat(none).isComplete()),
        Failure.of("behavesLike", rpc, () -> assertThat(none).behavesLike(none)),
        Failure.of("hasNoCallsWithoutReply", rpc, () -> assertThat(none).hasNoCallsWithoutReply()),
        Failure.of(
            "hasNoRepliesWithoutCall", rpc, () -> assertThat(none).hasNoRepliesWithoutCall()),
        Failure.of("hasNoFindings", rpc, () -> assertThat(none).hasNoFindings(Severity.WARNING)),
        Failure.of("hasMoved", rpc, () -> assertThat(none).hasMoved(0)),
        Failure.of("hasLargestIo", rpc, () -> assertThat(none).hasLargestIo(0, 0)),
        Failure.of(
            "hasCommittedAllWrites",
            "expected files that were written but there is none",
            () -> assertThat(none).hasCommittedAllWrites()),
        Failure.of(
            "hasSteadyWriteVerifier",
            "expected answers to WRITE or COMMIT but there is none",
            () -> assertThat(none).hasSteadyWriteVerifier()));
  }

  private List<Failure> ofWhatIsWrong(RdmaCapture capture, RdmaCapture odd) {
    return List.of(
        Failure.of(
            "hasNoCallsWithoutReply",
            "expected no call without reply but there are",
            () -> assertThat(odd).hasNoCallsWithoutReply()),
        Failure.of(
            "hasNoFindings",
            "of severity ERROR], by rule {",
            () -> assertThat(odd).hasNoFindings(Severity.ERROR)),
        Failure.of(
            "hasNoFindings", "\n  ERROR ", () -> assertThat(odd).hasNoFindings(Severity.ERROR)),
        Failure.of(
            "hasConnections",
            "expected 9 connections but there is 1",
            () -> assertThat(capture).hasConnections(9)),
        Failure.of(
            "file",
            "expected a file nothing but there is [",
            () -> assertThat(capture).file("nothing")),
        Failure.of(
            "file",
            "expected a file with the file handle 0102 but there is [",
            () -> assertThat(capture).file(new byte[] {1, 2})),
        Failure.of(
            "hasMoved",
            "expected 1 bytes of files but there is ",
            () -> assertThat(capture).hasMoved(1)),
        Failure.of(
            "hasLargestIo",
            "expected a largest READ of 1 but there is 300000 by 0xcb2b2fa9, call in frame 2239",
            () -> assertThat(capture).hasLargestIo(1, 1)),
        Failure.of(
            "behavesLike",
            "expected the behaviour of the golden but there are ",
            () -> assertThat(capture).behavesLike(odd)),
        Failure.of(
            "matchesGolden",
            "none.txt says but it is not there; -Drdmadump.golden.update=true writes it",
            () -> assertThat(capture).matchesGolden(folder.resolve("none.txt"))));
  }

  /** Each server has a verifier of its own. */
  @Test
  void shouldTakeAVerifierOfEachServer() throws IOException {
    try (RdmaCapture both =
        Captures.open(
            Captures.path("iwarp/iwarp-nfs41-p2p.pcap"),
            Captures.path("iwarp/iwarp-nfs41-ipv6.pcap"))) {
      assertThat(both).hasSteadyWriteVerifier();
    }
  }
}
