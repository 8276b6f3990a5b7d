package org.rdmadump.rpcrdma.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.rdmadump.rpcrdma.build.MessageAssert.assertThat;
import static org.rdmadump.rpcrdma.build.MessageAssert.missing;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.inline;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.nomsg;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.reduced;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.bytes.Absence;
import org.rdmadump.bytes.Rope;
import org.rdmadump.finding.Finding;
import org.rdmadump.ib.Psn;
import org.rdmadump.ib.build.Capture;
import org.rdmadump.ib.build.Packet;
import org.rdmadump.iwarp.build.IwarpConversation;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcRdmaRules;
import org.rdmadump.rpcrdma.RpcSummary;
import org.rdmadump.rpcrdma.build.Decoded;
import org.rdmadump.rpcrdma.build.IwarpRpc;
import org.rdmadump.rpcrdma.build.Nfs3;
import org.rdmadump.rpcrdma.build.Pattern;
import org.rdmadump.rpcrdma.build.RpcConversation;
import org.rdmadump.rpcrdma.build.RpcRdmaBuilder;
import org.rdmadump.rpcrdma.build.Segment;
import org.rdmadump.rpcrdma.build.XdrMessage;

/**
 * Exchanges that use the same memory one after the other, as clients with static registrations do,
 * and captures that lack frames or show them late: bytes go to the exchange that they are of, or to
 * none. The seeds are fixed; a failure names its trial.
 */
class SameMemoryTest {
  private static final int TRIALS = 150;
  private static final int EXCHANGES = 6;

  /** What happens to the frames of a connection. */
  private enum Damage {
    LOST_1_TO_3(7),
    LATE(8),
    BURST(9),
    LATE_AND_LOST(10),
    COPY_OVER_A_LOSS(11);

    final long seed;

    Damage(long seed) {
      this.seed = seed;
    }
  }

  /** One of six exchanges: what was sent, and which frames carried it. */
  private record Sent(int xid, XdrMessage call, XdrMessage reply, Set<Integer> frames) {}

  private static final class Trial {
    final TrialFrames wire;
    final List<Sent> sent = new ArrayList<>();

    Trial(boolean iwarp, SplittableRandom random) {
      boolean connected = random.nextInt(4) > 0;
      boolean large = random.nextInt(8) == 0;
      int unit = random.nextBoolean() ? 256 : 1024;
      if (iwarp) {
        IwarpConversation tcp = new IwarpConversation().payload(unit).crc(random.nextBoolean());
        wire = TrialFrames.of(connected ? IwarpRpc.connected(tcp) : IwarpRpc.unconnected(tcp));
      } else {
        RpcConversation roce =
            RpcConversation.unconnected(
                ib -> {
                  ib.mtu(unit);
                  ib.acks(random.nextInt(4) > 0);
                });
        if (connected) {
          roce.wire().connect();
        }
        wire = TrialFrames.of(roce);
      }
      for (int xid = 1; xid <= EXCHANGES; xid++) {
        exchange(xid, random.nextInt(1, large ? 60_000 : 5000), random);
      }
      if (random.nextInt(3) == 0) {
        wire.disconnect();
      }
      wire.capture();
    }

    private void exchange(int xid, int length, SplittableRandom random) {
      Segment memory = Segment.of(0x100, 60_000);
      byte[] data = Pattern.of(random.nextLong(), length);
      int from = wire.size();
      XdrMessage call;
      XdrMessage reply;
      switch (random.nextInt(5)) {
        case 0, 1 -> {
          call = Nfs3.readCall(xid, length);
          reply = Nfs3.readReply(xid, data);
          wire.call(inline(xid, call).writeChunk(memory).bytes());
          wire.move(false, memory, data, random, Runnable::run);
          wire.reply(reduced(xid, reply).writeChunk(memory.used(length)).bytes());
        }
        case 2, 3 -> {
          call = Nfs3.writeCall(xid, data);
          reply = Nfs3.writeReply(xid, length);
          wire.call(reduced(xid, call).readChunk(call.position(0), memory.used(length)).bytes());
          wire.move(true, memory, data, random, Runnable::run);
          wire.reply(inline(xid, reply).bytes());
        }
        default -> {
          call = Nfs3.readdirCall(xid, 8192);
          reply = Nfs3.readdirReply(xid, random.nextInt(20, 60));
          wire.call(inline(xid, call).replyChunk(memory).bytes());
          wire.move(false, memory, reply.bytes(), random, Runnable::run);
          wire.reply(nomsg(xid).replyChunk(memory.used(reply.length())).bytes());
        }
      }
      sent.add(new Sent(xid, call, reply, wire.since(from)));
    }

    void damage(Damage damage, SplittableRandom random) {
      switch (damage) {
        case LOST_1_TO_3 -> wire.lose(1 + random.nextInt(3), random);
        case LATE -> wire.late(random);
        case BURST -> wire.burst(random);
        case LATE_AND_LOST -> {
          wire.late(random);
          wire.lose(1 + random.nextInt(3), random);
        }
        default -> wire.copyOverALoss(random);
      }
    }

    /** Whether all of it was captured, late or not. */
    boolean wasCaptured(Sent exchange) {
      return new HashSet<>(wire.left()).containsAll(exchange.frames);
    }
  }

  /** What came out of all trials of a kind. */
  private static final class Tally {
    int right;
    final List<String> wrong = new ArrayList<>();
    final List<String> incomplete = new ArrayList<>();
    final List<String> withoutCandidates = new ArrayList<>();

    void count(Trial trial, String name) {
      for (RpcMessage message : trial.wire.decode().messages()) {
        if (message.rpc().isPresent()) {
          RpcSummary rpc = message.rpc().get();
          Sent exchange = trial.sent.get(rpc.xid() - 1);
          String what = name + ", xid " + rpc.xid() + (rpc.call() ? " call " : " reply ") + message;
          count(message, rpc, exchange, trial, what);
        }
      }
    }

    private void count(
        RpcMessage message, RpcSummary rpc, Sent exchange, Trial trial, String what) {
      XdrMessage truth = rpc.call() ? exchange.call : exchange.reply;
      boolean isHashed = rpc.sha256().isPresent();
      if (isHashed && rpc.sha256().get().equals(Rope.of(truth.bytes()).sha256())) {
        right++;
      } else if (isHashed || (rpc.complete() && !trial.wire.wasAnswered(exchange.frames))) {
        wrong.add(what);
      } else if (!rpc.complete() && trial.wasCaptured(exchange)) {
        incomplete.add(what);
      }
      boolean ambiguous =
          rpc.missing().stream().anyMatch(each -> each.reason() == Absence.AMBIGUOUS);
      boolean told =
          message.findings().stream()
              .filter(each -> each.rule().equals(RpcRdmaRules.AMBIGUOUS_DATA))
              .anyMatch(each -> each.message().contains("this exchange, or to "));
      if (ambiguous && !told) {
        withoutCandidates.add(what);
      }
    }
  }

  /**
   * The numbers are of messages: before bytes were told apart by the order in which they were sent,
   * those with a right digest and the wrong ones; and those with a right digest now.
   */
  @ParameterizedTest
  @CsvSource({
    "false,LOST_1_TO_3,1568,0,1568",
    "false,LATE,1694,7,1785",
    "false,BURST,1426,4,1426",
    "false,LATE_AND_LOST,1475,8,1527",
    "false,COPY_OVER_A_LOSS,1628,1,1628",
    "true,LOST_1_TO_3,1479,13,1512",
    "true,LATE,1800,0,1800",
    "true,BURST,1330,7,1335",
    "true,LATE_AND_LOST,1474,14,1507",
    "true,COPY_OVER_A_LOSS,1594,6,1613",
  })
  @DisplayName("frames lost and late: no digest is of another exchange's bytes")
  void shouldNeverTakeBytesOfAnotherExchange(
      boolean iwarp, Damage damage, int rightBefore, int wrongBefore, int right) {
    SplittableRandom random = new SplittableRandom(damage.seed);
    Tally tally = new Tally();
    for (int number = 0; number < TRIALS; number++) {
      Trial trial = new Trial(iwarp, random.split());
      trial.damage(damage, random.split());
      tally.count(trial, "trial " + number);
    }
    assertThat(tally.wrong).as("wrong, %d before", wrongBefore).isEmpty();
    assertThat(tally.incomplete).as("all captured").isEmpty();
    assertThat(tally.withoutCandidates).isEmpty();
    assertThat(tally.right).isGreaterThanOrEqualTo(right).isGreaterThanOrEqualTo(rightBefore);
  }

  // ---- one by one

  private final Segment memory = Segment.of(0x100, 3000);
  private final byte[] ones = Pattern.of(1, 3000);
  private final byte[] twos = Pattern.of(2, 3000);

  private static RpcRdmaBuilder writing(int xid, byte[] data, Segment memory) {
    XdrMessage call = Nfs3.writeCall(xid, data);
    return reduced(xid, call).readChunk(call.position(0), memory);
  }

  private static RpcRdmaBuilder reading(int xid, Segment memory) {
    return inline(xid, Nfs3.readCall(xid, memory.length())).writeChunk(memory);
  }

  private static RpcRdmaBuilder result(int xid, byte[] data, Segment memory) {
    return reduced(xid, Nfs3.readReply(xid, data)).writeChunk(memory);
  }

  @Test
  @DisplayName("iWARP: what was written for a call that was lost is not taken for the next one")
  void shouldNotTakeTheWritesOfALostCallForTheNext() {
    IwarpRpc rpc = IwarpRpc.connected();
    rpc.call(reading(1, memory)).push(memory, ones).reply(result(1, ones, memory));
    rpc.call(reading(2, memory)).push(memory, twos).reply(result(2, twos, memory));
    rpc.capture().drop(rpc.capture().find("Send"));

    Decoded seen = rpc.decode();
    assertThat(seen.reply(2)).isWhole(Nfs3.readReply(2, twos)).answers(seen.call(2)).pushed(3000);
    assertThat(Decoded.rules(seen.reply(1))).contains(RpcRdmaRules.CALL_NOT_CAPTURED.name());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @DisplayName("an RDMA Write into a Read chunk is no data of the call")
  void shouldNotTakeAWriteForDataOfACall(boolean iwarp) {
    Decoded seen;
    if (iwarp) {
      IwarpRpc rpc = IwarpRpc.connected();
      rpc.call(writing(1, ones, memory)).push(memory, twos);
      rpc.reply(inline(1, Nfs3.writeReply(1, 3000)));
      rpc.call(inline(2, Nfs3.nullCall(2)));
      seen = rpc.decode();
    } else {
      RpcConversation rpc = RpcConversation.connected();
      rpc.call(writing(1, ones, memory)).push(memory, twos);
      rpc.reply(inline(1, Nfs3.writeReply(1, 3000)));
      rpc.call(inline(2, Nfs3.nullCall(2)));
      seen = rpc.decode();
    }

    XdrMessage call = Nfs3.writeCall(1, ones);
    assertThat(seen.call(1))
        .isWholeBut(call, missing(call.position(0), 3000, Absence.NOT_CAPTURED));
    assertThat(seen.rules()).contains(RpcRdmaRules.WRONG_ACCESS.name());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @DisplayName("RoCE: a Write captured behind the reply that it precedes, and the next call")
  void shouldGiveALateWriteToTheReplyThatItPrecedes(boolean acknowledged) {
    RpcConversation rpc = RpcConversation.connected();
    rpc.wire().acks(false);
    rpc.call(reading(1, memory)).push(memory, ones).reply(result(1, ones, memory));
    if (acknowledged) {
      rpc.client().acknowledge(Psn.add(rpc.server().nextPsn(), -1));
    }
    rpc.call(reading(2, memory));
    rpc.capture().move(rpc.capture().find("WRITE First"), rpc.capture().size() - 1);
    rpc.push(memory, twos).reply(result(2, twos, memory));
    rpc.client().acknowledge(Psn.add(rpc.server().nextPsn(), -1));

    Decoded seen = rpc.decode();
    assertThat(seen.reply(2)).isWhole(Nfs3.readReply(2, twos));
    assertThat(seen.rules()).doesNotContain(RpcRdmaRules.TRANSFERRED_SHORT.name());
    assertThat(seen.reply(1)).isWhole(Nfs3.readReply(1, ones));
  }

  @ParameterizedTest
  @CsvSource({"0,false", "1,false", "0,true", "1,true"})
  @DisplayName("RoCE: a Write captured behind the next call, which has the memory of two as one")
  void shouldGiveALateWriteToTheReplyWhoseMemoryIsAdvertisedInOtherParts(
      int late, boolean partsSwapped) {
    Segment whole = Segment.of(0x100, 3000);
    Segment head = new Segment(0x100, whole.offset(), 1000);
    Segment tail = new Segment(0x100, whole.offset() + 1000, 2000);
    Segment first = partsSwapped ? tail : head;
    Segment second = partsSwapped ? head : tail;
    RpcConversation rpc = RpcConversation.connected();
    rpc.wire().mtu(4096);
    rpc.call(inline(1, Nfs3.readCall(1, 3000)).writeChunk(first, second));
    rpc.push(first, Arrays.copyOf(ones, first.length()));
    rpc.push(second, Arrays.copyOfRange(ones, first.length(), 3000));
    rpc.reply(reduced(1, Nfs3.readReply(1, ones)).writeChunk(first, second));
    rpc.call(reading(2, whole));
    int write = rpc.capture().find("WRITE Only");
    if (late == 1) {
      write = rpc.capture().find(packet -> packet.label().contains("WRITE Only"), write + 1);
    }
    rpc.capture().move(write, rpc.capture().size() - 1);
    rpc.push(whole, twos).reply(result(2, twos, whole));

    Decoded seen = rpc.decode();
    assertThat(seen.reply(1)).isWhole(Nfs3.readReply(1, ones));
    assertThat(seen.reply(2)).isWhole(Nfs3.readReply(2, twos));
  }

  @Test
  @DisplayName("RoCE: a reply waits no longer than 2 s for a Write that was not captured")
  void shouldNotWaitForever() {
    RpcConversation rpc = RpcConversation.connected();
    rpc.call(reading(1, memory)).push(memory, ones).reply(result(1, ones, memory));
    rpc.capture().drop(rpc.capture().find("WRITE First"));
    rpc.capture().pause(2_100_000_000L);
    rpc.call(reading(2, memory)).push(memory, twos).reply(result(2, twos, memory));

    Decoded seen = rpc.decode();
    XdrMessage reply = Nfs3.readReply(1, ones);
    assertThat(seen.reply(1).rpc().orElseThrow().complete()).isFalse();
    assertThat(seen.reply(1).rpc().orElseThrow().length()).hasValue(reply.length());
    assertThat(seen.reply(1).number()).isLessThan(seen.reply(2).number());
    assertThat(seen.reply(2)).isWhole(Nfs3.readReply(2, twos));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  @DisplayName("RoCE: a call that was captured behind its reply and the acknowledgement of that")
  void shouldTakeACallThatWasCapturedBehindItsReply(int xid) {
    RpcConversation rpc = RpcConversation.connected();
    rpc.call(writing(1, ones, memory))
        .pull(memory, ones)
        .reply(inline(1, Nfs3.writeReply(1, 3000)));
    rpc.call(writing(2, twos, memory))
        .pull(memory, twos)
        .reply(inline(2, Nfs3.writeReply(2, 3000)));
    int call = rpc.capture().find("client RC SEND");
    if (xid == 2) {
      call = rpc.capture().find(p -> p.label().contains("client RC SEND"), call + 1);
    }
    rpc.capture().move(call, rpc.capture().size() - 1);

    Decoded seen = rpc.decode();
    assertThat(seen.call(xid).rpc().orElseThrow().complete()).isTrue();
    assertThat(seen.reply(xid)).answers(seen.call(xid));
    assertThat(seen.rules()).doesNotContain(RpcRdmaRules.CALL_NOT_CAPTURED.name());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @DisplayName("RoCE: a READ request lost, the next call too: its data is not that of the first")
  void shouldNotCompleteACallWithWhatTheNextOneHas(boolean replyLost) {
    byte[] first = Pattern.of(1, 10_240);
    byte[] second = Pattern.of(2, 10_240);
    Segment large = Segment.of(0x100, 10_240);
    RpcConversation rpc = RpcConversation.connected();
    rpc.wire().acks(false);
    rpc.call(writing(1, first, large)).pull(large, first);
    rpc.reply(inline(1, Nfs3.writeReply(1, 10_240)));
    rpc.call(writing(2, second, large));
    rpc.server().acknowledge(Psn.add(rpc.client().nextPsn(), -1));
    rpc.pull(large, second);
    rpc.reply(inline(2, Nfs3.writeReply(2, 10_240)));
    rpc.capture().drop(rpc.capture().find("READ Request"));
    if (replyLost) {
      rpc.capture().drop(rpc.capture().find("server RC SEND"));
    }
    rpc.capture().drop(rpc.capture().find(p -> p.label().contains("client RC SEND"), 4));

    Decoded seen = rpc.decode();
    XdrMessage call = Nfs3.writeCall(1, first);
    assertThat(seen.call(1))
        .isWholeBut(
            call,
            missing(
                call.position(0), 10_240, replyLost ? Absence.AMBIGUOUS : Absence.NOT_CAPTURED));
    if (replyLost) {
      assertThat(seen.call(1).findings())
          .filteredOn(each -> each.rule().equals(RpcRdmaRules.AMBIGUOUS_DATA))
          .extracting(Finding::message)
          .containsExactly(
              "10240 bytes at 0x0000700100000120 may belong to this exchange, or to one whose call was"
                  + " not captured");
    }
  }

  @Test
  @DisplayName("RoCE: Writes with PSNs behind a reply's Send do not fill that reply")
  void shouldCloseMemoryWithTheReply() {
    RpcConversation rpc = RpcConversation.connected();
    rpc.wire().acks(false);
    rpc.call(reading(1, memory)).push(memory, ones).reply(result(1, ones, memory));
    rpc.call(reading(2, memory)).push(memory, twos).reply(result(2, twos, memory));
    rpc.capture().drop(packet -> packet.label().contains("WRITE") && packet.psn() < 2003);
    rpc.capture().drop(rpc.capture().find(p -> p.label().contains("client RC SEND"), 4));

    XdrMessage reply = Nfs3.readReply(1, ones);
    assertThat(rpc.decode().reply(1))
        .isWholeBut(reply, missing(reply.position(0), 3000, Absence.NOT_CAPTURED));
  }

  @Test
  @DisplayName("RoCE: all of the client captured first, the same memory read and written in turn")
  void shouldTellBytesApartInBlocksOfFramesPerDirection() {
    byte[] threes = Pattern.of(3, 3000);
    RpcConversation rpc = RpcConversation.connected();
    rpc.wire().acks(false);
    int from = rpc.capture().size();
    rpc.call(writing(1, ones, memory)).pull(memory, ones);
    rpc.reply(inline(1, Nfs3.writeReply(1, 3000)));
    rpc.call(reading(2, memory)).push(memory, twos).reply(result(2, twos, memory));
    rpc.call(writing(3, threes, memory)).pull(memory, threes);
    rpc.reply(inline(3, Nfs3.writeReply(3, 3000)));
    clientFirst(rpc, from);

    Decoded seen = rpc.decode();
    assertThat(seen.call(3)).isWhole(Nfs3.writeCall(3, threes));
    assertThat(seen.call(1).rpc().orElseThrow().complete()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @DisplayName("RoCE: bytes that may be another reply's do not accuse the server")
  void shouldNotAccuseWithBytesThatMayBeOfAnother(boolean inlined) {
    RpcConversation rpc = RpcConversation.connected();
    rpc.wire().acks(false);
    rpc.call(inline(1, Nfs3.nullCall(1))).reply(inline(1, Nfs3.nullReply(1)));
    int lost = rpc.capture().size();
    rpc.call(inline(2, Nfs3.readdirCall(2, 8192)).replyChunk(memory));
    int late = rpc.capture().size();
    rpc.push(memory, ones);
    int lostReply = rpc.capture().size();
    rpc.reply(nomsg(2).replyChunk(memory));
    int behind = rpc.capture().size();
    rpc.call(inline(3, Nfs3.readdirCall(3, 8192)).replyChunk(memory));
    XdrMessage reply = Nfs3.readdirReply(3, 2);
    for (int i = late; i < lostReply; i++) {
      rpc.capture().move(late, behind);
    }
    if (inlined) {
      rpc.reply(inline(3, reply));
    } else {
      rpc.push(memory, reply.bytes());
      rpc.reply(nomsg(3).replyChunk(memory.used(reply.length())));
    }
    rpc.capture().drop(late).drop(lost);

    RpcMessage seen = rpc.decode().reply(3);
    assertThat(Decoded.rules(seen)).doesNotContain(RpcRdmaRules.LENGTH_DIFFERS.name());
    assertThat(seen.rpc().orElseThrow().complete()).isTrue();
  }

  private static Segment part(int from, int length) {
    Segment all = Segment.of(0x100, 10_000);
    return new Segment(all.handle(), all.offset() + from, length);
  }

  @Test
  @DisplayName("RoCE: all of the client captured first, memory of three calls shared in part")
  void shouldKnowACallOfWhichTheNextHasAPartOfTheMemory() {
    byte[] threes = Pattern.of(3, 1000);
    RpcConversation rpc = RpcConversation.connected();
    rpc.wire().acks(false);
    int from = rpc.capture().size();
    rpc.call(reading(1, part(0, 3000))).push(part(0, 3000), ones);
    rpc.reply(result(1, ones, part(0, 3000)));
    rpc.call(reading(2, part(1500, 3000))).push(part(1500, 3000), twos);
    rpc.reply(result(2, twos, part(1500, 3000)));
    rpc.call(reading(3, part(0, 1000))).push(part(0, 1000), threes);
    rpc.reply(result(3, threes, part(0, 1000)));
    clientFirst(rpc, from);

    assertThat(rpc.decode().reply(3)).isWhole(Nfs3.readReply(3, threes));
  }

  @Test
  @DisplayName("RoCE: a call captured behind the next one finds what was kept apart for another")
  void shouldFindTheBytesOfALateCallThatWereKeptApartForAnother() {
    RpcConversation rpc = RpcConversation.unconnected(wire -> wire.acks(false));
    rpc.call(inline(1, Nfs3.nullCall(1))).reply(inline(1, Nfs3.nullReply(1)));
    rpc.call(reading(2, memory)).push(memory, ones);
    int lost = rpc.capture().size();
    rpc.reply(result(2, ones, memory));
    int late = rpc.capture().size();
    rpc.call(reading(3, memory)).push(memory, twos).reply(result(3, twos, memory));
    rpc.call(reading(4, memory)).push(memory, ones).reply(result(4, ones, memory));
    rpc.capture().move(late, rpc.capture().size() - 1).drop(lost);

    Decoded seen = rpc.decode();
    assertThat(seen.reply(3).rpc().orElseThrow().complete()).isTrue();
    assertThat(seen.reply(3)).answers(seen.call(3));
    assertThat(seen.reply(4)).isWhole(Nfs3.readReply(4, ones));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 40})
  @DisplayName("RoCE: a call waits for a late reply while others have its memory, not for ever")
  void shouldWaitForTheReplyToACallWhoseMemoryOthersHave(int behind) {
    RpcConversation rpc = RpcConversation.unconnected(wire -> wire.acks(false));
    rpc.call(writing(1, ones, memory)).reply(inline(1, Nfs3.writeReply(1, 3000)));
    rpc.capture().drop(rpc.capture().size() - 1);
    rpc.call(writing(2, twos, memory)).pull(memory, twos);
    int late = rpc.capture().size();
    rpc.reply(inline(2, Nfs3.writeReply(2, 3000)));
    for (int xid = 3; xid < 3 + behind; xid++) {
      rpc.call(writing(xid, ones, memory)).pull(memory, ones);
      rpc.reply(inline(xid, Nfs3.writeReply(xid, 3000)));
    }
    rpc.capture().move(late, rpc.capture().size() - 1);

    Decoded seen = rpc.decode();
    RpcSummary call = seen.call(2).rpc().orElseThrow();
    assertThat(call.complete()).isEqualTo(behind == 2);
    assertThat(call.missing())
        .extracting(each -> each.reason())
        .isEqualTo(behind == 2 ? List.of() : List.of(Absence.AMBIGUOUS));
  }

  private static void clientFirst(RpcConversation rpc, int from) {
    List<Packet> exchanges = rpc.capture().packets().subList(from, rpc.capture().size());
    List<Packet> blocks = new ArrayList<>(exchanges);
    blocks.sort(Comparator.comparing(packet -> packet.label().startsWith("server")));
    for (int i = 0; i < blocks.size(); i++) {
      exchanges.set(i, blocks.get(i).at(Capture.START + 1000L * (from + i)));
    }
  }

  @Test
  @DisplayName("RoCE: the reply to a call that was given up still ends its use of the memory")
  void shouldTakeTheReplyToACallThatWasGivenUp() {
    RpcConversation rpc = RpcConversation.connected();
    rpc.wire().acks(false);
    int from = rpc.capture().size();
    rpc.call(writing(1, ones, memory)).pull(memory, ones);
    rpc.reply(inline(1, Nfs3.writeReply(1, 3000)));
    rpc.call(writing(2, twos, memory)).call(inline(3, Nfs3.nullCall(3)));
    rpc.pull(memory, twos).reply(inline(3, Nfs3.nullReply(3)));
    rpc.reply(inline(2, Nfs3.writeReply(2, 3000)));
    clientFirst(rpc, from);
    int lost = rpc.capture().find(p -> p.label().contains("server RC SEND"));
    rpc.capture().drop(rpc.capture().find(p -> p.label().contains("server RC SEND"), lost + 1));

    assertThat(rpc.decode().call(2)).isWhole(Nfs3.writeCall(2, twos));
  }

  @Test
  @DisplayName(
      "RoCE: a call and the reply before it in halves of a connection that are joined late")
  void shouldKnowInTheWholeWhatTheHalvesKnew() {
    RpcConversation rpc = RpcConversation.unconnected(wire -> wire.acks(false));
    rpc.call(reading(1, memory)).push(memory, ones, 2000, 1000).reply(result(1, ones, memory));
    rpc.call(reading(2, memory));
    rpc.capture().move(rpc.capture().find("WRITE Only"), rpc.capture().size() - 1);
    rpc.push(memory, twos).reply(result(2, twos, memory));
    rpc.capture().drop(0);

    assertThat(rpc.decode().reply(2)).isWhole(Nfs3.readReply(2, twos));
  }

  @Test
  @DisplayName("RoCE: a late Write of the call before, whose memory begins elsewhere, fills no gap")
  void shouldNotFillAGapWithALateWriteOfMemoryThatBeginsElsewhere() {
    Segment before = part(1024, 3000);
    RpcConversation rpc = RpcConversation.connected();
    rpc.wire().acks(false);
    rpc.call(reading(1, before)).push(before, ones, 1024, 1976).reply(result(1, ones, before));
    int second = rpc.capture().size();
    rpc.call(reading(2, memory)).push(memory, twos).reply(result(2, twos, memory));
    rpc.capture().drop(rpc.capture().find(p -> p.label().contains("WRITE Middle"), second));
    rpc.capture().move(rpc.capture().find("WRITE Only"), rpc.capture().size() - 1);

    assertThat(rpc.decode().reply(2).rpc().orElseThrow().complete()).isFalse();
  }
}
