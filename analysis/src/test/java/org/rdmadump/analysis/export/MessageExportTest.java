package org.rdmadump.analysis.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.rdmadump.analysis.Sample;
import org.rdmadump.bytes.Absence;
import org.rdmadump.bytes.Rope;
import org.rdmadump.capture.CaptureFile;
import org.rdmadump.capture.Frame;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.net.IpAddress;
import org.rdmadump.rdma.Endpoint;
import org.rdmadump.rpcrdma.MissingRange;
import org.rdmadump.testing.Hex;

class MessageExportTest {
  private static final byte[] MESSAGE = Hex.bytes("676090a2 00000001 00000000");
  private static final Endpoint CLIENT6 = ipv6(2);
  private static final Endpoint SERVER6 = ipv6(1);

  private final ByteArrayOutputStream written = new ByteArrayOutputStream();

  private static Endpoint ipv6(int host) {
    return new Endpoint(new IpAddress(0xfd00_0077_0000_0000L, host), OptionalInt.of(17));
  }

  private static Sample call() {
    return Sample.call().stream(Rope.of(MESSAGE));
  }

  private static Sample reply() {
    return Sample.reply().stream(Rope.of(MESSAGE));
  }

  @Test
  void shouldWriteIpv4ByteByByteAsSpecified() throws IOException {
    export(ExportFormat.TCP, call());

    assertThat(frames())
        .containsExactly(
            Hex.bytes(
                """
                4500 0038 0000 4000 40 06 1f6c c0a84d02 c0a84d01    # IPv4: length 56, TTL 64, TCP
                c351 0801 00000001 00000001 50 18 ffff 5103 0000    # 50001 to 2049, PSH ACK
                8000000c                                            # last fragment, 12 bytes
                676090a2 00000001 00000000
                """));
  }

  @Test
  void shouldWriteIpv6ByteByByteAsSpecified() throws IOException {
    export(ExportFormat.TCP, reply().ends(CLIENT6, SERVER6));

    assertThat(frames())
        .containsExactly(
            Hex.bytes(
                """
                60000000 0024 06 40 fd000077000000000000000000000001 # IPv6: payload 36, TCP
                fd000077000000000000000000000002
                0801 c351 00000001 00000001 50 18 ffff 7165 0000     # 2049 to 50001, PSH ACK
                8000000c 676090a2 00000001 00000000
                """));
  }

  @Test
  void shouldWriteAnUpperPduByteByByteAsSpecified() throws IOException {
    export(ExportFormat.UPPER_PDU, call().connection(3));

    assertThat(frames())
        .containsExactly(
            Hex.bytes(
                """
                000c 0004 72706300                    # dissector "rpc"
                0014 0004 c0a84d02 0015 0004 c0a84d01 # from, to
                0018 0004 00000002                    # ports are of TCP
                0019 0004 0000c353 001a 0004 00000801
                001e 0004 00000014                    # original frame 20
                0000 0000 676090a2 00000001 00000000
                """));
  }

  @Test
  void shouldWriteAnUpperPduOfIpv6() throws IOException {
    export(ExportFormat.UPPER_PDU, reply().ends(CLIENT6, SERVER6));

    assertThat(frames().get(0))
        .containsSequence(
            Hex.bytes(
                """
                0016 0010 fd000077000000000000000000000001 0017 0010 fd000077000000000000000000000002
                0018 0004 00000002 0019 0004 00000801 001a 0004 0000c351
                """));
  }

  @ParameterizedTest
  @EnumSource
  void shouldKeepTheTimeAndNameTheFrames(ExportFormat format) throws IOException {
    export(format, call(), reply().number(7).connection(2).repeatOf(5).undelivered());

    try (FrameSource source = open()) {
      Frame frame = new Frame();
      assertThat(source.next(frame)).isTrue();
      assertThat(frame.epochNanos()).isEqualTo(Sample.TIME);
      assertThat(source.next(frame)).isTrue();
      assertThat(frame.epochNanos()).isEqualTo(Sample.TIME + 1_000_000);
    }
    assertThat(written.toString(StandardCharsets.ISO_8859_1))
        .contains("message 1, connection 1, frames 10 to 20")
        .contains("message 7, connection 2, frames 10 to 20, repeat of message 5, not delivered");
  }

  @Test
  void shouldLetCallsOfTheServerTravelTheOtherWayOnTheSameConnection() throws IOException {
    export(ExportFormat.TCP, call(), call().backchannel(), reply().backchannel(), reply());

    assertThat(ExportedTcp.read(open()))
        .extracting(ExportedTcp.Message::way)
        .containsExactly(
            "192.168.77.2:50001 > 192.168.77.1:2049",
            "192.168.77.1:2049 > 192.168.77.2:50001",
            "192.168.77.2:50001 > 192.168.77.1:2049",
            "192.168.77.1:2049 > 192.168.77.2:50001");
  }

  @ParameterizedTest
  @CsvSource({"61_436, 1", "61_437, 2", "65_536, 2", "122_876, 2", "122_877, 3", "1_048_740, 18"})
  void shouldCutLongMessagesIntoSegments(String length, int segments) throws IOException {
    byte[] message = new byte[Integer.parseInt(length.replace("_", ""))];
    for (int i = 0; i < message.length; i++) {
      message[i] = (byte) ((i * 31) >> 3);
    }
    export(ExportFormat.TCP, call().stream(Rope.of(message)), call());

    assertThat(frames()).hasSize(segments + 1);
    assertThat(ExportedTcp.read(open()))
        .extracting(ExportedTcp.Message::bytes)
        .containsExactly(ByteBuffer.wrap(message), ByteBuffer.wrap(MESSAGE));
    if (segments > 1) {
      assertThat(written.toString(StandardCharsets.ISO_8859_1))
          .contains("; segment 1 of " + segments)
          .contains("; segment " + segments + " of " + segments);
    }
  }

  @Test
  void shouldCutAnUpperPduThatIsTooLongForReadersAndSayHowLongItWas() throws IOException {
    export(ExportFormat.UPPER_PDU, call().stream(Rope.of(new byte[1 << 20])), call());

    try (FrameSource source = open()) {
      Frame frame = new Frame();
      assertThat(source.next(frame)).isTrue();
      assertThat(frame.captured()).isEqualTo(262_144);
      assertThat(frame.original()).isEqualTo((1 << 20) + 60);
      assertThat(source.next(frame)).isTrue();
      assertThat(frame.captured()).isEqualTo(frame.original());
    }
  }

  @ParameterizedTest
  @EnumSource
  void shouldLeaveOutAndCountWhatIsIncomplete(ExportFormat format) throws IOException {
    Rope holed = Rope.builder().add(MESSAGE).addHole(4, Absence.LOST).build();
    MessageExport export =
        export(
            format,
            call().missing(4, 4, Absence.TRUNCATED),
            call()
                .missing(
                    new MissingRange(4, 4, Absence.EVICTED),
                    new MissingRange(9, 4, Absence.TRUNCATED)),
            call().missing(4, 4, Absence.TRUNCATED).stream(Rope.empty()),
            call().stream(holed),
            call().withoutRpc(),
            call());

    assertThat(export.exported()).isEqualTo(1);
    assertThat(export.withoutRpc()).isEqualTo(1);
    assertThat(export.incomplete())
        .containsOnly(
            Map.entry(Absence.TRUNCATED, 2L),
            Map.entry(Absence.EVICTED, 1L),
            Map.entry(Absence.LOST, 1L));
    assertThat(frames()).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource
  void shouldWriteAnIncompleteMessageAsCapturedInPart(ExportFormat format) throws IOException {
    Rope cut = Rope.builder().add(MESSAGE).addHole(152, Absence.TRUNCATED).build();
    try (MessageExport export =
        new MessageExport(Channels.newChannel(written), format, 0, Incomplete.WRITTEN)) {
      assertThat(export.write(call().missing(12, 152, Absence.TRUNCATED).stream(cut).message()))
          .isTrue();
      assertThat(export.write(call().message())).isTrue();
      assertThat(export.exported()).isEqualTo(2);
      assertThat(export.incomplete()).containsOnly(Map.entry(Absence.TRUNCATED, 1L));
    }

    try (FrameSource source = open()) {
      Frame frame = new Frame();
      assertThat(source.next(frame)).isTrue();
      assertThat(frame.original() - frame.captured()).isEqualTo(152);
      assertThat(source.next(frame)).isTrue();
      assertThat(frame.original()).isEqualTo(frame.captured());
      if (format == ExportFormat.TCP) {
        // Its sequence number goes on behind all bytes: 1, a mark of 4, and 164.
        assertThat(frame.bytes().getInt(frame.offset() + 24)).isEqualTo(1 + 4 + 164);
      }
    }
    assertThat(written.toString(StandardCharsets.ISO_8859_1))
        .contains("; incomplete, 152 of 164 bytes truncated, cut at byte 12");
  }

  /** Else a reader would wait for the others. */
  @Test
  void shouldWriteOneSegmentOfALongMessageThatIsCut() throws IOException {
    Rope cut = Rope.builder().add(new byte[100_000]).addHole(8, Absence.LOST).build();
    try (MessageExport export =
        new MessageExport(Channels.newChannel(written), ExportFormat.TCP, 0, Incomplete.WRITTEN)) {
      assertThat(
              export.write(
                  call().length(100_008).missing(100_000, 8, Absence.LOST).stream(cut).message()))
          .isTrue();
      assertThat(export.write(call().message())).isTrue();
    }

    try (FrameSource source = open()) {
      Frame frame = new Frame();
      assertThat(source.next(frame)).isTrue();
      assertThat(frame.original()).isEqualTo(40 + TcpFrames.SEGMENT);
      assertThat(frame.captured()).isEqualTo(frame.original() - 1);
      assertThat(source.next(frame)).isTrue();
      assertThat(frame.bytes().getInt(frame.offset() + 24)).isEqualTo(1 + 4 + 100_008);
    }
  }

  @Test
  void shouldSayInTheCommentWhatTheMessageIsMadeOf() throws IOException {
    export(
        ExportFormat.TCP,
        Sample.chunkedCall().stream(Rope.of(MESSAGE)).findings(Sample.WARNING, Sample.NOTE),
        call().backchannel());

    assertThat(written.toString(StandardCharsets.ISO_8859_1))
        .contains("; call 0x676090a2 WRITE to the server; chunks: Read ")
        .contains("; findings: bth.psn-gap in frame 14, rpc.note")
        .contains(" to the client");
  }

  /** A call with RDMA Reads is complete when later ones are long answered. */
  @ParameterizedTest
  @EnumSource
  void shouldWriteMessagesInTheOrderOfTheirTimes(ExportFormat format) throws IOException {
    MessageExport export =
        export(
            format,
            call().number(1).after(2_000),
            reply().number(2).after(3_000),
            call().number(3).after(1_000),
            reply().number(4).after(4_000));

    assertThat(offsets()).containsExactly(1_000L, 2_000L, 3_000L, 4_000L);
    assertThat(export.outOfOrder()).isZero();
  }

  @Test
  void shouldWriteAMessageFiveSecondsLater() throws IOException {
    try (MessageExport export =
        new MessageExport(
            Channels.newChannel(written),
            ExportFormat.TCP,
            MessageExport.WINDOW_BYTES,
            Incomplete.LEFT_OUT)) {
      assertThat(export.write(call().message())).isTrue();
      assertThat(export.write(call().after(5_000_000_000L).message())).isTrue();
      export.flush();
      assertThat(offsets()).isEmpty();
      assertThat(export.write(call().after(5_000_000_001L).message())).isTrue();
      export.flush();
      assertThat(offsets()).containsExactly(0L);
      assertThat(export.exported()).isEqualTo(3);
      export.finish();
      assertThat(offsets()).containsExactly(0L, 5_000_000_000L, 5_000_000_001L);
    }
  }

  @Test
  void shouldCountAMessageThatComesTooLate() throws IOException {
    MessageExport export =
        export(
            ExportFormat.TCP,
            call().after(10),
            call().after(6_000_000_000L),
            call().after(20),
            call().after(0),
            call().after(7_000_000_000L));

    assertThat(offsets()).containsExactly(10L, 0L, 20L, 6_000_000_000L, 7_000_000_000L);
    assertThat(export.outOfOrder()).isEqualTo(1);
  }

  @Test
  void shouldHoldNoMoreBytesThanTheWindowHas() throws IOException {
    Sample[] samples = new Sample[100];
    for (int i = 0; i < samples.length; i++) {
      samples[i] = call().after(1_000 + i).stream(Rope.of(new byte[1 << 10]));
    }
    try (MessageExport export =
        new MessageExport(
            Channels.newChannel(written), ExportFormat.TCP, 8 << 10, Incomplete.LEFT_OUT)) {
      for (Sample each : samples) {
        assertThat(export.write(each.message())).isTrue();
      }
      export.flush();
      assertThat(offsets()).hasSizeGreaterThan(90).isSorted();
      assertThat(export.write(call().message())).isTrue();
      export.finish();
      assertThat(export.outOfOrder()).isEqualTo(1);
    }
    assertThat(offsets()).hasSize(101);
  }

  @Test
  void shouldHoldNoMoreMessagesThanTheWindowHas() throws IOException {
    try (MessageExport export =
        new MessageExport(
            Channels.newChannel(written),
            ExportFormat.TCP,
            MessageExport.WINDOW_BYTES,
            Incomplete.LEFT_OUT)) {
      for (int i = 0; i <= ExportWindow.MOST_MESSAGES; i++) {
        assertThat(export.write(call().after(i).message())).isTrue();
      }
      export.flush();
      assertThat(offsets()).containsExactly(0L);
    }
  }

  /** Times of what is written so far, since that of the first sample. */
  private List<Long> offsets() throws IOException {
    List<Long> times = new ArrayList<>();
    try (FrameSource source = open()) {
      Frame frame = new Frame();
      while (source.next(frame)) {
        times.add(frame.epochNanos() - Sample.TIME);
      }
    }
    return times;
  }

  private MessageExport export(ExportFormat format, Sample... samples) throws IOException {
    try (MessageExport export =
        new MessageExport(
            Channels.newChannel(written),
            format,
            MessageExport.WINDOW_BYTES,
            Incomplete.LEFT_OUT)) {
      for (Sample sample : samples) {
        export.write(sample.message());
      }
      return export;
    }
  }

  private FrameSource open() throws IOException {
    return CaptureFile.open(new ByteArrayInputStream(written.toByteArray()), "x");
  }

  private List<byte[]> frames() throws IOException {
    List<byte[]> frames = new ArrayList<>();
    try (FrameSource source = open()) {
      Frame frame = new Frame();
      while (source.next(frame)) {
        byte[] bytes = new byte[frame.captured()];
        frame.bytes().get(frame.offset(), bytes);
        frames.add(bytes);
      }
    }
    return frames;
  }
}
