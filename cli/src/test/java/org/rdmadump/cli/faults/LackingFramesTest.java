package org.rdmadump.cli.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.cli.Main;

/** The verb {@code check} accuses nobody of what the capture lacks. */
class LackingFramesTest {
  private static final Path CAPTURES = Path.of("..", "testdata", "captures");
  private static final Path ROCE = CAPTURES.resolve("rocev2/rocev2-nfs41-delegation.pcap");
  private static final Path IWARP = CAPTURES.resolve("iwarp/iwarp-nfs41-delegation.pcap");

  /** What says that the capture lacks something, and a fault that the captures have. */
  private static final Pattern LACKING =
      Pattern.compile(
          "bth.psn-gap|bth.psn-not-captured|rpcrdma.send-without-header|tcp.hole|ddp.msn-gap"
              + "|ddp.missing-segments|mpa.lost-framing|xdr.bad-count");

  private static final int SOURCE_ADDRESS = 26;
  private static final int CLIENT = 0xc0a84d02;

  @TempDir Path folder;

  /** {@return counts by rule} */
  private String check(BrokenCapture capture, String rules) throws IOException {
    return run(capture, "check", "-q", "--rules", rules);
  }

  private String run(BrokenCapture capture, String... command) throws IOException {
    Path file = folder.resolve("lacking.pcap");
    capture.write(file);
    List<String> arguments = new ArrayList<>(List.of(command));
    arguments.add(file.toString());
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Main.run(
        arguments.toArray(new String[0]),
        InputStream.nullInputStream(),
        out,
        new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8));
    return out.toString(StandardCharsets.UTF_8);
  }

  /** A call and its acknowledgement are missing: the next call shows it, after the reply. */
  @ParameterizedTest
  @ValueSource(ints = {10, 16, 70, 105, 146, 181, 228, 270})
  void shouldNotAccuseTheServerThatUsesMemoryOfAMissingCall(int frame) throws IOException {
    BrokenCapture capture = BrokenCapture.of(ROCE);
    capture.drop(frame);
    capture.drop(frame);

    assertThat(check(capture, "rpcrdma.*"))
        .contains("rpcrdma.call-not-captured")
        .doesNotContain("error", "warning");
  }

  /** Frame 10 is a call, 11 its acknowledgement, and 12 the RDMA Write that it allows. */
  @Test
  void shouldNotAccuseTheServerWhoseCallIsCapturedLate() throws IOException {
    BrokenCapture capture = BrokenCapture.of(ROCE);
    capture.drop(11);
    capture.move(10, 11);

    assertThat(check(capture, "rpcrdma.*")).doesNotContain("error", "warning");
  }

  /** Such as a message and its acknowledgement, also the first and the last of a connection. */
  @ParameterizedTest
  @ValueSource(strings = {"rocev2/rocev2-nfs41-acl.pcap", "iwarp/iwarp-nfs41-delegation.pcap"})
  void shouldAccuseNobodyWhereAnyTwoFramesInARowAreMissing(String name) throws IOException {
    int size = BrokenCapture.of(CAPTURES.resolve(name)).size();
    for (int frame = 1; frame < size; frame++) {
      BrokenCapture capture = BrokenCapture.of(CAPTURES.resolve(name));
      capture.drop(frame);
      capture.drop(frame);

      assertThat(check(capture, "rpcrdma.*,rpc.message-lost,rpc.silence"))
          .as("frames %d and %d", frame, frame + 1)
          .doesNotContain("error", "warning");
    }
  }

  /** As where captures of different snap lengths were merged: headers of messages are lacking. */
  @ParameterizedTest
  @CsvSource({
    "rocev2/rocev2-nfs41-acl.pcap, 50",
    "rocev2/rocev2-nfs41-acl.pcap, 70",
    "iwarp/iwarp-nfs41-delegation.pcap, 60",
    "iwarp/iwarp-nfs41-delegation.pcap, 70",
    "iwarp/iwarp-nfs41-delegation.pcap, 90"
  })
  void shouldAccuseNobodyWhereAnyFrameIsCut(String name, int captured) throws IOException {
    int size = BrokenCapture.of(CAPTURES.resolve(name)).size();
    for (int frame = 1; frame <= size; frame++) {
      BrokenCapture capture = BrokenCapture.of(CAPTURES.resolve(name));
      capture.cut(frame, Math.min(captured, capture.frame(frame).remaining()));

      assertThat(check(capture, "rpcrdma.*,rpc.message-lost,rpc.silence"))
          .as("frame %d", frame)
          .doesNotContain("error", "warning");
    }
  }

  /** Frame 140 asks for data of a WRITE, and 141 to 144 are the responses. */
  @ParameterizedTest
  @CsvSource({
    "141,144,4 of 4 responses to the RDMA READ Request with PSN 567418 are",
    "141,141,1 of 4 responses to the RDMA READ Request with PSN 567418 is",
    "142,143,2 of 4 responses to the RDMA READ Request with PSN 567418 are",
    "144,144,1 of 4 responses to the RDMA READ Request with PSN 567418 is"
  })
  void shouldTellOfMissingResponsesToAnRdmaRead(int from, int to, String told) throws IOException {
    BrokenCapture capture = BrokenCapture.of(CAPTURES.resolve("rocev2/rocev2-nfs3-basic.pcap"));
    for (int frame = from; frame <= to; frame++) {
      capture.drop(from);
    }

    assertThat(run(capture, "check"))
        .contains("1 warning", "frame     140", told + " not in the capture");
  }

  /** As above, where other responses come before their requests, as these may. */
  @Test
  void shouldNotTellOfMissingResponsesWhereTheyMayComeBeforeTheirRequest() throws IOException {
    BrokenCapture capture = BrokenCapture.of(CAPTURES.resolve("rocev2/rocev2-nfs3-basic.pcap"));
    capture.move(158, 157);
    capture.drop(142);

    assertThat(check(capture, "bth.psn-not-captured")).startsWith("no findings");
  }

  /** Frames 2202 to 2205 are an RDMA Write, and 2211 is the request behind its acknowledgement. */
  @Test
  void shouldNotTellOfARequestThatIsCapturedBehindTheNextOne() throws IOException {
    BrokenCapture capture = BrokenCapture.of(CAPTURES.resolve("rocev2/rocev2-nfs3-basic.pcap"));
    capture.move(2203, 2211);

    assertThat(check(capture, "bth.psn-not-captured")).startsWith("no findings");
  }

  @Test
  void shouldTellOfTheRequestThatIsMissingNotOfTheOneThatIsCapturedLate() throws IOException {
    BrokenCapture capture = BrokenCapture.of(CAPTURES.resolve("rocev2/rocev2-nfs3-basic.pcap"));
    capture.move(2203, 2211);
    capture.drop(2203);

    assertThat(run(capture, "check"))
        .contains("1 warning", "the request with PSN 568166 was acknowledged")
        .doesNotContain("the request with PSN 568165");
  }

  /** Frames 147 and 148 are a call with bad memory and its acknowledgement. */
  @Test
  void shouldNotAccuseTheServerOfMemoryOfAMissingCallThatAPeerRefused() throws IOException {
    BrokenCapture capture = BrokenCapture.of(CAPTURES.resolve("rocev2/rocev2-odd.pcap"));
    capture.drop(148);
    capture.drop(147);

    assertThat(check(capture, "rpcrdma.unknown-handle")).startsWith("no findings");
  }

  /** The handle that the call of frame 147 advertises is changed; the server uses another one. */
  @Test
  void shouldAccuseTheServerOfMemoryThatAPeerRefused() throws IOException {
    BrokenCapture capture = BrokenCapture.of(CAPTURES.resolve("rocev2/rocev2-odd.pcap"));
    int handle = indexOf(capture.frame(147), 0xdeadbeef);
    capture.frame(147).putInt(handle, 0x12345601);
    capture.repair(147);

    assertThat(check(capture, "rpcrdma.unknown-handle")).startsWith("error");
  }

  private static int indexOf(ByteBuffer frame, int word) {
    int at = 0;
    while (frame.getInt(at) != word) {
      at++;
    }
    return at;
  }

  @ParameterizedTest
  @ValueSource(strings = {"rocev2/rocev2-nfs41-acl.pcap", "iwarp/iwarp-nfs41-delegation.pcap"})
  void shouldAccuseNobodyWhateverTheSnapLength(String name) throws IOException {
    for (int length = 40; length < 400; length += 4) {
      BrokenCapture capture = BrokenCapture.of(CAPTURES.resolve(name));
      for (int frame = 1; frame <= capture.size(); frame++) {
        capture.cut(frame, Math.min(length, capture.frame(frame).capacity()));
      }

      assertThat(check(capture, "*"))
          .as("snap length %d", length)
          .doesNotContain("error", "warning");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"rocev2/rocev2-nfs41-acl.pcap", "iwarp/iwarp-nfs41-delegation.pcap"})
  void shouldAccuseNobodyWhereverTheCaptureBegins(String name) throws IOException {
    BrokenCapture capture = BrokenCapture.of(CAPTURES.resolve(name));
    while (capture.size() > 1) {
      int drops = 1 + capture.size() / 200;
      for (int i = 0; i < drops; i++) {
        capture.drop(1);
      }

      assertThat(check(capture, "*"))
          .as("the last %d frames", capture.size())
          .doesNotContain("error", "warning");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"rocev2/rocev2-odd.pcap", "iwarp/iwarp-odd.pcap"})
  void shouldNotTakeAMissingDirectionForASilentServer(String name) throws IOException {
    BrokenCapture capture = BrokenCapture.of(CAPTURES.resolve(name));
    for (int frame = capture.size(); frame > 0; frame--) {
      if (capture.frame(frame).getInt(SOURCE_ADDRESS) != CLIENT) {
        capture.drop(frame);
      }
    }

    assertThat(check(capture, "rpc.silence,rdmap.stray-response")).startsWith("no findings");
  }

  /**
   * Such as what one port of a switch, or a filter, gives: all of them, or from or until a frame.
   */
  @ParameterizedTest
  @CsvSource({
    "rocev2/rocev2-nfs3-acl.pcap, false, 1, 9999",
    "rocev2/rocev2-nfs3-acl.pcap, true, 1, 9999",
    "rocev2/rocev2-nfs3-acl.pcap, true, 90, 9999",
    "rocev2/rocev2-nfs41-conformance.pcap, false, 1, 150",
    "rocev2/rocev2-nfs41-conformance.pcap, false, 150, 9999",
    "rocev2/rocev2-nfs41-midstream.pcap, false, 1, 9999",
    "rocev2/rocev2-nfs41-midstream.pcap, false, 1, 450",
    "rocev2/rocev2-nfs41-midstream.pcap, false, 450, 9999",
    "rocev2/rocev2-nfs41-midstream.pcap, true, 450, 9999",
    "rocev2/rocev2-nfs41-krb5i.pcap, false, 1, 480",
    "iwarp/iwarp-nfs41-midstream.pcap, false, 1, 400",
    "iwarp/iwarp-nfs41-midstream.pcap, true, 1, 400",
    "iwarp/iwarp-nfs41-midstream.pcap, false, 400, 9999",
    "iwarp/iwarp-nfs41-crc.pcap, false, 400, 9999"
  })
  void shouldTellOfAMissingDirectionOnce(String name, boolean ofClient, int from, int to)
      throws IOException {
    BrokenCapture capture = BrokenCapture.of(CAPTURES.resolve(name));
    for (int frame = Math.min(to, capture.size()); frame >= from; frame--) {
      if (capture.frame(frame).getInt(SOURCE_ADDRESS) == CLIENT == ofClient) {
        capture.drop(frame);
      }
    }

    assertThat(check(capture, "*").lines())
        .filteredOn(line -> line.startsWith("error") || line.startsWith("warning"))
        .filteredOn(line -> !line.contains("xdr.bad-count"))
        .singleElement(InstanceOfAssertFactories.STRING)
        .containsPattern(" 1 +(bth.psn-not-captured|tcp.hole)");
  }

  /** The acknowledgements of one side, then the requests that they are for. */
  @Test
  void shouldNotTellOfADirectionThatIsCapturedBehindTheOther() throws IOException {
    BrokenCapture capture =
        BrokenCapture.of(CAPTURES.resolve("rocev2/rocev2-nfs41-midstream.pcap"));
    int moved = 0;
    for (int frame = 1; frame <= capture.size() - moved; frame++) {
      while (frame <= capture.size() - moved
          && capture.frame(frame).getInt(SOURCE_ADDRESS) != CLIENT) {
        capture.move(frame, capture.size());
        moved++;
      }
    }

    assertThat(check(capture, "bth.psn-not-captured")).startsWith("no findings");
  }

  /** Only what says that the capture lacks something is reported besides the notes. */
  @ParameterizedTest
  @ValueSource(strings = {"rocev2/rocev2-nfs3-acl.pcap", "iwarp/iwarp-nfs3-acl.pcap"})
  void shouldAccuseNobodyWhereFramesAreMissingAnywhere(String name) throws IOException {
    Random random = new Random(1);
    for (int run = 0; run < 60; run++) {
      BrokenCapture capture = BrokenCapture.of(CAPTURES.resolve(name));
      for (int frame = capture.size(); frame > 0; frame--) {
        if (random.nextInt(100) < 1 + run / 2) {
          capture.drop(frame);
        }
      }

      assertThat(check(capture, "*").lines())
          .as("run %d", run)
          .filteredOn(line -> line.startsWith("error") || line.startsWith("warning"))
          .allMatch(line -> LACKING.matcher(line).find(), "accuses nobody");
    }
  }

  /** The requests of one RDMA Read, of which the second is missing; its response is there. */
  @Test
  void shouldNotCallASegmentReadInPartWhereARequestIsMissing() throws IOException {
    BrokenCapture capture = BrokenCapture.of(CAPTURES.resolve("rocev2/rocev2-mixed-versions.pcap"));
    capture.drop(588);
    for (int frame = 570; frame > 0; frame--) {
      capture.drop(frame); // All that tells the MTU before.
    }

    assertThat(check(capture, "rpcrdma.transferred-short")).startsWith("no findings");
  }

  /** The end of a Send and the beginning of the next but two: what is left looks like one. */
  @Test
  void shouldNotMeasureASendOfWhichPacketsAreMissing() throws IOException {
    BrokenCapture capture = BrokenCapture.of(CAPTURES.resolve("rocev2/rocev2-nfs41-any-nano.pcap"));
    for (int frame = 137; frame >= 123; frame--) {
      capture.drop(frame);
    }

    assertThat(check(capture, "rpcrdma.above-inline-threshold,bth.psn-gap"))
        .contains("bth.psn-gap")
        .doesNotContain("above-inline-threshold");
  }

  /** Frame 86 is the reply GARBAGE_ARGS, after which the client retransmits the call. */
  @Test
  void shouldNotProveARefusedCallUnansweredWhereItsReplyIsMissing() throws IOException {
    BrokenCapture capture = BrokenCapture.of(CAPTURES.resolve("iwarp/iwarp-nfs3-refused-acl.pcap"));
    capture.drop(132); // Of its last copy.
    capture.drop(86);

    assertThat(check(capture, "rpcrdma.call-without-reply,tcp.hole"))
        .contains("tcp.hole")
        .doesNotContain("call-without-reply");
  }

  /** Frame 12 is the only reply of a connection; the FIN of the server is behind it. */
  @Test
  void shouldSeeAHoleThatOnlyAFinIsBehind() throws IOException {
    BrokenCapture capture = BrokenCapture.of(CAPTURES.resolve("iwarp/iwarp-odd.pcap"));
    capture.drop(12);

    assertThat(check(capture, "tcp.hole,rpc.silence,rpcrdma.call-in-flight-at-end"))
        .contains("tcp.hole")
        .doesNotContain("rpc.silence", "call-in-flight");
  }

  /** Frames 584 and 585 are of a Write; the NAK of a later packet says that they arrived. */
  @Test
  void shouldTakeWhatIsBeforeANakForDelivered() throws IOException {
    BrokenCapture capture =
        BrokenCapture.of(CAPTURES.resolve("rocev2/rocev2-nfs3-dropped-late.pcap"));
    capture.drop(585);
    capture.drop(584);

    assertThat(check(capture, "rpcrdma.*,bth.psn-not-captured"))
        .contains("bth.psn-not-captured")
        .doesNotContain("error");
  }

  @Test
  void shouldNotCallDataLostWhereFramesOfTheConnectionAreMissing() throws IOException {
    BrokenCapture capture = BrokenCapture.of(ROCE);
    for (int frame = 303; frame >= 298; frame--) {
      capture.drop(frame); // The end of what a WRITE sends, and its reply.
    }

    assertThat(check(capture, "rpc.message-*"))
        .contains("rpc.message-not-captured")
        .doesNotContain("rpc.message-lost");
  }

  @Test
  void shouldNotSayThatRequestsWhoseHeadersAreCutAreNotInTheCapture() throws IOException {
    BrokenCapture capture = BrokenCapture.of(ROCE);
    for (int frame = 1; frame <= capture.size(); frame++) {
      capture.cut(frame, Math.min(64, capture.frame(frame).capacity())); // Within the RETH.
    }

    assertThat(check(capture, "bth.*")).startsWith("no findings");
  }

  @Test
  void shouldNotMissTheBackChannelWhereOnlyTheServerWasCaptured() throws IOException {
    BrokenCapture capture = BrokenCapture.of(IWARP);
    for (int frame = capture.size(); frame > 0; frame--) {
      if (capture.frame(frame).getInt(SOURCE_ADDRESS) == CLIENT) {
        capture.drop(frame);
      }
    }

    assertThat(check(capture, "rpcrdma.call-not-captured")).startsWith("note");
    assertThat(check(capture, "nfs.*")).startsWith("no findings");
  }

  private String summaryOf(boolean client) throws IOException {
    BrokenCapture capture = BrokenCapture.of(ROCE);
    for (int frame = capture.size(); frame > 0; frame--) {
      if (capture.frame(frame).getInt(SOURCE_ADDRESS) == CLIENT != client) {
        capture.drop(frame);
      }
    }
    return run(capture, "summary").replaceAll("\\s+", " ");
  }

  @Test
  void shouldSayNothingOfCallsWhereNoneWasCaptured() throws IOException {
    assertThat(summaryOf(/* client= */ false))
        .contains("Traffic 45 replies whose calls were not captured, 4 calls of NFS_CB v4.1 over ")
        .contains("Mounts not known: no call of a client was captured ")
        .contains("Replies not known whether any failed: no call of a client was captured ")
        .contains("Credits not known: no call of a client was captured ");
  }

  @Test
  void shouldSayNothingOfMountsWhereNoReplyWasCaptured() throws IOException {
    assertThat(summaryOf(/* client= */ true))
        .contains("Mounts not known: no reply was captured ")
        .contains("Credits not known: no reply with a grant was captured ");
  }
}
