package org.rdmadump.rpcrdma.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.rdmadump.rpcrdma.build.MessageAssert.assertThat;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.inline;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.reduced;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
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
import org.rdmadump.testing.Cases;

/**
 * What holds for every order, every repeat, every splitting and every loss of the data packets of a
 * message. The seeds are fixed; a failure names its trial.
 */
class PropertiesTest {
  private static final int TRIALS = Cases.atLeast(150);
  private static final int HEADER = 28;

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

  /** What the capture begins with. */
  private enum Begin {
    /** Connection management. */
    CM,
    /** A call and its reply, which tell whose acknowledgements are whose. */
    EXCHANGE,
    /** The message. */
    MESSAGE
  }

  /**
   * How a message is sent.
   *
   * @param mtu bytes of a full packet
   * @param length bytes that the procedure moves
   * @param times how often they are moved, each time in other parts
   */
  private record Shape(Flow flow, Begin begin, boolean acks, int mtu, int length, int times) {
    static Shape random(Flow flow, Begin begin, boolean acks, SplittableRandom random) {
      return new Shape(flow, begin, acks, 256, random.nextInt(1, 4000), 1);
    }
  }

  /** One message that moves in several operations, and where in it each data packet belongs. */
  private static final class Trial {
    final RpcConversation rpc;
    final XdrMessage sent;
    final Flow flow;
    final int mtu;
    final List<int[]> places = new ArrayList<>();
    final List<Integer> packets = new ArrayList<>();

    /** Of each data packet, the number of the operation that it belongs to. */
    final List<Integer> operations = new ArrayList<>();

    private final int from;
    private int moved;

    Trial(Shape shape, SplittableRandom random) {
      this.flow = shape.flow;
      this.mtu = shape.mtu;
      this.rpc =
          RpcConversation.unconnected(
              wire -> {
                wire.mtu(mtu);
                wire.client().nextPsn(Psn.add(0, -random.nextInt(20)));
                wire.server().nextPsn(Psn.add(0, -random.nextInt(20)));
              });
      switch (shape.begin) {
        case CM -> rpc.wire().connect();
        case EXCHANGE -> {
          rpc.call(inline(9, Nfs3.nullCall(9)));
          rpc.reply(inline(9, Nfs3.nullReply(9)));
        }
        default -> {}
      }
      this.from = rpc.capture().size();
      int length = shape.length;
      byte[] data = Pattern.of(length, length);
      Segment[] memory = segments(length, random);
      switch (flow) {
        case WRITES -> {
          sent = Nfs3.readReply(1, data);
          rpc.call(inline(1, Nfs3.readCall(1, length)).writeChunk(memory));
          rpc.wire().acks(shape.acks);
          move(memory, data, shape.times, random);
          rpc.reply(reduced(1, sent).writeChunk(memory));
        }
        case READS -> {
          sent = Nfs3.writeCall(1, data);
          rpc.call(reduced(1, sent).readChunk(sent.position(0), memory));
          rpc.wire().acks(shape.acks);
          move(memory, data, shape.times, random);
          rpc.reply(inline(1, Nfs3.writeReply(1, length)));
        }
        default -> {
          sent = Nfs3.writeCall(1, data);
          rpc.wire().acks(shape.acks);
          rpc.call(inline(1, sent));
          int whole = sent.length() + HEADER;
          for (int at = 0; at < whole; at += mtu) {
            int from = Math.max(0, at - HEADER);
            places.add(new int[] {from, Math.min(sent.length(), at + mtu - HEADER)});
            operations.add(0);
          }
        }
      }
      find();
    }

    /** Finds the data packets in the capture, which are in the order in which they were sent. */
    private void find() {
      packets.clear();
      Capture capture = rpc.capture();
      for (int i = from; i < capture.size() && packets.size() < places.size(); i++) {
        if (isData(capture.get(i))) {
          packets.add(i);
        }
      }
      assertThat(packets).as("data packets of %s", this).hasSameSizeAs(places);
    }

    private boolean isData(Packet packet) {
      return packet.opcode().operation() == flow.data
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

    private void move(Segment[] memory, byte[] data, int times, SplittableRandom random) {
      for (int i = 0; i < times; i++) {
        move(memory, data, random);
      }
    }

    private void move(Segment[] memory, byte[] data, SplittableRandom random) {
      int at = 0;
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
          for (int in = 0; in < part; in += mtu) {
            int from = sent.position(0) + at + done + in;
            places.add(new int[] {from, from + Math.min(mtu, part - in)});
            operations.add(moved);
          }
          moved++;
          done += part;
        }
        at += segment.length();
      }
    }

    /** Puts all Read requests before all responses. */
    void requestAtOnce() {
      Capture capture = rpc.capture();
      int to = capture.find(Trial::isReadRequest);
      for (int i = to + 1; i < capture.size(); i++) {
        if (isReadRequest(capture.get(i))) {
          capture.move(i, ++to);
        }
      }
      find();
    }

    /** The Read request of each operation, by its index in the capture. */
    List<Integer> requests() {
      List<Integer> requests = new ArrayList<>();
      for (int i = 0; i < rpc.capture().size(); i++) {
        if (isReadRequest(rpc.capture().get(i))) {
          requests.add(i);
        }
      }
      return requests;
    }

    private static boolean isReadRequest(Packet packet) {
      return packet.opcode().operation() == Operation.RDMA_READ_REQUEST;
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
    "WRITES,CM",
    "WRITES,EXCHANGE",
    "WRITES,MESSAGE",
    "READS,CM",
    "READS,EXCHANGE",
    "READS,MESSAGE",
    "SEND,CM",
    "SEND,EXCHANGE",
    "SEND,MESSAGE"
  })
  @DisplayName("any order and any repeat of the data packets gives the same bytes")
  void shouldNotDependOnOrderOrRepeats(Flow flow, Begin begin) {
    SplittableRandom random = new SplittableRandom(flow.seed);
    for (int number = 0; number < TRIALS; number++) {
      // One acknowledgement for all, behind everything.
      Shape shape = Shape.random(flow, begin, false, random);
      Trial trial = new Trial(shape, random.split());
      // Of Reads, the responses stay behind the requests that they answer.
      shuffle(trial, flow == Flow.READS, random);
      trial.acknowledge();
      assertThat(trial.decode()).as("trial %d: %s", number, trial).isWhole(trial.sent);
    }
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("any order and any repeat of the responses to several Reads gives the same bytes")
  void shouldNotDependOnTheOrderOfResponsesToReadsAtOnce(Begin begin) {
    SplittableRandom random = new SplittableRandom(Flow.READS.seed);
    int several = 0;
    for (int number = 0; number < TRIALS; number++) {
      Shape shape = Shape.random(Flow.READS, begin, false, random);
      Trial trial = new Trial(shape, random.split());
      several += trial.moved > 1 ? 1 : 0;
      trial.requestAtOnce();
      shuffle(trial, false, random);
      trial.acknowledge();
      assertThat(trial.decode()).as("trial %d: %s", number, trial).isWhole(trial.sent);
    }
    assertThat(several).isGreaterThan(TRIALS / 2);
  }

  @ParameterizedTest
  @CsvSource({
    "WRITES,CM",
    "WRITES,EXCHANGE",
    "WRITES,MESSAGE",
    "READS,CM",
    "READS,EXCHANGE",
    "READS,MESSAGE",
    "SEND,CM",
    "SEND,EXCHANGE",
    "SEND,MESSAGE"
  })
  @DisplayName("any splitting into segments, operations and packets gives the same bytes")
  void shouldNotDependOnHowItIsSplit(Flow flow, Begin begin) {
    SplittableRandom random = new SplittableRandom(200 + flow.seed);
    Set<Integer> packets = new HashSet<>();
    for (int length : new int[] {1, 255, 256, 257, 3001}) {
      for (int mtu : new int[] {256, 512, 1024, 2048, 4096}) {
        Set<String> digests = new HashSet<>();
        for (int number = 0; number < 12; number++) {
          // Twice in other parts: what was seen counts, the rest is added to it.
          int times = flow == Flow.SEND ? 1 : 1 + number % 2;
          boolean acks = random.nextBoolean();
          Shape shape = new Shape(flow, begin, acks, mtu, length, times);
          Trial trial = new Trial(shape, random.split());
          trial.acknowledge();
          RpcMessage message = trial.decode();
          assertThat(message).as("%s, trial %d: %s", shape, number, trial).isWhole(trial.sent);
          digests.add(message.rpc().orElseThrow().sha256().orElseThrow());
          packets.add(trial.packets.size());
        }
        assertThat(digests).hasSize(1);
      }
    }
    assertThat(packets).hasSizeGreaterThan(4);
  }

  @ParameterizedTest
  @CsvSource({"WRITES,CM", "WRITES,MESSAGE", "READS,CM", "READS,MESSAGE"})
  @DisplayName("data moved twice in other parts, in any order, gives the same bytes")
  void shouldJoinPartsThatOverlap(Flow flow, Begin begin) {
    SplittableRandom random = new SplittableRandom(300 + flow.seed);
    for (int number = 0; number < TRIALS; number++) {
      Shape shape = new Shape(flow, begin, false, 256, random.nextInt(1, 2000), 2);
      Trial trial = new Trial(shape, random.split());
      if (flow == Flow.READS) {
        trial.requestAtOnce();
      }
      shuffle(trial, false, random);
      trial.acknowledge();
      assertThat(trial.decode()).as("trial %d: %s", number, trial).isWhole(trial.sent);
    }
  }

  /** Exchanges data packets, and repeats some of them. */
  private static void shuffle(Trial trial, boolean withinOperations, SplittableRandom random) {
    Capture capture = trial.rpc.capture();
    List<Integer> places = trial.packets;
    for (int i = places.size() - 1; i > 0; i--) {
      int other = random.nextInt(i + 1);
      if (!withinOperations || trial.operations.get(i).equals(trial.operations.get(other))) {
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
    "WRITES,CM,true",
    "WRITES,CM,false",
    "WRITES,EXCHANGE,true",
    "WRITES,EXCHANGE,false",
    "WRITES,MESSAGE,true",
    "WRITES,MESSAGE,false",
    "READS,CM,true",
    "READS,CM,false",
    "READS,EXCHANGE,true",
    "READS,EXCHANGE,false",
    "READS,MESSAGE,true",
    "READS,MESSAGE,false",
    "SEND,CM,true",
    "SEND,EXCHANGE,true",
    "SEND,CM,false",
    "SEND,EXCHANGE,false",
    "SEND,MESSAGE,false"
  })
  @DisplayName("any loss of data packets leaves exactly their bytes missing")
  void shouldMissExactlyWhatWasLost(Flow flow, Begin begin, boolean acks) {
    SplittableRandom random = new SplittableRandom(100 + flow.seed);
    int incomplete = 0;
    for (int number = 0; number < TRIALS; number++) {
      Shape shape = Shape.random(flow, begin, acks, random);
      Trial trial = new Trial(shape, random.split());
      boolean[] dropped = new boolean[trial.packets.size()];
      for (int i = 0; i < dropped.length; i++) {
        dropped[i] = random.nextInt(4) == 0 && mayBeDropped(trial, i);
      }
      BitSet lost = new BitSet();
      for (int i = 0; i < dropped.length; i++) {
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
      incomplete += lost.isEmpty() ? 0 : 1;
      shouldMiss(lost, trial, number);
    }
    assertThat(incomplete).isGreaterThan(TRIALS / 2);
  }

  /**
   * A Send is nothing without the First, which says what it is, and has no end without its Last.
   */
  private static boolean mayBeDropped(Trial trial, int packet) {
    return trial.flow != Flow.SEND || (packet > 0 && packet < trial.packets.size() - 1);
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("any loss of Read requests leaves exactly what they asked for missing")
  void shouldMissExactlyWhatLostRequestsAskedFor(Begin begin) {
    SplittableRandom random = new SplittableRandom(400);
    int incomplete = 0;
    for (int number = 0; number < TRIALS; number++) {
      Shape shape = Shape.random(Flow.READS, begin, true, random);
      Trial trial = new Trial(shape, random.split());
      List<Integer> requests = trial.requests();
      assertThat(requests).hasSize(trial.moved);
      BitSet lost = new BitSet();
      for (int operation = trial.moved - 1; operation >= 0; operation--) {
        if (random.nextInt(3) == 0) {
          trial.rpc.capture().drop(requests.get(operation));
          for (int i = 0; i < trial.places.size(); i++) {
            if (trial.operations.get(i) == operation) {
              lost.set(trial.places.get(i)[0], trial.places.get(i)[1]);
            }
          }
        }
      }
      incomplete += lost.isEmpty() ? 0 : 1;
      shouldMiss(lost, trial, number);
    }
    assertThat(incomplete).isGreaterThan(TRIALS / 2);
  }

  private static void shouldMiss(BitSet lost, Trial trial, int number) {
    RpcMessage message = trial.decode();
    if (lost.isEmpty()) {
      assertThat(message).as("trial %d", number).isWhole(trial.sent);
    } else {
      assertThat(message).as("trial %d: %s", number, trial).isWholeBut(trial.sent, ranges(lost));
    }
  }

  private static boolean isFirstLost(Trial trial, boolean[] dropped, int packet) {
    int first = packet;
    while (first > 0 && trial.operations.get(first - 1).equals(trial.operations.get(packet))) {
      first--;
    }
    return dropped[first];
  }

  private static MissingRange[] ranges(BitSet lost) {
    List<MissingRange> ranges = new ArrayList<>();
    int from = lost.nextSetBit(0);
    while (from >= 0) {
      int to = lost.nextClearBit(from);
      ranges.add(new MissingRange(from, to - from, Absence.NOT_CAPTURED));
      from = lost.nextSetBit(to);
    }
    return ranges.toArray(MissingRange[]::new);
  }
}
