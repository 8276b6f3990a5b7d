package org.rdmadump.rpcrdma.against;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.rdmadump.rpcrdma.against.FourCalls.DATA;
import static org.rdmadump.rpcrdma.against.FourCalls.NULL;
import static org.rdmadump.rpcrdma.against.FourCalls.READ;
import static org.rdmadump.rpcrdma.against.FourCalls.READDIR;
import static org.rdmadump.rpcrdma.against.FourCalls.READ_MEMORY;
import static org.rdmadump.rpcrdma.against.FourCalls.READ_REPLY;
import static org.rdmadump.rpcrdma.against.FourCalls.WRITE;
import static org.rdmadump.rpcrdma.against.FourCalls.WRITE_CALL;
import static org.rdmadump.rpcrdma.against.FourCalls.WRITE_MEMORY;
import static org.rdmadump.rpcrdma.against.FourCalls.WRITTEN;
import static org.rdmadump.rpcrdma.build.MessageAssert.assertThat;
import static org.rdmadump.rpcrdma.build.MessageAssert.missing;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.inline;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.nomsg;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.reduced;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.bytes.Absence;
import org.rdmadump.finding.Severity;
import org.rdmadump.ib.build.Capture;
import org.rdmadump.ib.build.Conversation;
import org.rdmadump.ib.build.Packet;
import org.rdmadump.ib.build.ReadRequest;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.CaptureSummary;
import org.rdmadump.rpcrdma.MissingRange;
import org.rdmadump.rpcrdma.RdmaTiming;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcRdmaRules;
import org.rdmadump.rpcrdma.RpcSummary;
import org.rdmadump.rpcrdma.build.Decoded;
import org.rdmadump.rpcrdma.build.Nfs3;
import org.rdmadump.rpcrdma.build.Pattern;
import org.rdmadump.rpcrdma.build.RpcConversation;
import org.rdmadump.rpcrdma.build.Segment;
import org.rdmadump.rpcrdma.build.Xdr;
import org.rdmadump.rpcrdma.build.XdrMessage;

/** The probes whose answers tshark gets wrong, row by row, and those that it gets right. */
class TsharkDifferencesTest {

  // ---- case by case

  @Test
  @DisplayName("NULL, READ 3000, WRITE 3000, READDIR; CM present")
  void shouldRebuildFourCalls() {
    Decoded seen = FourCalls.talk(RpcConversation.connected()).decode();

    FourCalls.areWhole(seen);
    assertThat(seen.rules()).isEmpty();
    assertThat(seen.messages()).hasSize(8);
    assertThat(seen.summary().unanswered()).isZero();
  }

  @Test
  @DisplayName("the same, CM frames removed")
  void shouldRebuildFourCallsWithoutCm() {
    Decoded seen = FourCalls.talk(RpcConversation.unconnected()).decode();

    FourCalls.areWhole(seen);
    assertThat(seen.messages()).hasSize(8);
    assertThat(seen.summary().connections()).isEqualTo(1);
    assertThat(seen.summary().unanswered()).isZero();
  }

  @ParameterizedTest
  @DisplayName("the same, editcap -s 128 / -s 300 / -s 330")
  @ValueSource(ints = {128, 300, 330})
  void shouldPairFourCallsByTheirHeaders(int snapLength) {
    RpcConversation rpc = FourCalls.talk(RpcConversation.connected());
    rpc.capture().snapLength(snapLength);
    Decoded seen = rpc.decode();

    assertThat(seen.messages()).hasSize(8);
    for (int xid = NULL; xid <= READDIR; xid++) {
      assertThat(seen.reply(xid)).answers(seen.call(xid));
      assertThat(seen.reply(xid).rpc().orElseThrow().latencyNanos()).isPresent();
      assertThat(seen.call(xid).rpc().orElseThrow().program()).hasValue(Nfs3.PROGRAM);
    }
    assertThat(seen.reply(READ)).pushed(3000);
    assertThat(seen.call(WRITE)).pulled(3000);
    assertThat(seen.reply(READDIR)).pushedReply(FourCalls.LISTING.length());
    for (RpcMessage each : seen.messages()) {
      assertThat(each.rpc().orElseThrow().missing())
          .allSatisfy(range -> assertThat(range.reason()).isEqualTo(Absence.TRUNCATED));
      assertThat(Decoded.rules(each)).doesNotContain("rpcrdma.malformed-header");
    }
    assertThat(seen.reply(WRITE).rpc().orElseThrow().status().isPresent()).isTrue();
    assertThat(seen.summary().notDecoded()).doesNotContainKey("rdma_malformed");
    assertThat(seen.summary().findings()).doesNotContainKey(Severity.ERROR);
  }

  @Test
  @DisplayName("first frames missing (reply only)")
  void shouldSayThatTheCallWasNotCapturedAndStillCountWhatWasMoved() {
    RpcConversation rpc = RpcConversation.unconnected();
    FourCalls.read(rpc);
    rpc.capture().drop(0).drop(0);
    Decoded seen = rpc.decode();

    RpcMessage reply = seen.reply(READ);
    assertThat(reply).pushed(3000);
    assertThat(Decoded.rules(reply)).contains("rpcrdma.call-not-captured");
    assertThat(reply.writeChunks().get(0).segments().get(0).length()).isEqualTo(3000);
    assertThat(reply.transfers()).hasSize(1);
    assertThat(seen.summary().repliesWithoutCall()).isEqualTo(1);
  }

  @Test
  @DisplayName("RDMA Write middle repeated")
  void shouldSayThatAWriteWasRepeated() {
    RpcConversation rpc = RpcConversation.connected();
    FourCalls.read(rpc);
    rpc.capture().duplicate(rpc.capture().find("WRITE Middle"));

    Decoded seen = rpc.decode();
    assertThat(seen.reply(READ)).isWhole(READ_REPLY).pushed(3000);
    assertThat(Decoded.rules(seen.reply(READ))).contains("rpcrdma.data-repeated");
  }

  @Test
  @DisplayName("READ response repeated")
  void shouldSayThatAReadResponseWasRepeated() {
    RpcConversation rpc = RpcConversation.connected();
    FourCalls.write(rpc);
    rpc.capture().duplicate(rpc.capture().find("READ response Middle"));

    Decoded seen = rpc.decode();
    assertThat(seen.call(WRITE)).isWhole(WRITE_CALL).pulled(3000);
    assertThat(Decoded.rules(seen.call(WRITE))).contains("rpcrdma.data-repeated");
  }

  @Test
  @DisplayName("READ responses 0,2,1")
  void shouldPlaceReadResponsesOutOfOrder() {
    RpcConversation rpc = RpcConversation.connected();
    FourCalls.write(rpc);
    int middle = rpc.capture().find("READ response Middle");
    rpc.capture().swap(middle, middle + 1);

    Decoded seen = rpc.decode();
    assertThat(seen.call(WRITE)).isWhole(WRITE_CALL).pulled(3000);
    assertThat(seen.reply(WRITE)).answers(seen.call(WRITE));
    assertThat(Decoded.rules(seen.call(WRITE))).contains("bth.out-of-order");
  }

  @Test
  @DisplayName("READ response 1 lost")
  void shouldSayWhatOfAReadIsMissing() {
    RpcConversation rpc = RpcConversation.connected();
    FourCalls.write(rpc);
    rpc.capture().drop(rpc.capture().find("READ response Middle"));

    Decoded seen = rpc.decode();
    assertThat(seen.call(WRITE))
        .isWholeBut(WRITE_CALL, missing(WRITE_CALL.position(0) + 1024, 1024, Absence.NOT_CAPTURED));
    assertThat(seen.reply(WRITE)).answers(seen.call(WRITE));
  }

  @Test
  @DisplayName("RDMA Write 1 of 3 lost")
  void shouldSayWhatOfAWriteIsMissing() {
    RpcConversation rpc = RpcConversation.connected();
    FourCalls.read(rpc);
    rpc.capture().drop(rpc.capture().find("WRITE Middle"));

    assertThat(rpc.decode().reply(READ))
        .isWholeBut(READ_REPLY, missing(READ_REPLY.position(0) + 1024, 1024, Absence.NOT_CAPTURED))
        .pushed(1976);
  }

  @ParameterizedTest
  @DisplayName("PSN wraps inside a Write chunk, inside READ responses, inside a SEND")
  @ValueSource(ints = {0xfffff0, 0xfffffa, 0xfffffb, 0xfffffc, 0xfffffd, 0xfffffe, 0xffffff})
  void shouldWrapInsideOfMessages(int psn) {
    RpcConversation rpc =
        RpcConversation.connected(
            wire -> {
              wire.client().nextPsn(psn);
              wire.server().nextPsn(psn);
            });
    FourCalls.areWhole(FourCalls.talk(rpc).decode());

    RpcConversation writing = RpcConversation.connected(wire -> wire.server().nextPsn(psn));
    FourCalls.write(writing);
    assertThat(writing.decode().call(WRITE)).isWhole(WRITE_CALL);
    XdrMessage large = Nfs3.writeCall(7, Pattern.of(7, 2500));
    RpcConversation sending = RpcConversation.connected(wire -> wire.client().nextPsn(psn));
    sending.call(inline(7, large));
    assertThat(sending.decode().call(7)).isWhole(large);
  }

  @Test
  @DisplayName("multi-packet SEND, packets 0,2,1")
  void shouldJoinASendOutOfOrder() {
    XdrMessage large = Nfs3.writeCall(7, Pattern.of(7, 2500));
    RpcConversation rpc = RpcConversation.connected();
    rpc.call(inline(7, large)).reply(inline(7, Nfs3.writeReply(7, 2500)));
    int middle = rpc.capture().find("SEND Middle");
    rpc.capture().swap(middle, middle + 1);

    Decoded seen = rpc.decode();
    assertThat(seen.call(7)).isWhole(large);
    assertThat(seen.reply(7)).answers(seen.call(7));
  }

  @Test
  @DisplayName("multi-packet SEND, one lost")
  void shouldFlagASendOfWhichAPacketIsMissing() {
    XdrMessage large = Nfs3.writeCall(7, Pattern.of(7, 2500));
    RpcConversation rpc = RpcConversation.connected();
    rpc.call(inline(7, large)).reply(inline(7, Nfs3.writeReply(7, 2500)));
    rpc.capture().drop(rpc.capture().find("SEND Middle"));

    Decoded seen = rpc.decode();
    assertThat(seen.call(7)).isWholeBut(large, missing(1024 - 28, 1024, Absence.NOT_CAPTURED));
    assertThat(seen.reply(7)).answers(seen.call(7));
  }

  @Test
  @DisplayName("four READs, same R_key and address")
  void shouldReuseAHandle() {
    RpcConversation rpc = RpcConversation.connected();
    Segment memory = Segment.of(0x500, 2000);
    for (int xid = 1; xid <= 4; xid++) {
      byte[] data = Pattern.of(xid, 2000);
      rpc.call(inline(xid, Nfs3.readCall(xid, 2000)).writeChunk(memory));
      rpc.push(memory, data);
      rpc.reply(reduced(xid, Nfs3.readReply(xid, data)).writeChunk(memory));
    }

    Decoded seen = rpc.decode();
    assertThat(seen.messages()).hasSize(8);
    for (int xid = 1; xid <= 4; xid++) {
      assertThat(seen.reply(xid))
          .isWhole(Nfs3.readReply(xid, Pattern.of(xid, 2000)))
          .pushed(2000)
          .hasNoFindings();
    }
  }

  @Test
  @DisplayName("one chunk of two segments with the same R_key: Write")
  void shouldWriteToTwoSegmentsOfOneHandle() {
    byte[] data = Pattern.of(9, 4000);
    Segment one = new Segment(0x500, 0x10000, 2000);
    Segment two = new Segment(0x500, 0x90000, 2000);
    RpcConversation rpc = RpcConversation.connected();
    rpc.call(inline(9, Nfs3.readCall(9, 4000)).writeChunk(one, two));
    rpc.push(one, Arrays.copyOf(data, 2000)).push(two, Arrays.copyOfRange(data, 2000, 4000));
    rpc.reply(reduced(9, Nfs3.readReply(9, data)).writeChunk(one, two));

    assertThat(rpc.decode().reply(9))
        .isWhole(Nfs3.readReply(9, data))
        .pushed(2000, 2000)
        .hasNoFindings();
  }

  @Test
  @DisplayName("one chunk of two segments with the same R_key: Read")
  void shouldReadFromTwoSegmentsOfOneHandle() {
    byte[] data = Pattern.of(9, 4000);
    XdrMessage call = Nfs3.writeCall(9, data);
    Segment one = new Segment(0x500, 0x10000, 2000);
    Segment two = new Segment(0x500, 0x90000, 2000);
    RpcConversation rpc = RpcConversation.connected();
    rpc.call(reduced(9, call).readChunk(call.position(0), one, two));
    rpc.pull(one, Arrays.copyOf(data, 2000)).pull(two, Arrays.copyOfRange(data, 2000, 4000));

    assertThat(rpc.decode().call(9)).isWhole(call).pulled(2000, 2000).hasNoFindings();
  }

  @Test
  @DisplayName("two segments, two keys")
  void shouldReadFromTwoHandles() {
    byte[] data = Pattern.of(9, 3000);
    XdrMessage call = Nfs3.writeCall(9, data);
    Segment one = Segment.of(0x500, 1000);
    Segment two = Segment.of(0x600, 2000);
    RpcConversation rpc = RpcConversation.connected();
    rpc.call(reduced(9, call).readChunk(call.position(0), one, two));
    rpc.pull(one, Arrays.copyOf(data, 1000)).pull(two, Arrays.copyOfRange(data, 1000, 3000));

    assertThat(rpc.decode().call(9)).isWhole(call);
  }

  @Test
  @DisplayName("2 concurrent READs")
  void shouldFollowTwoReadsUnderWay() {
    RpcConversation rpc = RpcConversation.connected();
    FourCalls.call(rpc, WRITE);
    byte[] other = Pattern.of(8, 1500);
    XdrMessage second = Nfs3.writeCall(8, other);
    Segment memory = Segment.of(0x800, 1500);
    rpc.call(reduced(8, second).readChunk(second.position(0), memory));
    ReadRequest one = rpc.server().readRequest(0x300, WRITE_MEMORY.offset(), 3000);
    ReadRequest two = rpc.server().readRequest(0x800, memory.offset(), 1500);
    rpc.client().readResponse(one, WRITTEN);
    rpc.client().readResponse(two, other);

    Decoded seen = rpc.decode();
    assertThat(seen.call(WRITE)).isWhole(WRITE_CALL);
    assertThat(seen.call(8)).isWhole(second);
  }

  @Test
  @DisplayName("PZRC")
  void shouldRebuildALongCall() {
    XdrMessage call = Nfs3.writeCall(9, Pattern.of(9, 5000));
    Segment memory = Segment.of(0x500, call.length());
    RpcConversation rpc = RpcConversation.connected();
    rpc.call(nomsg(9).readChunk(0, memory)).pull(memory, call.bytes());
    rpc.reply(inline(9, Nfs3.writeReply(9, 5000)));

    Decoded seen = rpc.decode();
    assertThat(seen.call(9)).isWhole(call);
    assertThat(seen.reply(9)).answers(seen.call(9));
  }

  @ParameterizedTest
  @DisplayName("short READ; unaligned 501/1501; small RDMA Writes")
  @ValueSource(ints = {1, 2, 3, 501, 1024, 1501, 2047})
  void shouldRebuildAReadThatEndsAnywhere(int length) {
    byte[] data = Pattern.of(9, length);
    Segment memory = Segment.of(0x500, 4096);
    RpcConversation rpc = RpcConversation.connected();
    rpc.call(inline(9, Nfs3.readCall(9, 4096)).writeChunk(memory));
    rpc.push(memory, data);
    rpc.reply(reduced(9, Nfs3.readReply(9, data)).writeChunk(memory.used(length)));
    int[] parts = new int[(length + 99) / 100];
    Arrays.fill(parts, 100);
    parts[parts.length - 1] = length - 100 * (parts.length - 1);
    rpc.call(inline(8, Nfs3.readCall(8, 4096)).writeChunk(memory));
    rpc.push(memory, data, parts);
    rpc.reply(reduced(8, Nfs3.readReply(8, data)).writeChunk(memory.used(length)));

    Decoded seen = rpc.decode();
    assertThat(seen.reply(9)).isWhole(Nfs3.readReply(9, data)).pushed(length).hasNoFindings();
    assertThat(seen.reply(8)).isWhole(Nfs3.readReply(8, data)).pushed(length).hasNoFindings();
  }

  @Test
  @DisplayName("Read chunk + Reply chunk")
  void shouldRebuildACallAndAReplyThatBothHaveChunks() {
    byte[] data = Pattern.of(9, 2001);
    XdrMessage call = Nfs3.writeCall(9, data);
    XdrMessage reply = Nfs3.writeReply(9, 2001);
    Segment argument = Segment.of(0x500, 2001);
    Segment result = Segment.of(0x600, 1024);
    RpcConversation rpc = RpcConversation.connected();
    rpc.call(reduced(9, call).readChunk(call.position(0), argument).replyChunk(result));
    rpc.pull(argument, data).push(result, reply.bytes());
    rpc.reply(nomsg(9).replyChunk(result.used(reply.length())));

    Decoded seen = rpc.decode();
    assertThat(seen.call(9)).isWhole(call);
    assertThat(seen.reply(9)).isWhole(reply).hasNoFindings();
  }

  @Test
  @DisplayName("Read split in 2-3 requests")
  void shouldRebuildASegmentThatIsReadInParts() {
    for (int[] parts : List.of(new int[] {1501, 1499}, new int[] {1024, 1, 1975})) {
      RpcConversation rpc = RpcConversation.connected();
      FourCalls.call(rpc, WRITE);
      rpc.pull(WRITE_MEMORY, WRITTEN, parts);

      assertThat(rpc.decode().call(WRITE)).isWhole(WRITE_CALL).pulled(3000).hasNoFindings();
    }
  }

  @Test
  @DisplayName("Send with Invalidate")
  void shouldShowWhatASendInvalidates() {
    RpcConversation rpc = RpcConversation.connected();
    FourCalls.call(rpc, READ);
    rpc.push(READ_MEMORY, DATA);
    rpc.replyInvalidating(reduced(READ, READ_REPLY).writeChunk(READ_MEMORY), READ_MEMORY.handle());

    RpcMessage reply = rpc.decode().reply(READ);
    assertThat(reply).isWhole(READ_REPLY).hasNoFindings();
    assertThat(reply.invalidated()).hasValue(READ_MEMORY.handle());
  }

  @Test
  @DisplayName("NFS3ERR_IO with unused chunk")
  void shouldLeaveAChunkThatIsNotUsedEmpty() {
    RpcConversation rpc = RpcConversation.connected();
    FourCalls.call(rpc, READ);
    rpc.reply(inline(READ, Nfs3.readError(READ)).writeChunk(READ_MEMORY.unused()));

    Decoded seen = rpc.decode();
    assertThat(seen.reply(READ)).isWhole(Nfs3.readError(READ)).pushed(0).hasNoFindings();
  }

  @Test
  @DisplayName("RPC-over-RDMA version 2 header")
  void shouldShowAnotherVersionAsSuch() {
    RpcConversation rpc = RpcConversation.connected();
    rpc.call(inline(1, Nfs3.nullCall(1)).version(2));

    RpcMessage seen = rpc.decode().all(1).get(0);
    assertThat(seen.header().version()).isEqualTo(2);
    assertThat(seen.rpc()).isEmpty();
    assertThat(Decoded.rules(seen)).containsExactly("rpcrdma.other-version");
  }

  @Test
  @DisplayName("SEND of a foreign protocol with u32 at 12 = 1, 3, 4")
  void shouldLeaveAForeignProtocolAlone() {
    Conversation wire = Conversation.between("192.168.77.2", "192.168.77.1").port(7174).connect();
    Conversation unknown = Conversation.between("192.168.77.3", "192.168.77.1").on(wire.capture());
    for (int code : new int[] {0, 1, 2, 3, 4}) {
      for (int version : new int[] {1, 2, 0x10000}) {
        byte[] foreign =
            new Xdr()
                .u32(0x11223344)
                .u32(version)
                .u32(32)
                .u32(code)
                .raw(Pattern.of(code, 100))
                .bytes();
        wire.client().send(foreign);
        unknown.client().send(foreign);
        unknown.server().send(foreign);
      }
    }

    Decoded seen = Decoded.of(wire.capture());
    assertThat(seen.messages()).isEmpty();
    assertThat(seen.exchanges()).isEmpty();
    assertThat(seen.summary().connections()).isZero();
    assertThat(seen.summary().findings()).isEmpty();
  }

  @Test
  @DisplayName("repeat of a whole SEND with the same PSN")
  void shouldNotTakeARepeatOfTheTransportForOneOfRpc() {
    RpcConversation rpc = RpcConversation.connected();
    FourCalls.call(rpc, NULL);
    rpc.capture().duplicate(rpc.capture().find("SEND Only"));
    rpc.reply(inline(NULL, Nfs3.nullReply(NULL)));

    Decoded seen = rpc.decode();
    assertThat(seen.messages()).hasSize(2);
    assertThat(seen.call(NULL)).isWhole(Nfs3.nullCall(NULL));
    assertThat(Decoded.rules(seen.call(NULL))).containsExactly("bth.psn-repeat");
    assertThat(seen.reply(NULL)).answers(seen.call(NULL)).hasNoFindings();
  }

  @Test
  @DisplayName("bad ICRC")
  void shouldFlagABadIcrc() {
    Capture capture = FourCalls.talk(RpcConversation.connected()).capture();
    for (int index = 3; index < capture.size(); index++) {
      Capture damaged = FourCalls.talk(RpcConversation.connected()).capture();
      Packet packet = damaged.get(index);
      int last = packet.bytes().length - 1;
      damaged.packets().set(index, packet.withByte(last, packet.bytes()[last] ^ 0x10));

      Decoded seen = Decoded.of(damaged);
      assertThat(seen.summary().findings()).as(packet.label()).containsEntry(Severity.ERROR, 1L);
      // No good copy comes, so it is of no message.
      assertThat(seen.alone())
          .as(packet.label())
          .extracting(each -> each.rule().name())
          .contains("icrc.mismatch");
    }
  }

  @Test
  @DisplayName("odd-length Reply chunk over RoCE (Writes of 3 and 1 bytes)")
  void shouldLeaveTheLinksPaddingOut() {
    XdrMessage reply = Nfs3.nullReply(9);
    Segment memory = Segment.of(0x500, 1024);
    RpcConversation rpc = RpcConversation.connected();
    rpc.call(inline(9, Nfs3.nullCall(9)).replyChunk(memory));
    rpc.push(memory, reply.bytes(), 3, 1, 2, reply.length() - 6);
    rpc.reply(nomsg(9).replyChunk(memory.used(reply.length())));

    assertThat(rpc.decode().reply(9)).isWhole(reply).pushedReply(reply.length()).hasNoFindings();
  }

  @Test
  @DisplayName("odd-length Reply chunk over RoCE, in rocev2-nfs3-basic")
  void shouldLeaveTheLinksPaddingOutOfARealReply() {
    Decoded seen = decode(Filtered.of("rocev2/rocev2-nfs3-basic.pcap"));

    List<RpcMessage> byReplyChunk =
        seen.messages().stream().filter(each -> each.replyChunk().isPresent()).toList();
    assertThat(byReplyChunk).isNotEmpty();
    assertThat(byReplyChunk)
        .allSatisfy(each -> assertThat(each.rpc().orElseThrow().complete()).isTrue())
        .allSatisfy(
            each -> assertThat(each.rpc().orElseThrow().length().orElseThrow() % 4).isZero());
  }

  // ---- the ten that matter, 1 to 7

  @ParameterizedTest
  @DisplayName("1. no CM exchange in the capture")
  @ValueSource(strings = {"nfs3-basic", "nfs41-any-nano", "nfs41-krb5i", "nfs42-xattr"})
  void shouldReadARealCaptureWithoutItsCm(String name) {
    String file = "rocev2/rocev2-" + name + ".pcap";
    Decoded with = decode(Filtered.of(file));
    Decoded without = decode(Filtered.of(file).withoutCm());

    assertThat(rpc(without)).isEqualTo(rpc(with));
    assertThat(without.exchanges()).hasSameSizeAs(with.exchanges());
    assertThat(without.summary().unanswered()).isEqualTo(with.summary().unanswered());
    assertThat(without.summary().repliesWithoutCall()).isZero();
  }

  @ParameterizedTest
  @DisplayName("1. snap length below the 322 bytes of a CM frame")
  @ValueSource(ints = {128, 300, 330})
  void shouldPairARealCaptureThatIsCut(int snapLength) {
    String file = "rocev2/rocev2-nfs3-basic.pcap";
    CaptureSummary whole = decode(Filtered.of(file)).summary();
    Decoded cut = decode(Filtered.of(file).cut(snapLength));

    assertThat(cut.summary().calls()).isEqualTo(whole.calls());
    assertThat(cut.summary().replies()).isEqualTo(whole.replies());
    assertThat(cut.summary().unanswered()).isZero();
    assertThat(cut.summary().repliesWithoutCall()).isZero();
    assertThat(cut.summary().findings()).doesNotContainKey(Severity.ERROR);
    assertThat(cut.messages())
        .flatExtracting(each -> each.rpc().orElseThrow().missing())
        .allSatisfy(each -> assertThat(each.reason()).isEqualTo(Absence.TRUNCATED));
  }

  @Test
  @DisplayName("2. every NFS READ reply with a Write chunk, in one pass")
  void shouldRebuildReadRepliesInOnePassAndCountThemOnce() {
    RpcConversation rpc = RpcConversation.connected();
    for (int i = 0; i < 2; i++) {
      FourCalls.call(rpc, NULL);
      rpc.reply(inline(NULL, Nfs3.nullReply(NULL)));
      FourCalls.read(rpc);
    }

    Decoded seen = rpc.decode();
    assertThat(seen.summary().calls()).isEqualTo(4);
    assertThat(seen.summary().replies()).isEqualTo(4);
    assertThat(seen.all(READ)).hasSize(4);
    assertThat(seen.rules())
        .as("the second round is the first one again")
        .containsExactly(RpcRdmaRules.REPEATED.name());
  }

  @Test
  @DisplayName("3. a lost, late or out-of-order READ response, at every place")
  void shouldNotLoseAWriteForAReadResponse() {
    for (int index = 0; index < 3; index++) {
      RpcConversation lost = RpcConversation.connected();
      FourCalls.write(lost);
      lost.capture().drop(lost.capture().find("READ response") + index);
      Decoded seen = lost.decode();
      int length = index == 2 ? 3000 - 2048 : 1024;
      assertThat(seen.call(WRITE).rpc().orElseThrow().missing())
          .extracting(MissingRange::offset, MissingRange::length)
          .containsExactly(tuple(WRITE_CALL.position(0) + 1024L * index, (long) length));
      assertThat(seen.reply(WRITE)).answers(seen.call(WRITE));

      RpcConversation late = RpcConversation.connected();
      FourCalls.write(late);
      int first = late.capture().find("READ response");
      late.capture().move(first + index, first + 3);
      seen = late.decode();
      assertThat(seen.call(WRITE)).isWhole(WRITE_CALL);
      assertThat(seen.reply(WRITE)).answers(seen.call(WRITE));
    }
  }

  @Test
  @DisplayName("3. one lost RDMA Write, at every place")
  void shouldNotCloseUpTheHoleOfALostWrite() {
    for (int index = 0; index < 3; index++) {
      RpcConversation rpc = RpcConversation.connected();
      FourCalls.read(rpc);
      rpc.capture().drop(rpc.capture().find("RDMA WRITE") + index);

      RpcSummary reply = rpc.decode().reply(READ).rpc().orElseThrow();
      assertThat(reply.complete()).isFalse();
      assertThat(reply.length()).hasValue(READ_REPLY.length());
      assertThat(reply.missing().get(0).offset())
          .isEqualTo(READ_REPLY.position(0) + (index == 0 ? 0 : 1024L * index));
    }
  }

  @Test
  @DisplayName("6. NFS WRITE latency counts from the call")
  void shouldCountTheLatencyOfAWriteFromItsCall() {
    RpcConversation rpc = RpcConversation.connected();
    rpc.capture().step(0);
    FourCalls.call(rpc, WRITE);
    rpc.capture().pause(150_000);
    ReadRequest request = rpc.server().readRequest(0x300, WRITE_MEMORY.offset(), 3000);
    rpc.capture().pause(250_000);
    rpc.client().readResponse(request, WRITTEN);
    rpc.capture().pause(100_000);
    rpc.reply(inline(WRITE, Nfs3.writeReply(WRITE, 3000)));

    RpcSummary reply = rpc.decode().reply(WRITE).rpc().orElseThrow();
    assertThat(reply.latencyNanos()).hasValue(500_000);
    assertThat(reply.timing().orElseThrow()).isEqualTo(new RdmaTiming(150_000, 250_000, 100_000));
  }

  @ParameterizedTest
  @DisplayName("7. source ports are entropy")
  @ValueSource(ints = {53, 69, 123, 514, 3544, 4500, 4789})
  void shouldNotCareForTheSourcePort(int port) {
    Decoded seen =
        FourCalls.talk(RpcConversation.connected(wire -> wire.udpSourcePort(port))).decode();

    FourCalls.areWhole(seen);
    assertThat(seen.rules()).isEmpty();
  }

  // ----

  private static Decoded decode(Filtered source) {
    return Decoded.of(source, new CaptureOptions(true, false, 64L << 20));
  }

  /** What was said of each RPC message, without numbers that count other messages. */
  private static List<String> rpc(Decoded seen) {
    return seen.messages().stream()
        .map(
            each -> {
              if (each.rpc().isEmpty()) {
                return each.sendFrame() + " " + each.header() + each.findings() + each.delivered();
              }
              RpcSummary rpc = each.rpc().orElseThrow();
              return each.sendFrame()
                  + " "
                  + rpc.call()
                  + rpc.xid()
                  + rpc.program()
                  + rpc.procedure()
                  + rpc.status()
                  + rpc.length()
                  + rpc.missing()
                  + rpc.sha256()
                  + each.direction()
                  + each.readChunks()
                  + each.writeChunks()
                  + each.replyChunk()
                  + rpc.latencyNanos();
            })
        .sorted()
        .toList();
  }
}
