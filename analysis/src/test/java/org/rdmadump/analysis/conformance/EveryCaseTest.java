package org.rdmadump.analysis.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.build.Nfs3;
import org.rdmadump.rpcrdma.build.Pattern;
import org.rdmadump.rpcrdma.build.RpcConversation;
import org.rdmadump.rpcrdma.build.RpcRdmaBuilder;
import org.rdmadump.rpcrdma.build.Segment;
import org.rdmadump.rpcrdma.decode.CaptureDecoder;

/**
 * Each case, over either transport, is seen to pass on a capture that was made for it, and to fail
 * where one thing is wrong.
 */
class EveryCaseTest {
  private static final int XID = 9;
  private static final Segment MORE = Segment.of(0x4000, 8);
  private static final Segment NO_ROOM = Segment.of(0x4001, 0);

  /**
   * A capture.
   *
   * @param which the case that it is about
   * @param what is wrong in it, or that nothing is
   * @param words of the note that tells of it; empty if it passes
   */
  private record Sample(
      ConformanceCase which,
      Wire.Transport transport,
      String what,
      Optional<String> words,
      Consumer<Wire> traffic) {
    ConformanceReport report() throws IOException {
      Wire wire = transport.connect();
      traffic.accept(wire);
      return Conformance.of(wire.source(), CaptureOptions.DEFAULT);
    }

    @Override
    public String toString() {
      return which.label() + " over " + transport + ": " + what;
    }
  }

  private static final class Samples {
    private final List<Sample> all = new ArrayList<>();

    void passes(ConformanceCase which, Consumer<Wire> traffic) {
      add(which, "nothing is wrong", Optional.empty(), traffic);
    }

    void fails(ConformanceCase which, String what, String words, Consumer<Wire> traffic) {
      add(which, what, Optional.of(words), traffic);
    }

    private void add(
        ConformanceCase which, String what, Optional<String> words, Consumer<Wire> traffic) {
      for (Wire.Transport each : Wire.Transport.values()) {
        all.add(new Sample(which, each, what, words, traffic));
      }
    }
  }

  static List<Sample> passing() {
    return samples().stream().filter(each -> each.words().isEmpty()).toList();
  }

  static List<Sample> broken() {
    return samples().stream().filter(each -> each.words().isPresent()).toList();
  }

  private static List<Sample> samples() {
    Samples to = new Samples();
    basic(to);
    directories(to);
    chunksOfReplies(to);
    links(to);
    acls(to);
    oneHandle(to);
    reads(to, ConformanceCase.READ_ONE_PACKET, 500);
    to.fails(
        ConformanceCase.READ_ONE_PACKET,
        "the data comes in the Send",
        "expected data in its place by the Write chunk but there is none",
        wire -> Crafted.read(wire, XID, Crafted.Read.INLINE, 500));
    // What was written is not found by that handle, so that its packets cannot be counted.
    to.fails(
        ConformanceCase.READ_ONE_PACKET,
        "the reply names another handle",
        "rpcrdma.reply-chunk-differs",
        wire -> Crafted.read(wire, XID, Crafted.Read.OTHER_HANDLE, 500));
    reads(to, ConformanceCase.READ_TWO_PACKETS, 1500);
    reads(to, ConformanceCase.READ_MANY_PACKETS, Crafted.MANY);
    reads(to, ConformanceCase.READ_MANY_OPERATIONS, 2048, 2048, 904);
    to.fails(
        ConformanceCase.READ_MANY_OPERATIONS,
        "the last part is written first",
        "expected an RDMA write at 0x",
        wire -> Crafted.read(wire, XID, Crafted.Read.LAST_FIRST, 2048, 2048, 904));
    writes(to, ConformanceCase.WRITE_ONE_PACKET, 500);
    writes(to, ConformanceCase.WRITE_TWO_PACKETS, 1500);
    writes(to, ConformanceCase.WRITE_MANY_PACKETS, Crafted.MANY);
    writes(to, ConformanceCase.WRITE_MANY_OPERATIONS, 2048, 2048, 904);
    to.fails(
        ConformanceCase.WRITE_MANY_OPERATIONS,
        "the last part is read first",
        "expected an RDMA read at 0x",
        wire -> Crafted.write(wire, XID, Crafted.Write.LAST_FIRST, 2048, 2048, 904));
    return to.all;
  }

  private static void basic(Samples to) {
    to.passes(
        ConformanceCase.TRAFFIC,
        wire ->
            Crafted.inline(wire, XID, Nfs3.readdirCall(XID, 512), NfsMessages.readdirReply(XID)));
    to.fails(
        ConformanceCase.TRAFFIC,
        "a Send of three bytes",
        "rpcrdma.malformed-header: a Send of 3 bytes has no XID",
        wire -> {
          Crafted.write(wire, XID, Crafted.Write.RIGHT, 500);
          wire.send(new byte[3]);
        });
    to.passes(
        ConformanceCase.EXCHANGE_ID,
        wire ->
            Crafted.byReplyChunk(
                wire,
                XID,
                RpcRdmaBuilder.inline(XID, NfsMessages.exchangeIdCall(XID)),
                NfsMessages.exchangeIdReply(XID)));
    to.fails(
        ConformanceCase.EXCHANGE_ID,
        "it offers a place for data",
        "expected no Write chunk but there is 1",
        wire -> {
          wire.call(RpcRdmaBuilder.inline(XID, NfsMessages.exchangeIdCall(XID)).writeChunk(MORE));
          wire.reply(
              RpcRdmaBuilder.inline(XID, NfsMessages.exchangeIdReply(XID))
                  .writeChunk(MORE.unused()));
        });
    to.fails(
        ConformanceCase.EXCHANGE_ID,
        "it goes by RDMA_NOMSG although it fits in a Send",
        "expected the call in a Send, which may have 1024 bytes but there is RDMA_NOMSG for what",
        wire -> {
          byte[] call = NfsMessages.exchangeIdCall(XID).bytes();
          Segment memory = Segment.of(0x4001, call.length);
          wire.call(RpcRdmaBuilder.nomsg(XID).readChunk(0, memory));
          wire.pull(memory, call, call.length);
          wire.reply(RpcRdmaBuilder.inline(XID, NfsMessages.exchangeIdReply(XID)));
        });
  }

  private static void directories(Samples to) {
    to.passes(
        ConformanceCase.READDIR,
        wire ->
            Crafted.byReplyChunk(
                wire,
                XID,
                RpcRdmaBuilder.inline(XID, Nfs3.readdirCall(XID, 4096)),
                NfsMessages.readdirReply(XID)));
    to.passes(
        ConformanceCase.READDIR,
        wire ->
            Crafted.inline(wire, XID, Nfs3.readdirCall(XID, 1024), NfsMessages.readdirReply(XID)));
    to.fails(
        ConformanceCase.READDIR,
        "more may come than a Send has, and no Reply chunk is offered",
        "expected a Reply chunk for up to 1025 bytes of a directory",
        wire ->
            Crafted.inline(wire, XID, Nfs3.readdirCall(XID, 1025), NfsMessages.readdirReply(XID)));
  }

  private static void chunksOfReplies(Samples to) {
    to.fails(
        ConformanceCase.READDIR,
        "RDMA writes to a segment that the reply says is not used",
        "expected no RDMA in the unused segment",
        wire -> {
          wire.call(RpcRdmaBuilder.inline(XID, Nfs3.readdirCall(XID, 4096)).replyChunk(MORE));
          wire.push(MORE, Pattern.of(1, 8), 8);
          wire.reply(
              RpcRdmaBuilder.inline(XID, NfsMessages.readdirReply(XID)).replyChunk(MORE.unused()));
        });
    to.fails(
        ConformanceCase.READDIR,
        "RDMA writes to a Reply chunk that the reply does not list",
        "the reply lists no Reply chunk, although 8 bytes were written",
        wire -> {
          wire.call(RpcRdmaBuilder.inline(XID, Nfs3.readdirCall(XID, 4096)).replyChunk(MORE));
          wire.push(MORE, Pattern.of(1, 8), 8);
          wire.reply(RpcRdmaBuilder.inline(XID, NfsMessages.readdirReply(XID)));
        });
    to.fails(
        ConformanceCase.READLINK,
        "a reply is in a Send that may not be so long",
        "expected a reply of at most 1024 bytes in a Send",
        wire ->
            Crafted.inline(
                wire,
                XID,
                Nfs3.readlinkCall(XID),
                NfsMessages.readlinkReply(XID, Pattern.of(1, 1001))));
    for (ConformanceCase which :
        List.of(ConformanceCase.EXCHANGE_ID, ConformanceCase.GETATTR_ACL)) {
      boolean isAcl = which == ConformanceCase.GETATTR_ACL;
      to.fails(
          which,
          "a segment of the Reply chunk has no room",
          "expected segments of the Reply chunk with bytes",
          wire -> {
            wire.call(
                RpcRdmaBuilder.inline(
                        XID, isAcl ? NfsMessages.getaclCall(XID) : NfsMessages.exchangeIdCall(XID))
                    .replyChunk(MORE, NO_ROOM));
            wire.reply(
                RpcRdmaBuilder.inline(
                        XID,
                        isAcl ? NfsMessages.getaclReply(XID) : NfsMessages.exchangeIdReply(XID))
                    .replyChunk(MORE.unused(), NO_ROOM));
          });
    }
  }

  private static void links(Samples to) {
    byte[] text = Pattern.of(1, 60);
    to.passes(
        ConformanceCase.READLINK,
        wire ->
            Crafted.inline(
                wire, XID, Nfs3.readlinkCall(XID), NfsMessages.readlinkReply(XID, text)));
    to.passes(
        ConformanceCase.READLINK,
        wire -> {
          Segment memory = Segment.of(0x4002, 1024);
          wire.call(RpcRdmaBuilder.inline(XID, Nfs3.readlinkCall(XID)).writeChunk(memory));
          wire.push(memory, text, text.length);
          wire.reply(
              RpcRdmaBuilder.reduced(XID, NfsMessages.readlinkReply(XID, text))
                  .writeChunk(memory.used(text.length)));
        });
    to.fails(
        ConformanceCase.READLINK,
        "its call brings data",
        "rpcrdma.read-chunk",
        wire -> {
          wire.call(RpcRdmaBuilder.inline(XID, Nfs3.readlinkCall(XID)).readChunk(100, MORE));
          wire.pull(MORE, Pattern.of(2, 8), 8);
          wire.reply(RpcRdmaBuilder.inline(XID, NfsMessages.readlinkReply(XID, text)));
        });
  }

  private static void acls(Samples to) {
    to.passes(
        ConformanceCase.GETATTR_ACL,
        wire ->
            Crafted.byReplyChunk(
                wire,
                XID,
                RpcRdmaBuilder.inline(XID, NfsMessages.getaclCall(XID)),
                NfsMessages.getaclReply(XID)));
    to.fails(
        ConformanceCase.GETATTR_ACL,
        "it offers no Reply chunk",
        "expected a Reply chunk but there is none",
        wire ->
            Crafted.inline(wire, XID, NfsMessages.getaclCall(XID), NfsMessages.getaclReply(XID)));
  }

  /** All memory may have one handle. */
  private static void oneHandle(Samples to) {
    byte[] data = Pattern.of(XID, 1500);
    Segment one = new Segment(0x4003, 0x10000, 1000);
    Segment other = new Segment(0x4003, 0x11000, 500);
    to.passes(
        ConformanceCase.READ_MANY_OPERATIONS,
        wire -> {
          wire.call(
              RpcRdmaBuilder.inline(XID, Nfs3.readCall(XID, data.length)).writeChunk(one, other));
          wire.write(one.handle(), one.offset(), Arrays.copyOf(data, 1000));
          wire.write(other.handle(), other.offset(), Arrays.copyOfRange(data, 1000, 1500));
          wire.reply(
              RpcRdmaBuilder.reduced(XID, NfsMessages.readReply(XID, data)).writeChunk(one, other));
        });
  }

  private static void reads(Samples to, ConformanceCase which, int... parts) {
    to.passes(which, wire -> Crafted.read(wire, XID, Crafted.Read.RIGHT, parts));
    to.fails(
        which,
        "RDMA writes beside the segment",
        "rpcrdma.outside-segment",
        wire -> Crafted.read(wire, XID, Crafted.Read.BESIDE, parts));
    to.fails(
        which,
        "the reply says that less was written",
        "rpcrdma.chunk-length-differs",
        wire -> Crafted.read(wire, XID, Crafted.Read.SAYS_LESS, parts));
    to.fails(
        which,
        "the call has a Read chunk",
        "rpcrdma.read-chunk",
        wire -> Crafted.read(wire, XID, Crafted.Read.READ_CHUNK, parts));
  }

  private static void writes(Samples to, ConformanceCase which, int... parts) {
    to.passes(which, wire -> Crafted.write(wire, XID, Crafted.Write.RIGHT, parts));
    to.fails(
        which,
        "all of the call is in the chunk",
        "expected data in its place by the Read chunk but there is none",
        wire -> Crafted.write(wire, XID, Crafted.Write.WHOLE, parts));
    to.fails(
        which,
        "it offers a place for data",
        "expected no Write chunk but there is 1",
        wire -> Crafted.write(wire, XID, Crafted.Write.WRITE_CHUNK, parts));
    to.fails(
        which,
        "the server reads beyond the segment",
        "rpcrdma.outside-segment",
        wire -> Crafted.write(wire, XID, Crafted.Write.BEYOND, parts));
  }

  private static CaseOutcome outcome(ConformanceReport report, ConformanceCase which) {
    return report.results().stream()
        .filter(each -> each.which() == which)
        .map(CaseResult::outcome)
        .findFirst()
        .orElseThrow();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("passing")
  void shouldPassWhereNothingIsWrong(Sample sample) throws IOException {
    ConformanceReport report = sample.report();

    assertThat(outcome(report, sample.which())).isInstanceOf(CaseOutcome.Pass.class);
    assertThat(report.isFailure(/* strict= */ true)).isFalse();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("broken")
  void shouldFailNamingTheCaseWhereOneThingIsWrong(Sample sample) throws IOException {
    ConformanceReport report = sample.report();

    assertThat(outcome(report, sample.which()))
        .isInstanceOfSatisfying(
            CaseOutcome.Fail.class,
            fail ->
                assertThat(fail.notes())
                    .extracting(Note::message)
                    .anySatisfy(each -> assertThat(each).contains(sample.words().orElseThrow())));
    assertThat(report.isFailure(/* strict= */ false)).isTrue();
  }

  /** Over iWARP, data that comes behind the reply looks like data that the capture lacks. */
  @Test
  void shouldWarnOfAWriteThatIsAnsweredBeforeItsData() throws IOException {
    ConformanceReport report = answeredEarly(Wire.Transport.IWARP);

    assertThat(outcome(report, ConformanceCase.WRITE_ONE_PACKET))
        .isInstanceOfSatisfying(
            CaseOutcome.Warn.class,
            warn ->
                assertThat(warn.notes().get(0).message())
                    .startsWith("500 bytes of the call missing"));
    assertThat(report.isFailure(/* strict= */ true)).isTrue();
  }

  /** Over RoCE the reply waits for data of Read requests that were sent before it. */
  @Test
  void shouldFailAWriteThatIsAnsweredBeforeItsDataOverRoce() throws IOException {
    ConformanceReport report = answeredEarly(Wire.Transport.ROCE);

    assertThat(outcome(report, ConformanceCase.WRITE_ONE_PACKET))
        .isInstanceOfSatisfying(
            CaseOutcome.Fail.class,
            fail ->
                assertThat(fail.notes().get(0).message())
                    .startsWith("expected the reply behind frame"));
  }

  private static ConformanceReport answeredEarly(Wire.Transport transport) throws IOException {
    Wire wire = transport.connect();
    Crafted.write(wire, XID, Crafted.Write.ANSWERED_EARLY, 500);
    return Conformance.of(wire.source(), CaptureOptions.DEFAULT);
  }

  /** Ends may be configured for more than the 1024 bytes that they have to take. */
  @Test
  void shouldNotJudgeLengthsWhereTheEndsDidNotSayThem() throws IOException {
    RpcConversation silent =
        RpcConversation.connected()
            .call(RpcRdmaBuilder.inline(XID, Nfs3.readlinkCall(XID)))
            .reply(RpcRdmaBuilder.inline(XID, NfsMessages.readlinkReply(XID, Pattern.of(1, 1001))));
    ConformanceReport report = Conformance.of(silent.capture().source(), CaptureOptions.DEFAULT);

    assertThat(outcome(report, ConformanceCase.READLINK)).isInstanceOf(CaseOutcome.Pass.class);
  }

  @ParameterizedTest
  @EnumSource(Wire.Transport.class)
  void shouldWarnWherePacketsWereNotKept(Wire.Transport transport) throws IOException {
    Wire wire = transport.connect();
    Crafted.read(wire, XID, Crafted.Read.RIGHT, 500);
    Conformance conformance = new Conformance();
    CaptureDecoder decoder =
        new CaptureDecoder(
            wire.source(), CaptureOptions.DEFAULT, conformance, conformance.frames());
    ConformanceReport report = conformance.report(decoder.decodeAll());

    assertThat(outcome(report, ConformanceCase.READ_ONE_PACKET))
        .isInstanceOfSatisfying(
            CaseOutcome.Warn.class,
            warn ->
                assertThat(warn.notes().get(0).message())
                    .startsWith("packets of its RDMA operations were not kept"));
  }

  @ParameterizedTest
  @EnumSource(ConformanceCase.class)
  void shouldHaveEachCasePassAndFailOverEitherTransport(ConformanceCase which) {
    for (List<Sample> some : List.of(passing(), broken())) {
      assertThat(some.stream().filter(each -> each.which() == which).map(Sample::transport))
          .contains(Wire.Transport.values());
    }
  }
}
