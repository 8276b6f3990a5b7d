package org.rdmadump.rpcrdma.cases;

import static org.rdmadump.rpcrdma.build.MessageAssert.assertThat;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.inline;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.reduced;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmadump.bytes.Absence;
import org.rdmadump.ib.Operation;
import org.rdmadump.ib.Psn;
import org.rdmadump.ib.build.Capture;
import org.rdmadump.ib.build.Packet;
import org.rdmadump.rpcrdma.MissingRange;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.build.Nfs3;
import org.rdmadump.rpcrdma.build.Pattern;
import org.rdmadump.rpcrdma.build.RpcConversation;
import org.rdmadump.rpcrdma.build.Segment;
import org.rdmadump.rpcrdma.build.XdrMessage;

/**
 * What holds for every order, every repeat and every loss of the data packets of a message. The
 * seeds are fixed; a failure names its trial.
 */
class PropertiesTest {
  private static final int TRIALS = 150;
  private static final int MTU = 256;

  /** The kinds of message that data packets belong to. */
  private enum Flow {
    WRITES(Operation.RDMA_WRITE, 1),
    READS(Operation.RDMA_READ_RESPONSE, 2),
    SEND(Operation.SEND, 3);

    final Operation data;
    final long seed;

    Flow(Operation data, long seed) {
      this.data = data;
      this.seed = seed;
    }
  }

  /** One message that moves in several operations, and where in it each data packet belongs. */
  private static final class Trial {
    final RpcConversation rpc;
    final XdrMessage sent;
    final Flow flow;
    final List<int[]> places = new ArrayList<>();
    final List<Integer> packets = new ArrayList<>();

    /** Of each data packet, the number of the operation that it belongs to. */
    final List<Integer> operations = new ArrayList<>();

    Trial(Flow flow, boolean connected, boolean acks, SplittableRandom random) {
      this.flow = flow;
      this.rpc =
          RpcConversation.unconnected(
              wire -> {
                wire.mtu(MTU);
                wire.client().nextPsn(Psn.add(0, -random.nextInt(20)));
                wire.server().nextPsn(Psn.add(0, -random.nextInt(20)));
              });
      if (connected) {
        rpc.wire().connect();
      }
      int length = random.nextInt(1, 4000);
      byte[] data = Pattern.of(random.nextLong(), length);
      Segment[] memory = segments(length, random);
      switch (flow) {
        case WRITES -> {
          sent = Nfs3.readReply(1, data);
          rpc.call(inline(1, Nfs3.readCall(1, length)).writeChunk(memory));
          rpc.wire().acks(acks);
          move(memory, data, random);
          rpc.reply(reduced(1, sent).writeChunk(memory));
        }
        case READS -> {
          sent = Nfs3.writeCall(1, data);
          rpc.call(reduced(1, sent).readChunk(sent.position(0), memory));
          rpc.wire().acks(acks);
          move(memory, data, random);
          rpc.reply(inline(1, Nfs3.writeReply(1, length)));
        }
        default -> {
          sent = Nfs3.writeCall(1, data);
          rpc.wire().acks(acks);
          rpc.call(inline(1, sent));
          int whole = sent.length() + 28;
          for (int at = 0; at < whole; at += MTU) {
            int from = Math.max(0, at - 28);
            places.add(new int[] {from, Math.min(sent.length(), at + MTU - 28)});
            operations.add(0);
          }
        }
      }
      Capture capture = rpc.capture();
      for (int i = 0; i < capture.size() && packets.size() < places.size(); i++) {
        if (isData(capture.get(i))) {
          packets.add(i);
        }
      }
    }

    private boolean isData(Packet packet) {
      return packet.opcode().operation() == flow.data
          && !packet.label().contains("CM")
          && (flow != Flow.SEND || packet.label().startsWith("client"));
    }

    private static Segment[] segments(int length, SplittableRandom random) {
      List<Segment> segments = new ArrayList<>();
      int left = length;
      while (left > 0) {
        int part = segments.size() == 3 ? left : random.nextInt(1, left + 1);
        segments.add(Segment.of(0x100 + segments.size(), part));
        left -= part;
      }
      return segments.toArray(Segment[]::new);
    }

    private void move(Segment[] memory, byte[] data, SplittableRandom random) {
      int at = 0;
      int operation = 0;
      for (Segment segment : memory) {
        int done = 0;
        while (done < segment.length()) {
          int part = random.nextInt(1, segment.length() - done + 1);
          byte[] bytes = Arrays.copyOfRange(data, at + done, at + done + part);
          if (flow == Flow.WRITES) {
            rpc.server().write(segment.handle(), segment.offset() + done, bytes);
          } else {
            rpc.server().read(segment.handle(), segment.offset() + done, bytes);
          }
          for (int in = 0; in < part; in += MTU) {
            int from = sent.position(0) + at + done + in;
            places.add(new int[] {from, from + Math.min(MTU, part - in)});
            operations.add(operation);
          }
          operation++;
          done += part;
        }
        at += segment.length();
      }
    }

    void acknowledge() {
      rpc.client().acknowledge(Psn.add(rpc.server().nextPsn(), -1));
      rpc.server().acknowledge(Psn.add(rpc.client().nextPsn(), -1));
    }

    RpcMessage decode() {
      return flow == Flow.WRITES ? rpc.decode().reply(1) : rpc.decode().call(1);
    }

    @Override
    public String toString() {
      return rpc.capture().labels().toString();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "WRITES,true",
    "WRITES,false",
    "READS,true",
    "READS,false",
    "SEND,true",
    "SEND,false"
  })
  @DisplayName("any order and any repeat of the data packets gives the same bytes")
  void shouldNotDependOnOrderOrRepeats(Flow flow, boolean connected) {
    SplittableRandom random = new SplittableRandom(flow.seed);
    for (int number = 0; number < TRIALS; number++) {
      // One acknowledgement for all, behind everything.
      Trial trial = new Trial(flow, connected, false, random.split());
      shuffle(trial, random);
      trial.acknowledge();
      assertThat(trial.decode()).as("trial %d: %s", number, trial).isWhole(trial.sent);
    }
  }

  /** Exchanges data packets of the same stretch, and repeats some of them. */
  private static void shuffle(Trial trial, SplittableRandom random) {
    Capture capture = trial.rpc.capture();
    List<Integer> places = trial.packets;
    for (int i = places.size() - 1; i > 0; i--) {
      int other = random.nextInt(i + 1);
      // Of Reads, the responses stay behind the requests that they answer.
      if (trial.flow != Flow.READS || trial.operations.get(i).equals(trial.operations.get(other))) {
        capture.swap(places.get(i), places.get(other));
      }
    }
    for (int i = places.size() - 1; i >= 0; i--) {
      if (random.nextInt(3) == 0) {
        capture.duplicate(places.get(i));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "WRITES,true,true",
    "WRITES,false,true",
    "WRITES,true,false",
    "WRITES,false,false",
    "READS,true,true",
    "READS,false,true"
  })
  @DisplayName("any loss of data packets leaves exactly their bytes missing")
  void shouldMissExactlyWhatWasLost(Flow flow, boolean connected, boolean acks) {
    SplittableRandom random = new SplittableRandom(100 + flow.seed);
    Absence reason = acks ? Absence.NOT_CAPTURED : Absence.LOST;
    for (int number = 0; number < TRIALS; number++) {
      Trial trial = new Trial(flow, connected, acks, random.split());
      BitSet lost = new BitSet();
      boolean[] dropped = new boolean[trial.packets.size()];
      for (int i = 0; i < dropped.length; i++) {
        dropped[i] = random.nextInt(4) == 0;
        // A Write without its First has no address.
        boolean lostAddress = flow == Flow.WRITES && isFirstLost(trial, dropped, i);
        if (dropped[i] || lostAddress) {
          lost.set(trial.places.get(i)[0], trial.places.get(i)[1]);
        }
      }
      for (int i = dropped.length - 1; i >= 0; i--) {
        if (dropped[i]) {
          trial.rpc.capture().drop(trial.packets.get(i));
        }
      }
      RpcMessage message = trial.decode();
      if (lost.isEmpty()) {
        assertThat(message).as("trial %d", number).isWhole(trial.sent);
      } else {
        assertThat(message)
            .as("trial %d: %s", number, trial)
            .isWholeBut(trial.sent, ranges(lost, reason));
      }
    }
  }

  private static boolean isFirstLost(Trial trial, boolean[] dropped, int packet) {
    int first = packet;
    while (first > 0 && trial.operations.get(first - 1).equals(trial.operations.get(packet))) {
      first--;
    }
    return dropped[first];
  }

  private static MissingRange[] ranges(BitSet lost, Absence reason) {
    List<MissingRange> ranges = new ArrayList<>();
    int from = lost.nextSetBit(0);
    while (from >= 0) {
      int to = lost.nextClearBit(from);
      ranges.add(new MissingRange(from, to - from, reason));
      from = lost.nextSetBit(to);
    }
    return ranges.toArray(MissingRange[]::new);
  }
}
