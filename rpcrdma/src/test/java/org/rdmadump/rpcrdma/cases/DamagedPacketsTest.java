package org.rdmadump.rpcrdma.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.rdmadump.rpcrdma.build.MessageAssert.assertThat;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.inline;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.reduced;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.rdmadump.finding.Finding;
import org.rdmadump.ib.NakCode;
import org.rdmadump.ib.build.Packet;
import org.rdmadump.ib.qp.IbRules;
import org.rdmadump.rpcrdma.build.Decoded;
import org.rdmadump.rpcrdma.build.Nfs3;
import org.rdmadump.rpcrdma.build.Pattern;
import org.rdmadump.rpcrdma.build.RpcConversation;
import org.rdmadump.rpcrdma.build.Segment;
import org.rdmadump.rpcrdma.build.XdrMessage;

/** Packets that are discarded or refused: their message has what was noticed, and no other. */
class DamagedPacketsTest {
  private static final int PAYLOAD = 80;
  private static final int LAST_OF_PSN = 53;

  private final RpcConversation rpc = RpcConversation.connected();
  private final Segment memory = Segment.of(0x100, 3500);
  private final byte[] data = Pattern.of(34, 3500);
  private final XdrMessage reply = Nfs3.readReply(2, data);

  /** Checksums that are right come first: then a wrong one tells of damage. */
  @BeforeEach
  void talk() {
    for (int xid = 100; xid < 110; xid++) {
      nullCall(xid);
    }
  }

  private void nullCall(int xid) {
    rpc.call(inline(xid, Nfs3.nullCall(xid)));
    rpc.reply(inline(xid, Nfs3.nullReply(xid)));
  }

  private Packet damaged(int index) {
    Packet packet = rpc.capture().get(index);
    return packet.withByte(PAYLOAD, packet.bytes()[PAYLOAD] ^ 4);
  }

  private void damage(int index) {
    rpc.capture().packets().set(index, damaged(index));
  }

  private static List<Finding> of(List<Finding> findings) {
    return findings.stream().filter(each -> each.rule().equals(IbRules.BAD_ICRC)).toList();
  }

  @Test
  @DisplayName("a damaged call that comes again: the finding is of the call")
  void shouldTellDamageWithTheCallThatComesAgain() {
    int call = rpc.capture().size();
    rpc.call(inline(1, Nfs3.nullCall(1)));
    rpc.reply(inline(1, Nfs3.nullReply(1)));
    rpc.capture().packets().add(call, damaged(call));
    nullCall(2);

    Decoded seen = rpc.decode();
    assertThat(of(seen.call(1).findings())).extracting(Finding::frame).containsExactly(call + 1L);
    assertThat(of(seen.alone())).isEmpty();
  }

  @Test
  @DisplayName("a damaged packet of a Write that comes again: the finding is of the reply")
  void shouldTellDamageWithTheWriteThatComesAgain() {
    rpc.call(inline(2, Nfs3.readCall(2, 3500)).writeChunk(memory));
    rpc.push(memory, data);
    int middle = rpc.capture().find("WRITE Middle");
    rpc.capture().packets().add(middle, damaged(middle));
    rpc.reply(reduced(2, reply).writeChunk(memory));

    Decoded seen = rpc.decode();
    assertThat(seen.reply(2)).isWhole(reply);
    assertThat(of(seen.reply(2).findings()))
        .extracting(Finding::frame)
        .containsExactly(middle + 1L);
    assertThat(of(seen.alone())).isEmpty();
  }

  @Test
  @DisplayName("a call that is damaged in the capture only: the finding is of no message")
  void shouldTellDamageThatWasAcknowledgedWithNoMessage() {
    int call = rpc.capture().size();
    rpc.call(inline(1, Nfs3.nullCall(1)));
    rpc.reply(inline(1, Nfs3.nullReply(1)));
    damage(call);
    nullCall(2);

    Decoded seen = rpc.decode();
    assertThat(seen.messages()).allSatisfy(each -> assertThat(of(each.findings())).isEmpty());
    assertThat(of(seen.alone()))
        .singleElement()
        .extracting(Finding::message)
        .asString()
        .endsWith("the damage, or the lack of a good copy, is in the capture only");
    assertThat(seen.call(2).findings())
        .filteredOn(each -> each.rule().equals(IbRules.NOT_CAPTURED))
        .singleElement()
        .extracting(Finding::message)
        .asString()
        .endsWith(
            "but only a damaged copy is in the capture (icrc.mismatch, frame " + (call + 1) + ")");
  }

  @Test
  @DisplayName("a call that is lost before the capture point, and refused: the NAK is of the call")
  void shouldTellTheNakWithTheCallThatWasRefused() {
    rpc.wire().acks(false);
    int psn = rpc.client().nextPsn();
    int lost = rpc.capture().size();
    rpc.call(inline(1, Nfs3.nullCall(1)));
    rpc.call(inline(2, Nfs3.nullCall(2)));
    rpc.capture().drop(lost);
    rpc.server().nak(psn, NakCode.PSN_SEQUENCE_ERROR);
    rpc.client().nextPsn(psn);
    rpc.call(inline(1, Nfs3.nullCall(1)));
    rpc.call(inline(2, Nfs3.nullCall(2)));
    rpc.server().acknowledge(psn + 1);
    rpc.reply(inline(2, Nfs3.nullReply(2)));
    rpc.reply(inline(1, Nfs3.nullReply(1)));

    Decoded seen = rpc.decode();
    assertThat(seen.call(1)).hasFinding(IbRules.NAK);
    assertThat(seen.messages())
        .filteredOn(each -> Decoded.rules(each).contains(IbRules.NAK.name()))
        .hasSize(1);
  }

  @Test
  @DisplayName("a damaged Write to memory of no call: the finding is of no message, and is told")
  void shouldTellDamageOfAWriteThatNoMessageHas() {
    rpc.push(memory, data);
    int middle = rpc.capture().find("WRITE Middle");
    rpc.capture().packets().add(middle, damaged(middle));
    nullCall(2);

    Decoded seen = rpc.decode();
    assertThat(of(seen.alone())).extracting(Finding::frame).containsExactly(middle + 1L);
    assertThat(seen.messages()).allSatisfy(each -> assertThat(of(each.findings())).isEmpty());
  }

  @Test
  @DisplayName("a call of which many damaged copies are captured: it keeps some, the rest is told")
  void shouldKeepABoundedNumberOfFindingsOfASend() {
    int call = rpc.capture().size();
    Packet acknowledgement = rpc.capture().get(call - 1);
    rpc.call(inline(1, Nfs3.nullCall(1)));
    Packet damaged = damaged(call);
    for (int copy = 0; copy < 100; copy++) {
      rpc.capture().packets().add(call, damaged);
      // Of good ones there are as many: what is mostly wrong is no damage.
      rpc.capture().packets().add(call, acknowledgement);
    }
    rpc.reply(inline(1, Nfs3.nullReply(1)));
    nullCall(2);

    Decoded seen = rpc.decode();
    assertThat(of(seen.call(1).findings())).hasSizeLessThanOrEqualTo(32);
    assertThat(of(seen.call(1).findings()).size() + of(seen.alone()).size()).isEqualTo(100);
  }

  @Test
  @DisplayName(
      "a damaged packet of another length than the good one: the PSN may be what is damaged")
  void shouldNotTellDamageWithASendOfAnotherLength() {
    int call = rpc.capture().size();
    int psn = rpc.client().nextPsn();
    rpc.call(inline(1, Nfs3.nullCall(1)));
    rpc.reply(inline(1, Nfs3.nullReply(1)));
    int other = rpc.capture().size();
    rpc.call(inline(3, Nfs3.readCall(3, 10)));
    Packet longer = rpc.capture().get(other);
    rpc.capture().packets().add(call, longer.withByte(LAST_OF_PSN, psn & 0xff));
    nullCall(2);

    Decoded seen = rpc.decode();
    assertThat(of(seen.call(1).findings())).isEmpty();
    assertThat(of(seen.alone())).hasSize(1);
  }
}
