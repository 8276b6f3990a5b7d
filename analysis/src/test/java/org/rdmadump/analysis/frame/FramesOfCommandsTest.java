package org.rdmadump.analysis.frame;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.analysis.filter.Filter;
import org.rdmadump.capture.CaptureFile;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.ib.Bth;
import org.rdmadump.ib.NakCode;
import org.rdmadump.ib.Operation;
import org.rdmadump.ib.build.Conversation;
import org.rdmadump.ib.mad.MadHeader;
import org.rdmadump.iwarp.TaggedHeader;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.CaptureSummary;
import org.rdmadump.rpcrdma.MessageListener;
import org.rdmadump.rpcrdma.NvmeCapsule;
import org.rdmadump.rpcrdma.NvmeCapsuleHeader;
import org.rdmadump.rpcrdma.NvmeExchange;
import org.rdmadump.rpcrdma.NvmeQueue;
import org.rdmadump.rpcrdma.RdmaTransfer;
import org.rdmadump.rpcrdma.build.NvmeCapsules;
import org.rdmadump.rpcrdma.decode.CaptureDecoder;

/** What frames say of NVMe commands is what commands say of frames. */
class FramesOfCommandsTest {
  private static final Path CAPTURES = Path.of("..", "testdata", "captures", "verbs");
  private static final String ROCE = "rxe-nvme.pcap";
  private static final String IWARP = "siw-nvme.pcap";

  private static final int FLUSH = 0;

  /** Bytes that are less than the frames of the capture take, and more than those of a command. */
  private static final int ROOM = 300_000;

  /** How long frames wait with {@code --follow}. */
  private static final long FOLLOWING_NANOS = 2_000_000_000L;

  private static Dissected dissected(String capture) throws IOException {
    return Dissected.of(CAPTURES.resolve(capture));
  }

  private static Stream<NvmeCapsule<?>> capsules(NvmeExchange command) {
    return Stream.concat(command.command().stream(), command.response().stream());
  }

  private static void assertHas(Dissected dissected, long number, NvmeExchange command) {
    FrameRecord frame = dissected.frames().get((int) number - 1);
    assertThat(frame.messages()).as("frame %d", number).contains(command.number());
    assertThat(frame.commands()).as("frame %d", number).contains(command.outline());
  }

  @ParameterizedTest
  @ValueSource(strings = {ROCE, IWARP})
  void shouldNameTheCommandInEveryFrameThatItNames(String capture) throws IOException {
    Dissected dissected = dissected(capture);

    assertThat(dissected.commands()).hasSizeGreaterThan(70);
    for (NvmeExchange command : dissected.commands()) {
      capsules(command).forEach(each -> assertHas(dissected, each.firstFrame(), command));
      capsules(command).forEach(each -> assertHas(dissected, each.lastFrame(), command));
      for (RdmaTransfer transfer : command.transfers()) {
        assertHas(dissected, transfer.firstFrame(), command);
        assertHas(dissected, transfer.lastFrame(), command);
      }
    }
  }

  @Test
  void shouldFindEveryByteThatRdmaMovedInAFrameOfItsCommand() throws IOException {
    // given a capture in which nothing was sent twice
    Dissected dissected = dissected(ROCE);

    for (NvmeExchange command : dissected.commands()) {
      long moved =
          dissected.frames().stream()
              .filter(frame -> frame.messages().contains(command.number()) && movesData(frame))
              .mapToLong(FrameRecord::payloadLength)
              .sum();
      assertThat(moved)
          .as("bytes of command %d", command.number())
          .isEqualTo(
              command.data().filter(data -> !data.inCapsule()).map(d -> d.length()).orElse(0L));
    }
    assertThat(dissected.frames().stream().filter(FramesOfCommandsTest::movesData))
        .allSatisfy(frame -> assertThat(frame.messages()).hasSize(1));
  }

  private static boolean movesData(FrameRecord frame) {
    Optional<Operation> operation = frame.last(Bth.class).map(bth -> bth.opcode().operation());
    return operation.equals(Optional.of(Operation.RDMA_WRITE))
        || operation.equals(Optional.of(Operation.RDMA_READ_RESPONSE));
  }

  @Test
  void shouldFindEveryByteOverIwarpToo() throws IOException {
    // given data for the host, in segments with the key of its memory; none of it was sent twice
    Dissected dissected = dissected(IWARP);

    int checked = 0;
    for (NvmeExchange command : dissected.commands()) {
      if (command.data().isPresent() && !command.data().get().toController()) {
        int key = command.command().orElseThrow().entry().descriptor().key();
        long moved =
            dissected.frames().stream()
                .filter(frame -> frame.messages().contains(command.number()))
                .mapToLong(frame -> tagged(frame, key))
                .sum();
        assertThat(moved).isEqualTo(command.data().get().length());
        checked++;
      }
    }
    assertThat(checked).isGreaterThan(40);
  }

  /** Bytes of memory with that key in segments that begin in a frame. */
  private static long tagged(FrameRecord frame, int key) {
    long sum = 0;
    for (int i = 1; i < frame.layers().size(); i++) {
      if (frame.layers().get(i).header() instanceof TaggedHeader tagged
          && tagged.stag() == key
          && frame.layers().get(i - 1).header() instanceof FpduLayer fpdu
          && fpdu.begins()) {
        sum += fpdu.length() - TaggedHeader.LENGTH;
      }
    }
    return sum;
  }

  @ParameterizedTest
  @ValueSource(strings = {ROCE, IWARP})
  void shouldShowTheEntryOfEachCapsuleWhereItBegins(String capture) throws IOException {
    Dissected dissected = dissected(capture);

    // A frame that repeats the beginning shows the entry again.
    Map<NvmeCapsuleHeader, Long> begun = new HashMap<>();
    for (FrameRecord frame : dissected.frames()) {
      for (Layer layer : frame.layers()) {
        if (layer.header() instanceof NvmeCapsuleHeader header) {
          begun.putIfAbsent(header, frame.number());
        }
      }
    }
    Map<NvmeCapsuleHeader, Long> expected = new HashMap<>();
    for (NvmeExchange each : dissected.commands()) {
      NvmeExchange kept = isForEvents(each) ? withoutNumber(each) : each.outline();
      each.command()
          .ifPresent(c -> expected.put(new NvmeCapsuleHeader(kept, false), c.firstFrame()));
      each.response()
          .ifPresent(r -> expected.put(new NvmeCapsuleHeader(kept, true), r.firstFrame()));
    }
    assertThat(begun).isEqualTo(expected);
  }

  private static boolean isForEvents(NvmeExchange command) {
    return command.operation().equals(Optional.of("Asynchronous Event Request"));
  }

  /** What is known of a command when its capsule arrives. */
  private static NvmeExchange withoutNumber(NvmeExchange all) {
    return new NvmeExchange(
        0,
        all.connection(),
        all.transport(),
        all.host(),
        all.controller(),
        all.queue(),
        all.set(),
        all.command(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        List.of(),
        all.runNanos());
  }

  @ParameterizedTest
  @ValueSource(strings = {ROCE, IWARP})
  void shouldNotWaitForEventsThatMayNeverHappen(String capture) throws IOException {
    // given a request for events that is never answered, and as little patience as with --follow
    List<FrameRecord> forEvents = new ArrayList<>();
    List<Long> numbered = new ArrayList<>();
    FrameSink sink =
        frame -> {
          frame.message().ifPresent(numbered::add);
          if (frame.commands().stream().anyMatch(FramesOfCommandsTest::isForEvents)) {
            assertThat(frame.last(NvmeCapsuleHeader.class)).isPresent();
            assertThat(frame.message()).isEmpty();
            forEvents.add(frame);
          }
        };

    FrameDissector dissector = decoded(CaptureFile.open(CAPTURES.resolve(capture)), sink, ROOM);

    assertThat(dissector.unsettled()).isZero();
    assertThat(forEvents).hasSize(1).noneMatch(FrameRecord::isUnsettled);
    assertThat(numbered).hasSizeGreaterThan(500);
  }

  /** Decodes all of a source that it closes. */
  private static FrameDissector decoded(FrameSource from, FrameSink sink, long mostBytes)
      throws IOException {
    FrameDissector dissector = new FrameDissector(sink, false, FOLLOWING_NANOS, mostBytes);
    try (FrameSource source = from) {
      CaptureSummary unused =
          new CaptureDecoder(source, CaptureOptions.DEFAULT, new MessageListener() {}, dissector)
              .decodeAll();
    }
    dissector.finish();
    return dissector;
  }

  @ParameterizedTest
  @ValueSource(strings = {ROCE, IWARP})
  void shouldChooseAllFramesOfACommandByWhatItSays(String capture) throws Exception {
    // given a write of 256 blocks, whose data the controller reads
    Dissected dissected = dissected(capture);
    NvmeExchange write = longWrite(dissected);
    Filter<FrameRecord> filter =
        Filter.of("nvme.cmd.nlb == 256 and nvme.operation == Write", FrameFields.registry());

    assertThat(dissected.frames().stream().filter(filter::matches))
        .hasSizeGreaterThan(50)
        .isEqualTo(
            dissected.frames().stream()
                .filter(frame -> frame.messages().contains(write.number()))
                .toList());
  }

  private static NvmeExchange longWrite(Dissected dissected) {
    return dissected.commands().stream()
        .filter(each -> each.operation().equals(Optional.of("Write")))
        .filter(each -> each.data().orElseThrow().length() == 131_072)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void shouldFindTheFramesOfACommandWhileAnotherWaitsForGood() throws IOException {
    // given a request for events that is never answered, and room for half of the frames behind it
    Dissected dissected = dissected(ROCE);
    NvmeExchange write = longWrite(dissected);
    BitSet messages = new BitSet();
    messages.set((int) write.number());
    BitSet frames = new BitSet();
    ChosenFrames found = new ChosenFrames(messages, Set.of(), frames, ROOM);

    // when
    decoded(CaptureFile.open(CAPTURES.resolve(ROCE)), found, ROOM);
    found.finish();

    // then
    assertThat(found.givenUp()).isZero();
    assertThat(dissected.frames().stream().filter(each -> each.messages().contains(write.number())))
        .hasSizeGreaterThan(50)
        .allSatisfy(frame -> assertThat(frames.get((int) frame.number())).isTrue());
  }

  // ---- what no capture holds

  @Test
  void shouldGiveARefusedResponseToItsCommand() throws IOException {
    Conversation wire = connected();
    wire.client().send(NvmeCapsules.bare(FLUSH, 1));
    wire.acks(false);
    int psn = wire.server().send(NvmeCapsules.response(1, 0, 0));
    wire.client().nak(psn, NakCode.INVALID_REQUEST);

    Dissected dissected = Dissected.of(wire.capture().source());

    NvmeExchange flush = dissected.commands().get(0);
    assertThat(flush.response()).isEmpty();
    assertThat(sends(dissected)).hasSize(2).containsOnly(List.of(flush.number()));
  }

  @Test
  void shouldGiveNothingToASendThatIsNoCapsule() throws IOException {
    Conversation wire = connected();
    wire.server().send(NvmeCapsules.response(12, 0, 0));
    wire.client().send(new byte[63]);
    wire.server().write(0x1234, 0x5000, new byte[100]);

    Dissected dissected = Dissected.of(wire.capture().source());

    long stray = dissected.commands().get(0).number();
    assertThat(sends(dissected)).containsExactly(List.of(stray), List.of());
    assertThat(dissected.frames()).allMatch(FrameRecord::isSettled);
  }

  @Test
  void shouldNotHoldFramesOfMemoryThatNoCommandAdvertised() throws IOException {
    // given data whose command was not captured, and more commands than there is room for frames
    Conversation wire = connected();
    wire.server().write(0x1234, 0x5000, new byte[100]);
    for (int i = 0; i < 100; i++) {
      wire.client().send(NvmeCapsules.bare(FLUSH, i));
      wire.server().send(NvmeCapsules.response(i, 0, 0));
    }
    List<Long> frames = new ArrayList<>();

    FrameDissector dissector =
        decoded(wire.capture().source(), frame -> frames.add(frame.number()), ROOM / 10);

    assertThat(dissector.unsettled()).isZero();
    assertThat(frames).hasSizeGreaterThan(200);
  }

  @Test
  void shouldShowTheEntryOfACommandWhoseResponseIsLate() throws IOException {
    // given a command, and more frames behind it than there is room for
    Conversation wire = connected();
    wire.client().send(NvmeCapsules.bare(FLUSH, 1));
    for (int i = 0; i < 100; i++) {
      wire.client().send(NvmeCapsules.bare(FLUSH, 2));
      wire.server().send(NvmeCapsules.response(2, 0, 0));
    }
    wire.server().send(NvmeCapsules.response(1, 0, 0));
    List<FrameRecord> unsettled = new ArrayList<>();
    FrameSink sink =
        frame -> {
          if (frame.isUnsettled()) {
            assertThat(frame.last(NvmeCapsuleHeader.class)).isPresent();
            assertThat(frame.message()).isEmpty();
            unsettled.add(frame);
          }
        };

    FrameDissector dissector = decoded(wire.capture().source(), sink, ROOM / 10);

    assertThat(dissector.unsettled()).isPositive().isEqualTo(unsettled.size());
    assertThat(unsettled.get(0).commands().get(0).operation()).contains("Flush");
  }

  private static Conversation connected() {
    Conversation wire = Conversation.between("192.0.2.1", "192.0.2.2").port(NvmeQueue.PORT);
    return wire.connect(NvmeCapsules.privateData(1), new byte[32]);
  }

  /** Messages of the frames of Sends. */
  private static List<List<Long>> sends(Dissected dissected) {
    return dissected.frames().stream()
        .filter(frame -> frame.last(MadHeader.class).isEmpty())
        .filter(frame -> frame.last(Bth.class).orElseThrow().opcode().operation() == Operation.SEND)
        .map(FrameRecord::messages)
        .toList();
  }
}
