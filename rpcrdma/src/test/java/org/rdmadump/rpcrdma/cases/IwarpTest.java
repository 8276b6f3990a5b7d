package org.rdmadump.rpcrdma.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.rdmadump.rpcrdma.build.MessageAssert.assertThat;
import static org.rdmadump.rpcrdma.build.MessageAssert.missing;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.inline;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.nomsg;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.reduced;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.bytes.Absence;
import org.rdmadump.finding.Finding;
import org.rdmadump.finding.Rule;
import org.rdmadump.finding.Severity;
import org.rdmadump.iwarp.IwarpRules;
import org.rdmadump.iwarp.build.DdpSegments;
import org.rdmadump.iwarp.build.IwarpConversation;
import org.rdmadump.iwarp.build.TcpCapture;
import org.rdmadump.iwarp.build.TcpFrame;
import org.rdmadump.rdma.ReadSink;
import org.rdmadump.rdma.Recognition;
import org.rdmadump.rdma.Transport;
import org.rdmadump.rpcrdma.MessageStream;
import org.rdmadump.rpcrdma.RdmaTransfer;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcRdmaRules;
import org.rdmadump.rpcrdma.RpcSummary;
import org.rdmadump.rpcrdma.build.Decoded;
import org.rdmadump.rpcrdma.build.IwarpRpc;
import org.rdmadump.rpcrdma.build.Nfs3;
import org.rdmadump.rpcrdma.build.Nfs41;
import org.rdmadump.rpcrdma.build.Pattern;
import org.rdmadump.rpcrdma.build.Segment;
import org.rdmadump.rpcrdma.build.XdrMessage;
import org.rdmadump.tcp.TcpRules;

/** What the reference does on iWARP, case by case, and the chunks that every transport has. */
class IwarpTest {
  private final byte[] data = Pattern.of(9, 3501);
  private final Segment memory = Segment.of(0x100, 3501);
  private final XdrMessage write = Nfs3.writeCall(1, data);
  private final XdrMessage reply = Nfs3.readReply(2, data);

  private void writeCall(IwarpRpc rpc) {
    rpc.call(reduced(1, write).readChunk(write.position(0), memory));
    rpc.pull(memory, data);
    rpc.reply(inline(1, Nfs3.writeReply(1, data.length)));
  }

  private void readCall(IwarpRpc rpc) {
    rpc.call(inline(2, Nfs3.readCall(2, data.length)).writeChunk(memory));
    rpc.push(memory, data);
    rpc.reply(reduced(2, reply).writeChunk(memory));
  }

  private void bothAreWhole(Decoded seen) {
    assertThat(seen.call(1)).isWhole(write).pulled(data.length);
    assertThat(seen.reply(1)).isWhole(Nfs3.writeReply(1, data.length)).answers(seen.call(1));
    assertThat(seen.call(2)).isWhole(Nfs3.readCall(2, data.length));
    assertThat(seen.reply(2)).isWhole(reply).pushed(data.length).answers(seen.call(2));
  }

  @ParameterizedTest
  @CsvSource({"1000,false", "1000,true", "7,false", "60000,true"})
  @DisplayName("Read chunk and Write chunk, in many FPDUs and in one, without CRC and with it")
  void shouldRebuildBothKindsOfChunk(int payload, boolean crc) {
    IwarpRpc rpc = IwarpRpc.connected(new IwarpConversation().payload(payload).crc(crc));
    writeCall(rpc);
    readCall(rpc);
    rpc.wire().disconnect();

    Decoded seen = rpc.decode();
    bothAreWhole(seen);
    assertThat(seen.rules()).isEmpty();
    assertThat(seen.exchanges()).hasSize(2);
    assertThat(seen.summary().notDecoded()).isEmpty();
    RpcMessage call = seen.call(1);
    assertThat(call.transport()).isEqualTo(Transport.IWARP);
    assertThat(call.recognition()).isEqualTo(Recognition.MPA);
    assertThat(call.source().number()).hasValue(44000);
    assertThat(call.destination().number()).hasValue(20049);
  }

  @Test
  @DisplayName("case 9: odd length followed by further operations")
  void shouldFindWhatFollowsDataOfOddLength() {
    IwarpRpc rpc = IwarpRpc.connected();
    XdrMessage call = Nfs41.call(9).sequence().putfh().write(data).getattr().message();
    rpc.call(reduced(9, call).readChunk(call.position(0), memory));
    rpc.pull(memory, data);
    rpc.reply(inline(9, Nfs3.nullReply(9)));

    Decoded seen = rpc.decode();
    assertThat(seen.call(9)).isWhole(call).hasNoFindings();
  }

  @ParameterizedTest
  @ValueSource(strings = {"Write", "Read Response"})
  @DisplayName("case 36: one fragment lost: incomplete, the hole named; framing found again")
  void shouldNameTheHoleOfALostFragment(String lost) {
    IwarpRpc rpc = IwarpRpc.connected();
    writeCall(rpc);
    readCall(rpc);
    writeCallAgain(rpc, 3);
    rpc.wire().disconnect();
    // The second of four FPDUs.
    TcpCapture capture = rpc.capture();
    capture.drop(capture.find(lost, capture.find(lost) + 1));

    Decoded seen = rpc.decode();
    boolean isWrite = lost.equals("Write");
    RpcMessage hurt = isWrite ? seen.reply(2) : seen.call(1);
    XdrMessage sent = isWrite ? reply : write;
    assertThat(hurt).isWholeBut(sent, missing(sent.position(0) + 1000, 1000, Absence.NOT_CAPTURED));
    assertThat(seen.rules()).contains(TcpRules.HOLE.name());
    assertThat(seen.summary().incomplete()).isEqualTo(1);
    assertThat(seen.call(3)).isWhole(Nfs3.writeCall(3, data));
  }

  /** They were captured, and the receiver refused them: nobody says that they arrived. */
  @ParameterizedTest
  @ValueSource(strings = {"Write", "Read Response"})
  @DisplayName("bytes of a fragment with a wrong CRC are lost")
  void shouldCallBytesWithAWrongCrcLost(String hurt) {
    IwarpRpc rpc = IwarpRpc.connected(new IwarpConversation().crc(true));
    writeCall(rpc);
    readCall(rpc);
    writeCallAgain(rpc, 3);
    rpc.wire().disconnect();
    // The second of four FPDUs.
    damage(rpc.capture(), rpc.capture().find(hurt, rpc.capture().find(hurt) + 1));

    Decoded seen = rpc.decode();
    boolean isWrite = hurt.equals("Write");
    RpcMessage message = isWrite ? seen.reply(2) : seen.call(1);
    XdrMessage sent = isWrite ? reply : write;
    assertThat(message).isWholeBut(sent, missing(sent.position(0) + 1000, 1000, Absence.LOST));
    assertThat(seen.summary().incomplete()).isEqualTo(1);
    assertThat(seen.call(3)).isWhole(Nfs3.writeCall(3, data));
  }

  @Test
  @DisplayName("bytes of a Send with a wrong CRC are lost")
  void shouldCallBytesOfASendWithAWrongCrcLost() {
    IwarpRpc rpc = IwarpRpc.connected(new IwarpConversation().crc(true).payload(100));
    for (int xid = 1; xid < 10; xid++) {
      rpc.call(inline(xid, Nfs3.nullCall(xid)));
      rpc.reply(inline(xid, Nfs3.nullReply(xid)));
    }
    rpc.call(inline(10, Nfs3.writeCall(10, Pattern.of(1, 400))));
    int last = rpc.capture().frames().size() - 1;
    damage(rpc.capture(), last - 2);
    rpc.reply(inline(10, Nfs3.nullReply(10)));

    RpcMessage call = rpc.decode().call(10);
    assertThat(call.rpc().orElseThrow().missing())
        .extracting(each -> each.length(), each -> each.reason())
        .containsExactly(tuple(100L, Absence.LOST));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @DisplayName("a Send whose last segment was not captured is not complete")
  void shouldNotTakeAFragmentOfASendForTheWhole(boolean followed) {
    IwarpRpc rpc = IwarpRpc.connected(new IwarpConversation().payload(300));
    XdrMessage call = Nfs3.writeCall(1, Pattern.of(1, 700));
    rpc.call(inline(1, call));
    rpc.capture().drop(rpc.capture().frames().size() - 1);
    if (followed) {
      rpc.reply(inline(1, Nfs3.writeReply(1, 700)));
      rpc.call(inline(2, Nfs3.nullCall(2)));
      rpc.reply(inline(2, Nfs3.nullReply(2)));
    }

    Decoded seen = rpc.decode();
    RpcSummary summary = seen.call(1).rpc().orElseThrow();
    assertThat(summary.complete()).isFalse();
    assertThat(summary.sha256()).isEmpty();
    assertThat(summary.length()).isEmpty();
    // Two segments of 300 bytes, the header of 28 among them.
    assertThat(summary.missing()).hasSize(1);
    assertThat(summary.missing().get(0).offset()).isEqualTo(600 - 28);
    assertThat(summary.missing().get(0).reason()).isEqualTo(Absence.NOT_CAPTURED);
    if (followed) {
      assertThat(summary.missing().get(0).length()).isEqualTo(call.length() - (600 - 28));
    }
    assertThat(seen.summary().incomplete()).isEqualTo(1);
  }

  private static void damage(TcpCapture capture, int index) {
    TcpFrame frame = capture.frames().get(index);
    byte[] payload = frame.payload().clone();
    payload[40] ^= 1;
    capture.frames().set(index, frame.with(payload));
  }

  private void writeCallAgain(IwarpRpc rpc, int xid) {
    XdrMessage call = Nfs3.writeCall(xid, data);
    Segment other = Segment.of(0x300 + xid, data.length);
    rpc.call(reduced(xid, call).readChunk(call.position(0), other));
    rpc.pull(other, data);
    rpc.reply(inline(xid, Nfs3.writeReply(xid, data.length)));
  }

  @Test
  @DisplayName("case 39: two sink STags for one segment, second half answered first")
  void shouldWaitForTheHalfThatIsAnsweredLast() {
    IwarpRpc rpc = IwarpRpc.connected();
    rpc.call(reduced(1, write).readChunk(write.position(0), memory));
    rpc.wire().server().readRequest(0x51, 0, 2000, memory.handle(), memory.offset());
    rpc.wire().server().readRequest(0x52, 0, 1501, memory.handle(), memory.offset() + 2000);
    rpc.wire().server().respond(0x52, 0, Arrays.copyOfRange(data, 2000, 3501));
    rpc.wire().server().respond(0x51, 0, Arrays.copyOf(data, 2000));
    rpc.reply(inline(1, Nfs3.writeReply(1, data.length)));

    Decoded seen = rpc.decode();
    assertThat(seen.call(1)).isWhole(write).hasNoFindings().pulled(3501);
    assertThat(seen.exchange(1).transfers()).hasSize(2);
  }

  @Test
  @DisplayName("case 40: two calls in flight share one sink STag")
  void shouldTellReadsToOneSinkApartByOffset() {
    IwarpRpc rpc = IwarpRpc.connected();
    byte[] others = Pattern.of(40, 1700);
    Segment second = Segment.of(0x200, 1700);
    XdrMessage other = Nfs3.writeCall(4, others);
    rpc.call(reduced(1, write).readChunk(write.position(0), memory));
    rpc.call(reduced(4, other).readChunk(other.position(0), second));
    rpc.wire().server().readRequest(0x51, 0x10000, 3501, memory.handle(), memory.offset());
    rpc.wire().server().readRequest(0x51, 0x20000, 1700, second.handle(), second.offset());
    rpc.wire().server().respond(0x51, 0x10000, data);
    rpc.wire().server().respond(0x51, 0x20000, others);
    rpc.reply(inline(1, Nfs3.writeReply(1, 3501))).reply(inline(4, Nfs3.writeReply(4, 1700)));

    Decoded seen = rpc.decode();
    assertThat(seen.call(1)).isWhole(write).hasNoFindings();
    assertThat(seen.call(4)).isWhole(other).hasNoFindings();
    // The server had granted nothing when the call was sent.
    assertThat(seen.reply(4)).hasOnlyFindings(RpcRdmaRules.CREDIT_OVERRUN);
  }

  @Test
  @DisplayName("case 41: sink range used again for the next part")
  void shouldGiveAResponseToTheRequestThatIsOutstanding() {
    IwarpRpc rpc = IwarpRpc.connected();
    rpc.call(reduced(1, write).readChunk(write.position(0), memory));
    rpc.wire().server().readRequest(0x51, 0, 2000, memory.handle(), memory.offset());
    rpc.wire().server().respond(0x51, 0, Arrays.copyOf(data, 2000));
    rpc.wire().server().readRequest(0x51, 0, 1501, memory.handle(), memory.offset() + 2000);
    rpc.wire().server().respond(0x51, 0, Arrays.copyOfRange(data, 2000, 3501));
    rpc.reply(inline(1, Nfs3.writeReply(1, data.length)));

    assertThat(rpc.decode().call(1)).isWhole(write).hasNoFindings();
  }

  @Test
  @DisplayName("one range read twice: the repeat is told by what iWARP has, and no PSN")
  void shouldTellRepeatedDataWithoutPsns() {
    IwarpRpc rpc = IwarpRpc.connected();
    rpc.call(inline(2, Nfs3.readCall(2, data.length)).writeChunk(memory));
    rpc.push(memory, data).push(memory, data);
    rpc.reply(reduced(2, reply).writeChunk(memory));

    RpcMessage answer = rpc.decode().reply(2);
    assertThat(answer).isWhole(reply).hasOnlyFindings(RpcRdmaRules.DATA_REPEATED);
    Finding repeated = answer.findings().get(0);
    assertThat(repeated.message())
        .isEqualTo("4 data FPDUs retransmitted, of the operation that frame 11 begins");
    assertThat(repeated.rule().source()).isEqualTo("RFC 5041 sections 5.3 and 5.4");
  }

  @Test
  @DisplayName("a Send of more segments than are told apart misses bytes, and says why")
  void shouldNotTakeASendForWholeOfWhichSegmentsWereGivenUp() {
    IwarpRpc rpc = IwarpRpc.connected(new IwarpConversation().payload(1));
    XdrMessage call = Nfs3.writeCall(7, Pattern.of(7, 5000));
    rpc.call(inline(7, call));

    Decoded seen = rpc.decode();
    int header = 28;
    assertThat(seen.call(7))
        .isWholeBut(call, missing(4096 - header, call.length() - (4096 - header), Absence.EVICTED));
    assertThat(seen.summary().evictions())
        .containsEntry("send_packets", (long) call.length() + header - 4096);
  }

  @Test
  @DisplayName("case 48: two connections, equal MSN, multi-segment Sends, interleaved")
  void shouldKeepSendsOfConnectionsApart() {
    IwarpRpc one = IwarpRpc.connected();
    IwarpRpc two =
        IwarpRpc.connected(new IwarpConversation().into(one.capture()).ports(44001, 20049));
    XdrMessage first = Nfs3.writeCall(7, Pattern.of(70, 3000));
    XdrMessage second = Nfs3.writeCall(7, Pattern.of(71, 3000));
    int from = one.capture().frames().size();
    one.call(inline(7, first));
    int to = one.capture().frames().size();
    two.call(inline(7, second));
    for (int i = from; i < to; i++) {
      one.capture().frames().add(2 * (i - from) + from, one.capture().frames().remove(i));
      one.capture().swap(2 * (i - from) + from, 2 * (i - from) + from);
    }

    Decoded seen = IwarpRpc.decode(one.capture());
    assertThat(seen.all(7)).hasSize(2);
    assertThat(seen.all(7).get(0)).isWhole(first);
    assertThat(seen.all(7).get(1)).isWhole(second);
  }

  @Test
  @DisplayName("case 64: several FPDUs in a segment, and FPDUs across segments")
  void shouldNotCareHowTheStreamIsCut() {
    for (int longest : new int[] {1, 3, 20, 700, 5000}) {
      IwarpRpc rpc = IwarpRpc.connected();
      writeCall(rpc);
      readCall(rpc);
      rpc.capture().resegment(new SplittableRandom(longest), longest);

      Decoded seen = rpc.decode();
      bothAreWhole(seen);
      assertThat(seen.rules()).as("segments up to %d bytes", longest).isEmpty();
    }
  }

  @Test
  @DisplayName("case 64: retransmission")
  void shouldTakeEachByteOnce() {
    IwarpRpc rpc = IwarpRpc.connected();
    writeCall(rpc);
    readCall(rpc);
    TcpCapture capture = rpc.capture();
    capture.repeat(capture.find("Write"), capture.find("Write") + 2);
    capture.repeat(capture.find("Send"), capture.find("Send") + 1);

    Decoded seen = rpc.decode();
    bothAreWhole(seen);
    assertThat(seen.rules()).containsExactly(TcpRules.RETRANSMISSION.name());
  }

  @Test
  @DisplayName("case 64: sequence numbers wrap, at every position of the streams")
  void shouldWrapAnywhere() {
    for (int before = 0; before < 9000; before += 61) {
      IwarpRpc rpc = IwarpRpc.connected(new IwarpConversation().sequences(-before, -before));
      writeCall(rpc);
      readCall(rpc);

      Decoded seen = rpc.decode();
      bothAreWhole(seen);
      assertThat(seen.rules()).as("%d bytes before the wrap", before).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({"20049,false", "20049,true", "4420,false", "4420,true"})
  @DisplayName("case 64: capture from the middle, on the known port and on another")
  void shouldFindFramingInTheMiddle(int port, boolean crc) {
    IwarpRpc rpc = IwarpRpc.unconnected(new IwarpConversation().ports(44000, port).crc(crc));
    writeCall(rpc);
    readCall(rpc);

    Decoded seen = rpc.decode();
    bothAreWhole(seen);
    assertThat(seen.call(1).recognition()).isEqualTo(Recognition.INFERRED);
    assertThat(seen.rules()).isEmpty();
  }

  @Test
  @DisplayName("case 64: capture from the middle of an FPDU, on the known port")
  void shouldFindFramingBehindTheRestOfAnFpdu() {
    for (int cut = 1; cut < 900; cut += 13) {
      IwarpRpc rpc = IwarpRpc.unconnected(new IwarpConversation());
      rpc.wire().client().send(Pattern.of(64, 900));
      writeCall(rpc);
      readCall(rpc);
      rpc.capture().split(0, cut).drop(0);

      Decoded seen = rpc.decode();
      bothAreWhole(seen);
    }
  }

  @Test
  @DisplayName("case 65: segments out of order inside an FPDU that spans segments")
  void shouldPutSegmentsOfAnFpduInOrder() {
    IwarpRpc rpc = IwarpRpc.connected(new IwarpConversation().payload(5000));
    writeCall(rpc);
    readCall(rpc);
    TcpCapture capture = rpc.capture();
    int response = capture.find("Read Response");
    capture.split(response, 1448, 1448).swap(response, response + 1);
    int pushed = capture.find("Write");
    capture.split(pushed, 1448, 1448).swap(pushed + 1, pushed + 2);

    Decoded seen = rpc.decode();
    bothAreWhole(seen);
    assertThat(seen.rules()).containsExactly(TcpRules.OUT_OF_ORDER.name());
  }

  @ParameterizedTest
  @CsvSource({"true,false", "false,true", "true,true"})
  @DisplayName("case 66: markers, at every phase")
  void shouldTakeMarkersOut(boolean fromClient, boolean fromServer) {
    for (int shift = 0; shift < 516; shift += 4) {
      for (boolean crc : new boolean[] {false, true}) {
        IwarpRpc rpc =
            IwarpRpc.connected(
                new IwarpConversation().markers(fromClient, fromServer).crc(crc).payload(1200));
        // Moves all FPDUs behind it.
        rpc.wire().client().write(1, 0, Pattern.of(shift, 2 + shift));
        rpc.wire().server().write(1, 0, Pattern.of(shift, 2 + shift));
        writeCall(rpc);
        readCall(rpc);
        rpc.capture().resegment(new SplittableRandom(shift), 900);

        Decoded seen = rpc.decode();
        bothAreWhole(seen);
        assertThat(Decoded.rules(seen.reply(2))).isEmpty();
      }
    }
  }

  @Test
  @DisplayName("case 66: port other than 20049, from the MPA frames")
  void shouldRecogniseMpaOnAnyPort() {
    IwarpRpc rpc = IwarpRpc.connected(new IwarpConversation().ports(51000, 7531));
    writeCall(rpc);
    readCall(rpc);

    Decoded seen = rpc.decode();
    bothAreWhole(seen);
    assertThat(seen.call(1).recognition()).isEqualTo(Recognition.MPA);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @DisplayName("case 66: Terminate: the call is without a reply, what was refused is lost")
  void shouldTellWhyAConnectionWasGivenUp(boolean disconnected) {
    IwarpRpc rpc = IwarpRpc.connected();
    Segment unknown = new Segment(0xdeadbeef, 0x1234567890L, 200);
    rpc.call(nomsg(0x66).readChunk(0, unknown));
    rpc.wire().server().readRequest(0x51, 0, 200, 0xdeadbeef, 0x1234567890L);
    // RDMAP, remote protection error, invalid STag; with the segment's length and its headers.
    rpc.wire()
        .client()
        .terminate(
            DdpSegmentsOf.terminated(
                new byte[] {0x01, 0x00, (byte) 0xe0, 0x00},
                DdpSegments.untagged(
                    DdpSegments.READ_REQUEST,
                    true,
                    0,
                    1,
                    1,
                    0,
                    DdpSegments.readRequest(0x51, 0, 200, 0xdeadbeef, 0x1234567890L))));
    if (disconnected) {
      rpc.wire().disconnect();
    }

    Decoded seen = rpc.decode();
    RpcMessage call = seen.all(0x66).get(0);
    assertThat(call).hasFinding(IwarpRules.TERMINATE);
    assertThat(call.rpc().orElseThrow().missing()).containsExactly(missing(0, 200, Absence.LOST));
    assertThat(call.findings())
        .extracting(Finding::message)
        .contains(
            "Terminate, RDMAP: invalid STag; about RDMA Read Request of 200 bytes at"
                + " 0x0000001234567890 of STag 0xdeadbeef",
            "Terminate (RDMAP: invalid STag) refuses the RDMA Read Request of 200 bytes at"
                + " 0x0000001234567890 of STag 0xdeadbeef");
    assertThat(frames(call, IwarpRules.READ_REFUSED))
        .containsExactly(rpc.capture().find("Terminate") + 1L);
    assertThat(seen.exchange(0x66).reply()).isEmpty();
  }

  private static List<Long> frames(RpcMessage message, Rule rule) {
    return message.findings().stream()
        .filter(each -> each.rule().name().equals(rule.name()))
        .map(Finding::frame)
        .toList();
  }

  @Test
  @DisplayName("case 66: Terminate about something else leaves other Reads unanswered")
  void shouldTellThatAReadWasLeftUnanswered() {
    IwarpRpc rpc = IwarpRpc.connected();
    rpc.call(reduced(1, write).readChunk(write.position(0), memory));
    rpc.wire().server().readRequest(0x51, 0, 3501, memory.handle(), memory.offset());
    byte[] beginning = Arrays.copyOf(data, 1000);
    rpc.wire()
        .client()
        .fpdu(
            "Read Response",
            DdpSegments.tagged(DdpSegments.READ_RESPONSE, false, 0x51, 0, beginning));
    rpc.wire().client().terminate(new byte[] {0x20, 0x02, 0, 0});

    RpcMessage call = rpc.decode().call(1);
    assertThat(call)
        .isWholeBut(write, missing(write.position(0) + 1000, 2501, Absence.LOST))
        .hasOnlyFindings(IwarpRules.TERMINATE, IwarpRules.READ_REFUSED);
    assertThat(call.findings())
        .extracting(Finding::message)
        .contains(
            String.format(
                Locale.ROOT,
                "Terminate (MPA: CRC mismatch) leaves unanswered the RDMA Read Request of 3501"
                    + " bytes at 0x%016x of STag 0x%08x",
                memory.offset(),
                memory.handle()));
  }

  @Test
  @DisplayName("a Read Response that ends before all that was asked for: the rest does not come")
  void shouldTellAResponseThatEndsEarly() {
    IwarpRpc rpc = IwarpRpc.connected();
    rpc.call(reduced(1, write).readChunk(write.position(0), memory));
    rpc.wire().server().readRequest(0x51, 0, 3501, memory.handle(), memory.offset());
    rpc.wire().server().respond(0x51, 0, Arrays.copyOf(data, 1500));

    RpcMessage call = rpc.decode().call(1);
    assertThat(call)
        .isWholeBut(write, missing(write.position(0) + 1500, 2001, Absence.LOST))
        .hasOnlyFindings(IwarpRules.SHORT_RESPONSE);
    assertThat(call.findings().get(0).message())
        .isEqualTo("the Read Response ends after 1500 of 3501 bytes");
  }

  /** A Terminate's payload. */
  private static final class DdpSegmentsOf {
    static byte[] terminated(byte[] control, byte[] segment) {
      byte[] bytes = Arrays.copyOf(control, control.length + 2 + segment.length);
      bytes[control.length + 1] = (byte) segment.length;
      System.arraycopy(segment, 0, bytes, control.length + 2, segment.length);
      return bytes;
    }
  }

  @Test
  @DisplayName("case 66: a Send behind a Terminate is not delivered")
  void shouldSayThatASendBehindATerminateWasRefused() {
    IwarpRpc rpc = IwarpRpc.connected();
    rpc.call(inline(2, Nfs3.readCall(2, data.length)).writeChunk(memory));
    rpc.push(memory, data);
    rpc.wire().client().terminate(new byte[] {0x11, 0, 0, 0});
    rpc.reply(reduced(2, reply).writeChunk(memory));
    rpc.wire().disconnect();

    Decoded seen = rpc.decode();
    assertThat(seen.exchange(2).reply()).isEmpty();
    RpcMessage refused = seen.all(2).get(1);
    assertThat(refused.delivered()).isFalse();
    assertThat(refused).hasFinding(RpcRdmaRules.NOT_DELIVERED);
    assertThat(refused.findings())
        .as("what iWARP messages are judged by")
        .extracting(each -> each.rule().source())
        .noneMatch(each -> each.contains("IBTA"));
    assertThat(refused.findings())
        .extracting(Finding::frame)
        .as("the Terminate comes first")
        .isSorted();
  }

  @Test
  @DisplayName("case 66: what a side sends behind its own Terminate is not delivered")
  void shouldNotDeliverWhatIsSentAfterGivingUp() {
    IwarpRpc rpc = IwarpRpc.connected();
    rpc.wire().client().terminate(new byte[] {0x11, 0, 0, 0});
    rpc.call(inline(5, Nfs3.getattrCall(5)));

    RpcMessage call = rpc.decode().all(5).get(0);
    assertThat(call.delivered()).isFalse();
    assertThat(call).hasFinding(RpcRdmaRules.NOT_DELIVERED);
    assertThat(call.findings())
        .extracting(Finding::message)
        .contains("its sender gave up the connection with a Terminate before it");
  }

  @Test
  @DisplayName("a Read tells where its bytes go")
  void shouldTellOfTheSinkOfARead() {
    IwarpRpc rpc = IwarpRpc.connected();
    rpc.call(reduced(1, write).readChunk(write.position(0), memory));
    rpc.wire().server().readRequest(0x51, 0x7000, 3501, memory.handle(), memory.offset());
    rpc.wire().server().respond(0x51, 0x7000, data);
    rpc.reply(inline(1, Nfs3.writeReply(1, data.length)));

    assertThat(rpc.decode().exchange(1).transfers())
        .extracting(RdmaTransfer::sink)
        .containsExactly(Optional.of(new ReadSink(1, 0x51, 0x7000)));
  }

  @Test
  @DisplayName("a capture of headers only says why there is nothing")
  void shouldSayThatTheSnapLengthLeftNoMpa() {
    IwarpRpc rpc = IwarpRpc.connected();
    rpc.call(inline(5, Nfs3.getattrCall(5)));
    rpc.reply(inline(5, Nfs3.writeReply(5, 1)));
    rpc.wire().disconnect();

    Decoded seen = Decoded.of(rpc.capture().snapLength(60).source(), Decoded.EVERYTHING);

    assertThat(seen.messages()).isEmpty();
    assertThat(seen.summary().notDecoded()).containsOnlyKeys("tcp", "cut_before_mpa");
    assertThat(seen.summary().notDecoded().get("cut_before_mpa")).isEqualTo(4);
  }

  @Test
  @DisplayName("an FPDU that is cut in its middle counts once")
  void shouldCountAnFpduOnceOfWhichTheSnapLengthLeftTwoParts() {
    IwarpRpc rpc = IwarpRpc.connected(new IwarpConversation().payload(5000));
    readCall(rpc);
    rpc.capture().split(rpc.capture().find("Write"), 3000);
    rpc.capture().snapLength(700);

    Decoded seen = rpc.decode();
    assertThat(seen.exchange(2).transfers()).extracting(RdmaTransfer::packets).containsExactly(1);
    assertThat(MessageStream.missing(seen.reply(2).stream())).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @DisplayName("every snap length: nothing is called malformed, nothing is made up")
  void shouldNotCallACutSegmentMalformed(boolean connected) {
    for (int snap = 14; snap <= 400; snap++) {
      for (boolean crc : new boolean[] {false, true}) {
        IwarpConversation wire = new IwarpConversation().crc(crc);
        IwarpRpc rpc = connected ? IwarpRpc.connected(wire) : IwarpRpc.unconnected(wire);
        writeCall(rpc);
        readCall(rpc);
        rpc.capture().snapLength(snap);

        Decoded seen = rpc.decode();
        assertThat(seen.messages()).as("snap length %d", snap).hasSizeLessThanOrEqualTo(4);
        assertThat(seen.messages())
            .as("snap length %d", snap)
            .noneMatch(message -> message.header().malformed())
            .allMatch(message -> message.rpc().isPresent() || message.header().truncated());
        assertThat(seen.summary().findings()).doesNotContainKeys(Severity.ERROR);
        assertThat(seen.rules()).doesNotContain(RpcRdmaRules.ZERO_CREDITS.name());
        assertThat(seen.messages())
            .as("snap length %d", snap)
            .allMatch(message -> !message.header().hasVersion() || message.header().version() == 1)
            .allMatch(message -> !message.header().hasCredits() || message.header().credits() > 0);
        // Ethernet, IP, TCP, MPA, DDP, and as much of a Send as has an XID; from where one header
        // says where the next is, that is all there is to know.
        if (connected && snap >= 54 + 2 + 18 + 16) {
          assertThat(seen.messages()).as("snap length %d", snap).hasSize(4);
          assertThat(seen.messages()).allMatch(message -> message.rpc().isPresent());
          assertThat(seen.summary().unanswered()).isZero();
        }
      }
    }
  }

  private static byte[] part(boolean last, int offset, byte[] payload) {
    return DdpSegments.untagged(DdpSegments.SEND, last, 0, 0, 1, offset, payload);
  }

  @Test
  @DisplayName("segments of a Send that overlap, of which none can have been missed")
  void shouldTellAnOffsetThatGoesBack() {
    IwarpRpc rpc = IwarpRpc.connected();
    byte[] message = inline(1, write).bytes();
    rpc.wire().client().fpdu("Send", part(false, 0, Arrays.copyOf(message, 1000)));
    rpc.wire().client().fpdu("Send", part(false, 600, new byte[700]));
    rpc.wire()
        .client()
        .fpdu("Send", part(true, 1300, Arrays.copyOfRange(message, 1300, message.length)));

    RpcMessage call = rpc.decode().call(1);
    assertThat(call).hasOnlyFindings(IwarpRules.BAD_OFFSET);
    assertThat(call.findings().get(0).message())
        .isEqualTo("message offset 600 where 1000 is expected");
  }

  @Test
  @DisplayName("an offset far beyond the Send: the rest was never sent, and drives no call out")
  void shouldTellAnOffsetThatIsFarAhead() {
    IwarpRpc rpc = IwarpRpc.connected(new IwarpConversation().crc(true));
    rpc.wire().client().fpdu("Send", part(false, 0, Arrays.copyOf(inline(1, write).bytes(), 1000)));
    rpc.wire().client().fpdu("Send", part(true, 0xfffff000, new byte[100]));
    rpc.wire().client().fpdu("Send", whole(2, inline(5, Nfs3.getattrCall(5)).bytes()));
    rpc.reply(inline(5, Nfs3.getattrReply(5)));

    Decoded seen = rpc.decode();
    RpcMessage call = seen.call(1);
    assertThat(call).hasOnlyFindings(IwarpRules.BAD_OFFSET, IwarpRules.MISSING_SEGMENTS);
    assertThat(call.rpc().orElseThrow().missing())
        .containsExactly(missing(1000 - 28, 0xfffff000L - 1000, Absence.LOST));
    assertThat(seen.reply(5)).isWhole(Nfs3.getattrReply(5)).answers(seen.call(5));
    assertThat(seen.summary().evictions()).isEmpty();
  }

  private static byte[] whole(int number, byte[] payload) {
    return DdpSegments.untagged(DdpSegments.SEND, true, 0, 0, number, 0, payload);
  }

  @Test
  @DisplayName("a Send without its header: what is wrong with it is told with the next message")
  void shouldTellWhatIsWrongWithASendThatHasNoHeader() {
    IwarpRpc rpc = IwarpRpc.connected();
    byte[] message = inline(1, Nfs3.getattrCall(1)).bytes();
    rpc.wire().client().fpdu("Send", part(true, 0, message));
    rpc.wire().client().fpdu("Send", part(true, message.length, new byte[100]));
    rpc.reply(inline(1, Nfs3.getattrReply(1)));

    assertThat(rpc.decode().rules())
        .contains(IwarpRules.MSN_BACK.name(), RpcRdmaRules.NO_HEADER.name());
  }

  @Test
  @DisplayName("case 71: one FPDU in three segments, header, data, CRC")
  void shouldNotTakeDataForTheCrc() {
    IwarpRpc rpc = IwarpRpc.connected(new IwarpConversation().payload(5000));
    writeCall(rpc);
    readCall(rpc);
    TcpCapture capture = rpc.capture();
    capture.split(capture.find("Read Response"), 16, 3501 + 1);
    capture.split(capture.find("Write"), 16, 3501 + 1);

    Decoded seen = rpc.decode();
    bothAreWhole(seen);
    assertThat(seen.rules()).isEmpty();
  }

  @Test
  @DisplayName("case 72: fewer than 8 bytes of an FPDU at the end of a segment")
  void shouldKeepTheFirstBytesOfAnFpdu() {
    for (int bytes = 1; bytes < 24; bytes++) {
      IwarpRpc rpc = IwarpRpc.connected();
      writeCall(rpc);
      readCall(rpc);
      TcpCapture capture = rpc.capture();
      int second = capture.find("Write", capture.find("Write") + 1);
      capture.split(second, bytes).join(second - 1, second + 1);

      Decoded seen = rpc.decode();
      bothAreWhole(seen);
      assertThat(seen.rules()).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 4, 5, 6})
  @DisplayName("tshark: RDMAP Send with SE, with Invalidate, with both")
  void shouldTakeEveryKindOfSend(int opcode) {
    IwarpRpc rpc = IwarpRpc.connected();
    XdrMessage call = Nfs3.getattrCall(5);
    rpc.wire().client().send(DdpSegments.SEND_SE, 0, inline(5, call).bytes());
    rpc.wire()
        .server()
        .send(opcode, opcode % 2 == 0 ? 0x77 : 0, inline(5, Nfs3.getattrReply(5)).bytes());

    Decoded seen = rpc.decode();
    assertThat(seen.call(5)).isWhole(call);
    assertThat(seen.reply(5)).isWhole(Nfs3.getattrReply(5)).answers(seen.call(5));
    assertThat(seen.reply(5).invalidated().isPresent()).isEqualTo(opcode % 2 == 0);
  }

  @Test
  @DisplayName("tshark: MPA CRC bad: a finding that names the FPDU; framing goes on")
  void shouldLocateABadCrc() {
    IwarpRpc rpc = IwarpRpc.connected(new IwarpConversation().crc(true));
    for (int xid = 10; xid < 20; xid++) {
      rpc.call(inline(xid, Nfs3.getattrCall(xid)));
      rpc.reply(inline(xid, Nfs3.getattrReply(xid)));
    }
    readCall(rpc);
    TcpCapture capture = rpc.capture();
    int hurt = capture.find("Write") + 1;
    byte[] bytes = capture.frames().get(hurt).payload().clone();
    bytes[500] ^= 1;
    capture.frames().set(hurt, capture.frames().get(hurt).with(bytes));

    Decoded seen = rpc.decode();
    RpcMessage hurtReply = seen.reply(2);
    assertThat(hurtReply)
        .isWholeBut(reply, missing(reply.position(0) + 1000, 1000, Absence.LOST))
        .hasFinding(IwarpRules.BAD_CRC);
    assertThat(hurtReply.findings())
        .anySatisfy(each -> assertThat(each.frame()).isEqualTo(hurt + 1));
    assertThat(seen.rules()).containsExactly(IwarpRules.BAD_CRC.name());
  }

  @Test
  @DisplayName("tshark: MPA revision 2: IRD and ORD before the private data, peer-to-peer set-up")
  void shouldReadTheFramesOfRevisionTwo() {
    byte[] clients = {(byte) 0x80, (byte) 0x80, (byte) 0xc0, 1, -10, -85, 14, 24, 1, 1, 3, 3};
    byte[] servers = {(byte) 0x80, 1, (byte) 0x80, (byte) 0x80, -10, -85, 14, 24, 1, 0, 3, 3};
    IwarpConversation wire = new IwarpConversation().ports(51000, 7531);
    IwarpRpc rpc = IwarpRpc.connected(wire.startUp(2, 0x10, clients, servers));
    // The initiator is ready: a Write of nothing, which the receiver waits for.
    wire.client().write(0, 0, new byte[0]);
    // Only RFC 8797 tells that this is RPC-over-RDMA.
    rpc.wire().client().send(new byte[] {1, 2});
    readCall(rpc);

    Decoded seen = rpc.decode();
    assertThat(seen.reply(2)).isWhole(reply);
    assertThat(seen.rules()).containsExactly(RpcRdmaRules.MALFORMED_HEADER.name());
  }

  @Test
  @DisplayName("--decode-as: MPA is looked for at any byte of a connection of that port")
  void shouldLookForFramingOnPortsThatAreNamed() {
    IwarpRpc rpc = IwarpRpc.unconnected(new IwarpConversation().ports(51000, 4791));
    rpc.wire().client().send(Pattern.of(64, 900));
    writeCall(rpc);
    readCall(rpc);
    rpc.capture().split(0, 100).drop(0);
    rpc.capture().resegment(new SplittableRandom(1), 300);

    bothAreWhole(IwarpRpc.decode(rpc.capture(), 4791));
  }
}
