package org.rdmadump.rpcrdma.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.inline;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.nomsg;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.reduced;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmadump.bytes.Rope;
import org.rdmadump.ib.Psn;
import org.rdmadump.iwarp.build.IwarpConversation;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcSummary;
import org.rdmadump.rpcrdma.build.IwarpRpc;
import org.rdmadump.rpcrdma.build.Nfs3;
import org.rdmadump.rpcrdma.build.Pattern;
import org.rdmadump.rpcrdma.build.RpcConversation;
import org.rdmadump.rpcrdma.build.Segment;
import org.rdmadump.rpcrdma.build.XdrMessage;
import org.rdmadump.testing.Cases;

/**
 * Up to three exchanges at a time, each with memory that earlier ones used in whole or in part,
 * near the wrap of PSNs and TCP sequence numbers, in captures that lack frames or show them in
 * another order: bytes go to the exchange that they are of, or to none. The seeds are fixed; a
 * failure names its trial.
 */
class PipelinedMemoryTest {
  private static final int TRIALS = Cases.atLeast(100);
  private static final int ROOM = 20_000;

  /** More than an entry of a directory takes, what precedes the first one counted in. */
  private static final int BYTES_OF_ENTRY = 80;

  /** What happens to the frames of a connection. */
  private enum Damage {
    NONE(77),
    LOST(78),
    LATE(79),
    LATE_3(80),
    BURST(81),
    LATE_AND_LOST(82),
    COPY_OVER_A_LOSS(83),
    CLIENT_FIRST(84),
    SERVER_FIRST(85),
    CUT_START(86),
    ONE_SIDE_DELAYED(87),
    SERVER_SENDS_LOST(88),
    CLIENT_SENDS_LOST(89),
    CLIENT_FIRST_AND_LOST(90),
    ONE_SIDE_DELAYED_AND_LOST(91);

    final long seed;

    Damage(long seed) {
      this.seed = seed;
    }
  }

  /** One exchange: what is sent, the steps that send it, and the frames that carried it. */
  private record Sent(
      XdrMessage call, XdrMessage reply, Queue<Runnable> steps, Set<Integer> frames) {
    Sent(XdrMessage call, XdrMessage reply) {
      this(call, reply, new ArrayDeque<>(), new HashSet<>());
    }
  }

  private static final class Trial {
    final TrialFrames wire;
    final List<Sent> sent = new ArrayList<>();

    /** Whether memory of a slot is a part of it each time, anywhere. */
    final boolean parts;

    Trial(boolean iwarp, boolean parts, SplittableRandom random) {
      this.parts = parts;
      wire = iwarp ? iwarp(random) : roce(random);
      int slots = random.nextInt(1, 4);
      boolean shared = random.nextInt(3) == 0;
      List<Queue<Sent>> queues = new ArrayList<>();
      for (int slot = 0; slot < slots; slot++) {
        Queue<Sent> queue = new ArrayDeque<>();
        int exchanges = random.nextInt(2, 7);
        for (int i = 0; i < exchanges; i++) {
          queue.add(exchange(memory(slot, shared, random), random));
        }
        queues.add(queue);
      }
      run(queues, random);
      wire.capture();
    }

    private static TrialFrames iwarp(SplittableRandom random) {
      boolean connected = random.nextInt(4) > 0;
      int unit = random.nextBoolean() ? 256 : 1024;
      IwarpConversation wire = new IwarpConversation().payload(unit).crc(random.nextBoolean());
      wire.sequences(random.nextBoolean() ? -3000 : 5, random.nextBoolean() ? -20_000 : 7);
      return TrialFrames.of(connected ? IwarpRpc.connected(wire) : IwarpRpc.unconnected(wire));
    }

    private static TrialFrames roce(SplittableRandom random) {
      boolean connected = random.nextInt(4) > 0;
      int unit = random.nextBoolean() ? 256 : 1024;
      boolean acks = random.nextInt(4) > 0;
      int client = random.nextBoolean() ? Psn.add(0, -random.nextInt(1, 60)) : 1000;
      int server = random.nextBoolean() ? Psn.add(0, -random.nextInt(1, 200)) : 2000;
      RpcConversation rpc =
          RpcConversation.unconnected(
              wire -> {
                wire.mtu(unit);
                wire.acks(acks);
                wire.client().nextPsn(client);
                wire.server().nextPsn(server);
              });
      if (connected) {
        rpc.wire().connect();
      }
      return TrialFrames.of(rpc);
    }

    /** That of the slot, under a handle of its own or of all slots; now and then a part of it. */
    private Segment memory(int slot, boolean shared, SplittableRandom random) {
      Segment memory =
          shared
              ? new Segment(0x100, 0x7000_0000L + slot * 100_000L, ROOM)
              : Segment.of(0x100 + slot, ROOM);
      if (parts) {
        long from = random.nextInt(8) * 500L;
        return new Segment(memory.handle(), memory.offset() + from, 500 * random.nextInt(1, 7));
      }
      return random.nextInt(6) == 0
          ? new Segment(memory.handle(), memory.offset() + 512, ROOM - 1000)
          : memory;
    }

    private Sent exchange(Segment memory, SplittableRandom random) {
      int xid = sent.size() + 1;
      int most = random.nextInt(4) == 0 ? ROOM - 1000 : 3000;
      int length = random.nextInt(1, Math.min(most, memory.length()));
      byte[] data = Pattern.of(random.nextLong(), length);
      SplittableRandom parts = random.split();
      Sent one =
          switch (random.nextInt(6)) {
            case 0, 1 -> read(xid, memory, data, parts);
            case 2, 3 -> write(xid, memory, data, parts);
            case 4 -> longReply(xid, memory, random.nextInt(20, 60), parts);
            default -> unusedChunk(xid, memory);
          };
      sent.add(one);
      return one;
    }

    private Sent read(int xid, Segment memory, byte[] data, SplittableRandom parts) {
      Sent one = new Sent(Nfs3.readCall(xid, data.length), Nfs3.readReply(xid, data));
      byte[] call = inline(xid, one.call).writeChunk(memory).bytes();
      byte[] reply = reduced(xid, one.reply).writeChunk(memory.used(data.length)).bytes();
      one.steps.add(() -> wire.call(call));
      wire.move(false, memory, data, parts, one.steps::add);
      one.steps.add(() -> wire.reply(reply));
      return one;
    }

    private Sent write(int xid, Segment memory, byte[] data, SplittableRandom parts) {
      Sent one = new Sent(Nfs3.writeCall(xid, data), Nfs3.writeReply(xid, data.length));
      Segment used = memory.used(data.length);
      byte[] call = reduced(xid, one.call).readChunk(one.call.position(0), used).bytes();
      byte[] reply = inline(xid, one.reply).bytes();
      one.steps.add(() -> wire.call(call));
      wire.move(true, memory, data, parts, one.steps::add);
      one.steps.add(() -> wire.reply(reply));
      return one;
    }

    private Sent longReply(int xid, Segment memory, int most, SplittableRandom parts) {
      int entries = Math.min(most, memory.length() / BYTES_OF_ENTRY);
      Sent one = new Sent(Nfs3.readdirCall(xid, 8192), Nfs3.readdirReply(xid, entries));
      byte[] call = inline(xid, one.call).replyChunk(memory).bytes();
      byte[] reply = nomsg(xid).replyChunk(memory.used(one.reply.length())).bytes();
      one.steps.add(() -> wire.call(call));
      wire.move(false, memory, one.reply.bytes(), parts, one.steps::add);
      one.steps.add(() -> wire.reply(reply));
      return one;
    }

    private Sent unusedChunk(int xid, Segment memory) {
      Sent one = new Sent(Nfs3.readdirCall(xid, 8192), Nfs3.readdirReply(xid, 2));
      byte[] call = inline(xid, one.call).replyChunk(memory).bytes();
      byte[] reply = inline(xid, one.reply).bytes();
      one.steps.add(() -> wire.call(call));
      one.steps.add(() -> wire.reply(reply));
      return one;
    }

    /** Each slot has one exchange at a time; which slot goes on is random. */
    private void run(List<Queue<Sent>> queues, SplittableRandom random) {
      while (queues.stream().anyMatch(queue -> !queue.isEmpty())) {
        Queue<Sent> queue = queues.get(random.nextInt(queues.size()));
        if (!queue.isEmpty()) {
          Sent one = queue.element();
          int from = wire.size();
          one.steps.remove().run();
          one.frames.addAll(wire.since(from));
          if (one.steps.isEmpty()) {
            queue.remove();
          }
        }
      }
    }

    void damage(Damage damage, SplittableRandom random) {
      switch (damage) {
        case NONE -> {}
        case LOST -> wire.lose(1 + random.nextInt(4), random);
        case LATE -> wire.late(random);
        case LATE_3 -> {
          wire.late(random);
          wire.late(random);
          wire.late(random);
        }
        case BURST -> wire.burst(random);
        case LATE_AND_LOST -> {
          wire.late(random);
          wire.lose(1 + random.nextInt(3), random);
        }
        case COPY_OVER_A_LOSS -> wire.copyOverALoss(random);
        case CLIENT_FIRST -> wire.oneSideFirst(false);
        case SERVER_FIRST -> wire.oneSideFirst(true);
        case CUT_START -> wire.cutStart(random);
        case ONE_SIDE_DELAYED -> wire.oneSideDelayed(random);
        case SERVER_SENDS_LOST -> wire.loseSends(true, 1 + random.nextInt(3), random);
        case CLIENT_SENDS_LOST -> wire.loseSends(false, 1 + random.nextInt(3), random);
        case CLIENT_FIRST_AND_LOST -> {
          wire.oneSideFirst(false);
          wire.loseSends(random.nextBoolean(), 1 + random.nextInt(2), random);
        }
        case ONE_SIDE_DELAYED_AND_LOST -> {
          wire.oneSideDelayed(random);
          wire.oneSideDelayed(random);
          wire.loseSends(random.nextBoolean(), 1 + random.nextInt(2), random);
        }
      }
    }
  }

  /** What came out of all trials of a kind. */
  private static final class Tally {
    int right;
    final List<String> wrong = new ArrayList<>();

    void count(Trial trial, String name) {
      for (RpcMessage message : trial.wire.decode().messages()) {
        message.rpc().ifPresent(rpc -> count(message, rpc, trial, name));
      }
    }

    private void count(RpcMessage message, RpcSummary rpc, Trial trial, String name) {
      Sent exchange = trial.sent.get(rpc.xid() - 1);
      XdrMessage truth = rpc.call() ? exchange.call : exchange.reply;
      boolean isHashed = rpc.sha256().isPresent();
      if (isHashed && rpc.sha256().get().equals(Rope.of(truth.bytes()).sha256())) {
        right++;
      } else if (isHashed || (rpc.complete() && !trial.wire.wasAnswered(exchange.frames))) {
        wrong.add(name + ", xid " + rpc.xid() + (rpc.call() ? " call " : " reply ") + message);
      }
    }
  }

  /** The numbers are of messages with a right digest, of 100 trials. */
  @ParameterizedTest
  @CsvSource({
    "false,NONE,1544",
    "false,LOST,1494",
    "false,LATE,1582",
    "false,LATE_3,1474",
    "false,BURST,1341",
    "false,LATE_AND_LOST,1394",
    "false,COPY_OVER_A_LOSS,1479",
    "false,CLIENT_FIRST,1056",
    "false,SERVER_FIRST,919",
    "false,CUT_START,641",
    "false,ONE_SIDE_DELAYED,1383",
    "false,SERVER_SENDS_LOST,1379",
    "false,CLIENT_SENDS_LOST,1192",
    "true,NONE,1742",
    "true,LOST,1379",
    "true,LATE,1676",
    "true,LATE_3,1625",
    "true,BURST,1330",
    "true,LATE_AND_LOST,1361",
    "true,COPY_OVER_A_LOSS,1517",
    "true,CLIENT_FIRST,1526",
    "true,SERVER_FIRST,1544",
    "true,CUT_START,679",
    "true,ONE_SIDE_DELAYED,1497",
    "true,SERVER_SENDS_LOST,1290",
    "true,CLIENT_SENDS_LOST,1332",
  })
  @DisplayName("pipelined exchanges, frames lost or moved: no digest is of another's bytes")
  void shouldNeverTakeBytesOfAnotherExchange(boolean iwarp, Damage damage, int right) {
    tryAll(iwarp, /* parts= */ false, damage, right, 0);
  }

  @ParameterizedTest
  @CsvSource({
    "false,CLIENT_FIRST,1230,0",
    "false,SERVER_FIRST,962,0",
    "false,ONE_SIDE_DELAYED,1407,0",
    "false,LATE_AND_LOST,1414,0",
    "false,CLIENT_FIRST_AND_LOST,1233,2",
    "false,ONE_SIDE_DELAYED_AND_LOST,1400,1",
    "true,CLIENT_FIRST,1551,0",
    "true,SERVER_FIRST,1539,0",
    "true,ONE_SIDE_DELAYED,1517,0",
    "true,LATE_AND_LOST,1322,0",
    "true,CLIENT_FIRST_AND_LOST,1542,0",
    "true,ONE_SIDE_DELAYED_AND_LOST,1486,0",
  })
  @DisplayName("the same with memory that exchanges have in common in part: no digest is wrong")
  void shouldTellExchangesApartThatShareAPartOfTheMemory(
      boolean iwarp, Damage damage, int right, int misses) {
    tryAll(iwarp, /* parts= */ true, damage, right, misses);
  }

  /**
   * Tries connections.
   *
   * @param right digests of 100 trials that are right at least
   * @param misses digests of 1000 trials that are wrong at most: docs/limits.md has the case
   */
  private static void tryAll(boolean iwarp, boolean parts, Damage damage, int right, int misses) {
    SplittableRandom random = new SplittableRandom(damage.seed);
    Tally tally = new Tally();
    for (int number = 0; number < TRIALS; number++) {
      Trial trial = new Trial(iwarp, parts, random.split());
      trial.damage(damage, random.split());
      String name = "trial " + number;
      try {
        tally.count(trial, name);
      } catch (RuntimeException e) {
        throw new AssertionError(name, e);
      }
    }
    assertThat(tally.wrong).hasSizeLessThanOrEqualTo(misses * TRIALS / 1000);
    assertThat(tally.right).isGreaterThanOrEqualTo(right);
  }
}
