package org.rdmadump.capture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.SequenceInputStream;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.testing.Hex;

class PcapngReaderTest {
  private static final byte[] FIVE = {1, 2, 3, 4, 5};
  private static final String FIVE_HEX = "0102030405";

  private final CaptureBytes file = new CaptureBytes(ByteOrder.BIG_ENDIAN);

  @Test
  void shouldReadAFileByteByByteAsSpecified() throws IOException {
    byte[] bytes =
        Hex.bytes(
            """
            0a0d0d0a 1c000000 4d3c2b1a 0100 0000 ffffffffffffffff 1c000000 # section
            01000000 14000000 1401 0000 00000400 14000000                  # interface
            06000000 24000000 00000000 01000000 02000000 03000000 3c000000 # packet
                     aabbcc00 24000000
            """);
    assertThat(read(bytes))
        .containsExactly(new Seen(1, 0x1_0000_0002L * 1000, 60, 276, 0, "aabbcc"));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({"BIG_ENDIAN", "LITTLE_ENDIAN"})
  void shouldReadBothByteOrders(String name) throws IOException {
    file.order(order(name))
        .section()
        .interfaceBlock(1)
        .interfaceBlock(276)
        .enhanced(0, 1, 60, FIVE)
        .enhanced(1, 0x1234_5678_9abcL, 5, FIVE);
    assertThat(read())
        .containsExactly(
            new Seen(1, 1000, 60, 1, 0, FIVE_HEX),
            new Seen(2, 0x1234_5678_9abcL * 1000, 5, 276, 1, FIVE_HEX));
  }

  @Test
  void shouldCountInterfacesOverSectionsOfAnyByteOrder() throws IOException {
    file.section()
        .interfaceBlock(1)
        .interfaceBlock(276)
        .enhanced(1, 0, 5, FIVE)
        .order(ByteOrder.LITTLE_ENDIAN)
        .section()
        .interfaceBlock(113)
        .enhanced(0, 0, 5, FIVE)
        .section()
        .order(ByteOrder.BIG_ENDIAN)
        .section()
        .interfaceBlock(247)
        .enhanced(0, 0, 5, FIVE);
    assertThat(read())
        .extracting(seen -> seen.interfaceId() + " " + seen.linkType())
        .containsExactly("1 276", "2 113", "3 247");
  }

  @Test
  void shouldTakeInterfacesOfARotatedSetForOnePlace() throws IOException {
    // given what mergecap -I none makes of three files that overlap by a frame, and of another host
    CaptureBytes name = file.body().option(PcapngFormat.IF_NAME, file.body().raw(FIVE));
    file.section()
        .interfaceBlock(1)
        .interfaceBlock(1)
        .interfaceBlock(1)
        .interfaceBlock(1, 0, name)
        .enhanced(0, 0, 5, FIVE)
        .enhanced(3, 1000, 5, FIVE)
        .enhanced(1, 5000, 5, FIVE)
        .enhanced(0, 5001, 5, FIVE)
        .enhanced(2, 9000, 5, FIVE)
        .enhanced(3, 9999, 5, FIVE);

    assertThat(viewpoints()).containsExactly(1, 4, 1, 1, 1, 4);
  }

  @Test
  void shouldTellInterfacesApartThatShowPacketsInTurns() throws IOException {
    // given captures of both ends, merged
    file.section().interfaceBlock(1).interfaceBlock(1);
    for (int i = 0; i < 9; i++) {
      file.enhanced(0, 1000L * i, 5, FIVE).enhanced(1, 1000L * i + 3, 5, FIVE);
    }

    assertThat(viewpoints()).startsWith(1, 2, 1, 2).endsWith(1, 2);
  }

  @ParameterizedTest(name = "frames of {0} bytes")
  @ValueSource(ints = {5, 1500, 4200, 9000, 65_000})
  void shouldTellInterfacesApartWhateverLengthFramesHave(int length) throws IOException {
    // given captures of both ends, merged, the second one from amidst a transfer on
    byte[] bytes = new byte[length];
    file.section().interfaceBlock(1).interfaceBlock(1);
    for (int i = 0; i < 60; i++) {
      file.enhanced(0, i, length, bytes);
      if (i >= 20) {
        file.enhanced(1, i, length, bytes);
      }
    }

    assertThat(viewpoints().subList(20, 100)).startsWith(1, 2, 1, 2).endsWith(1, 2);
  }

  @Test
  void shouldTellInterfacesApartOnceOneGoesOnThatSeemedOver() throws IOException {
    // given a second capture that has many frames at first which the first one lacks
    file.section().interfaceBlock(1).interfaceBlock(1).enhanced(0, 0, 5, FIVE);
    for (int i = 0; i < 500; i++) {
      file.enhanced(1, i, 5, FIVE);
    }
    for (int i = 0; i < 20; i++) {
      file.enhanced(0, 500 + i, 5, FIVE).enhanced(1, 500 + i, 5, FIVE);
    }

    List<Integer> viewpoints = viewpoints();
    assertThat(viewpoints.subList(0, 501)).containsOnly(1);
    assertThat(viewpoints).endsWith(1, 2, 1, 2);
  }

  @Test
  void shouldTellASetApartFromAnInterfaceThatGoesOnAmidstIt() throws IOException {
    // given three files of a set, and late frames of the first
    file.section()
        .interfaceBlock(1)
        .interfaceBlock(1)
        .interfaceBlock(1)
        .enhanced(0, 0, 5, FIVE)
        .enhanced(1, 1, 5, FIVE);
    for (int i = 0; i < 200; i++) {
      file.enhanced(1, 1, 5, FIVE);
    }
    file.enhanced(2, 2, 5, FIVE);
    for (int i = 0; i < 200; i++) {
      file.enhanced(2, 2, 5, FIVE);
    }
    file.enhanced(0, 5000, 5, FIVE).enhanced(2, 5001, 5, FIVE);

    assertThat(viewpoints()).startsWith(1, 1).endsWith(1, 2, 1);
  }

  @Test
  void shouldTakeInterfacesForOnePlaceAcrossManyOfThem() throws IOException {
    // given as many files of a set as a section may have interfaces
    file.section();
    for (int i = 0; i < 3000; i++) {
      file.interfaceBlock(1);
    }
    for (int i = 0; i < 3000; i++) {
      file.enhanced(i, i, 5, FIVE);
    }

    assertThat(viewpoints()).hasSize(3000).containsOnly(1);
  }

  @Test
  void shouldTellInterfacesApartThatAreNamedDifferently() throws IOException {
    file.section()
        .interfaceBlock(1, 0, file.body().option(PcapngFormat.IF_NAME, file.body().u8('a')))
        .interfaceBlock(1, 0, file.body().option(PcapngFormat.IF_NAME, file.body().u8('b')))
        .enhanced(0, 0, 5, FIVE)
        .enhanced(1, 5000, 5, FIVE);

    assertThat(viewpoints()).containsExactly(1, 2);
  }

  @Test
  void shouldForgetPlacesWithTheirSection() throws IOException {
    for (int i = 0; i < 2; i++) {
      file.section()
          .interfaceBlock(1)
          .interfaceBlock(1)
          .enhanced(0, 9000L * i, 5, FIVE)
          .enhanced(1, 9000L * i + 1, 5, FIVE);
    }

    assertThat(viewpoints()).containsExactly(1, 1, 3, 3);
  }

  @ParameterizedTest(name = "if_tsresol {0}: {1} is {2} ns")
  @CsvSource({
    "0x00, 3, 3000000000",
    "0x03, 1234, 1234000000",
    "0x06, 1234, 1234000",
    "0x09, 1234, 1234",
    "0x0c, 1999, 1",
    "0x80, 3, 3000000000",
    "0x8a, 1536, 1500000000",
    "0xa0, 6442450944, 1500000000",
  })
  void shouldReadTheResolutionOfAnInterface(String option, long stamp, long nanos)
      throws IOException {
    file.section()
        .interfaceBlock(
            1,
            0,
            file.body()
                .option(1, file.body().u8('x'))
                .option(PcapngFormat.IF_TSRESOL, file.body().u8(Integer.decode(option)))
                .option(0, file.body()))
        .enhanced(0, stamp, 5, FIVE);
    assertThat(read()).extracting(Seen::nanos).containsExactly(nanos);
  }

  @Test
  void shouldAddTheTimeOffsetOfAnInterface() throws IOException {
    file.section()
        .interfaceBlock(1, 0, file.body().option(PcapngFormat.IF_TSOFFSET, file.body().u64(10)))
        .interfaceBlock(1, 0, file.body().option(PcapngFormat.IF_TSOFFSET, file.body().u64(-10)))
        .enhanced(0, 20_000_000, 5, FIVE)
        .enhanced(1, 20_000_000, 5, FIVE);
    assertThat(read()).extracting(Seen::nanos).containsExactly(30_000_000_000L, 10_000_000_000L);
  }

  @Test
  void shouldReadOptionsOnlyUpToTheirEnd() throws IOException {
    file.section()
        .interfaceBlock(
            1,
            0,
            file.body().option(0, file.body()).option(PcapngFormat.IF_TSRESOL, file.body().u8(9)))
        .interfaceBlock(1, 0, file.body().u16(PcapngFormat.IF_TSRESOL, 200).u32(0x09000000))
        .enhanced(0, 1, 5, FIVE)
        .enhanced(1, 1, 5, FIVE);
    assertThat(read()).extracting(Seen::nanos).containsExactly(1000L, 1000L);
  }

  @ParameterizedTest(name = "if_fcslen {0}")
  @CsvSource({"0, 60", "4, 56", "2, 58", "32, 56", "16, 58"})
  void shouldNotTakeAFrameCheckSequenceForFrame(int option, int original) throws IOException {
    file.section()
        .interfaceBlock(1, 0, file.body().option(PcapngFormat.IF_FCSLEN, file.body().u8(option)))
        .enhanced(0, 1, 60, new byte[60]);
    assertThat(read())
        .singleElement()
        .satisfies(
            seen -> {
              assertThat(seen.original()).isEqualTo(original);
              assertThat(seen.bytes()).hasSize(2 * original);
            });
  }

  @Test
  void shouldTakeTheFcsLengthOfAPacketBeforeThatOfItsInterface() throws IOException {
    CaptureBytes twoBytes = file.body().option(1, file.body().u8('x'));
    twoBytes.option(PcapngFormat.EPB_FLAGS, file.body().u32(2 << 5));
    CaptureBytes unknown = file.body().option(PcapngFormat.EPB_FLAGS, file.body().u32(1));
    file.section()
        .interfaceBlock(1, 0, file.body().option(PcapngFormat.IF_FCSLEN, file.body().u8(4)))
        .enhanced(0, 1, 60, FIVE, twoBytes)
        .enhanced(0, 1, 60, FIVE, unknown);
    assertThat(read()).extracting(Seen::original).containsExactly(58, 56);
  }

  @Test
  void shouldGiveASimplePacketTheTimeOfTheFrameBefore() throws IOException {
    file.section()
        .interfaceBlock(1, 4, file.body())
        .block(PcapngFormat.SIMPLE_PACKET, file.body().u32(3).raw(new byte[] {7, 8, 9}))
        .enhanced(0, 1234, 5, FIVE)
        .block(PcapngFormat.SIMPLE_PACKET, file.body().u32(60).raw(FIVE));
    assertThat(read())
        .containsExactly(
            new Seen(1, 0, 3, 1, 0, "070809"),
            new Seen(2, 1_234_000, 5, 1, 0, FIVE_HEX),
            new Seen(3, 1_234_000, 60, 1, 0, "01020304"));
  }

  @Test
  void shouldReadTheObsoletePacketBlock() throws IOException {
    file.section()
        .interfaceBlock(1)
        .interfaceBlock(276)
        .block(PcapngFormat.PACKET, file.body().u16(1, 9).u32(1, 2, 5, 60).raw(FIVE));
    assertThat(read()).containsExactly(new Seen(1, 0x1_0000_0002L * 1000, 60, 276, 1, FIVE_HEX));
  }

  @Test
  void shouldSkipOtherBlocksEvenIfNoBufferHoldsThem() throws IOException {
    file.section()
        .block(0x0bad, file.body())
        .interfaceBlock(1)
        .block(0x0bad, file.body().zeros(BlockReader.LIMIT + 12))
        .enhanced(0, 1, 5, FIVE)
        .block(5, file.body().zeros(8));
    assertThat(read()).hasSize(1);
  }

  @Test
  void shouldReadOnWhereTheLengthsOfABlockDiffer() throws IOException {
    file.section().interfaceBlock(1).enhanced(0, 1, 5, FIVE);
    int good = file.toArray().length;
    assertDamage(
        file.u32(6, 40).zeros(28).u32(44).zeros(20).enhanced(0, 1, 5, FIVE),
        2,
        new Damage(
            good,
            2,
            "a block says first 40 and then 44 bytes in or before frame 2; 60 bytes were passed"
                + " over"));
  }

  @ParameterizedTest(name = "{0} and {1} bytes")
  @CsvSource({"40, 44", "44, 40", "4294967295, 40", "40, 0", "13, 40", "16777200, 40"})
  void shouldReadABlockByTheLengthThatFits(long first, long second) throws IOException {
    file.section().interfaceBlock(1);
    file.u32(6, (int) first, 0, 0, 1, 5, 5).raw(FIVE).zeros(3).u32((int) second);
    for (int i = 0; i < 3; i++) {
      file.enhanced(0, 1, 5, FIVE);
    }
    try (FrameSource source = CaptureFile.open(new ByteArrayInputStream(file.toArray()), "x")) {
      assertThat(Seen.all(source)).extracting(Seen::original).containsExactly(5, 5, 5, 5);
      assertThat(source.damage().orElseThrow().message())
          .endsWith("in or before frame 1; nothing was passed over");
    }
  }

  @Test
  void shouldNotSkipABlockThatNoWriterMakes() throws IOException {
    file.section().interfaceBlock(1);
    assertDamage(
        file.u32(0x12345678, 1 << 20, 0, 0).enhanced(0, 1, 5, FIVE),
        1,
        new Damage(
            48,
            1,
            "impossible: a block of 1048576 bytes, 56 are left in or before frame 1; 16 bytes were"
                + " passed over"));
  }

  @Test
  void shouldReadOnWhereTheLengthsOfASkippedBlockDiffer() throws IOException {
    assertDamage(
        file.section().u32(0x0bad, 16).zeros(4).u32(0),
        0,
        new Damage(
            28,
            1,
            "a block says first 16 and then 0 bytes in or before frame 1; nothing was passed over"));
  }

  @ParameterizedTest(name = "{0} bytes")
  @CsvSource({"0", "8", "11", "13", "4294967295"})
  void shouldPassOverImpossibleBlockLengths(long length) throws IOException {
    assertDamage(
        file.section().u32(6, (int) length).zeros(64),
        0,
        new Damage(
            28,
            1,
            "impossible: a block of "
                + length
                + " bytes in or before frame 1; 72 bytes were passed over"));
  }

  @Test
  void shouldPassOverAPacketThatNoBufferHolds() throws IOException {
    assertDamage(
        file.section().interfaceBlock(1).u32(6, 1 << 25).zeros(64),
        0,
        new Damage(
            48,
            1,
            "impossible: a block of 33554432 bytes, at most 16777216 in or before frame 1; 72 bytes"
                + " were passed over"));
  }

  @Test
  void shouldPassOverAPacketOfAnUndescribedInterface() throws IOException {
    assertDamage(
        file.section().interfaceBlock(1).section().enhanced(0, 1, 5, FIVE),
        0,
        new Damage(
            76,
            1,
            "impossible: interface 0 of 0 in use in or before frame 1; 40 bytes were passed over"));
  }

  @Test
  void shouldReadOnBehindPacketsOfUndescribedInterfaces() throws IOException {
    file.section().interfaceBlock(1).enhanced(0, 1, 5, FIVE);
    assertDamage(
        file.enhanced(7, 2, 5, FIVE).enhanced(0, 3, 5, FIVE).enhanced(8, 4, 5, FIVE),
        2,
        new Damage(
            88,
            2,
            "impossible: interface 7 of 1 in use in or before frame 2; 80 bytes were passed over here"
                + " and in 1 more place"));
  }

  @Test
  void shouldSayWhatWasPassedOverBeforeTheEndOfTheReading() throws IOException {
    file.section().interfaceBlock(1).enhanced(7, 2, 5, FIVE).enhanced(0, 3, 5, FIVE);
    assertDamage(
        file.u32(6, 40, 0, 0),
        1,
        new Damage(
            128,
            2,
            "cut short in frame 2 (needed 40 bytes, had 16); before it, at byte 48: impossible:"
                + " interface 7 of 1 in use in or before frame 1; 40 bytes were passed over"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a1b2c3d4 00020004", "d4c3b2a1 02000400", "4d3cb2a1 02000400"})
  void shouldSayThatACaptureOfTheOtherFormatFollows(String header) throws IOException {
    assertDamage(
        file.section().interfaceBlock(1).raw(Hex.bytes(header)).zeros(16),
        0,
        new Damage(
            48,
            1,
            "a pcap capture begins behind frame 0; cat joins captures of one format only,"
                + " mergecap those of both"));
  }

  @Test
  void shouldPassOverAPacketLargerThanItsBlock() throws IOException {
    file.section().interfaceBlock(1).block(6, file.body().u32(0, 0, 0, 9, 9).zeros(8));
    assertDamage(
        file.enhanced(0, 3, 5, FIVE),
        1,
        new Damage(
            48,
            1,
            "impossible: 9 captured bytes in a block of 40 in or before frame 1; 40 bytes were"
                + " passed over"));
  }

  @Test
  void shouldEndAtASectionOfAnUnknownVersion() throws IOException {
    assertDamage(
        file.block(PcapngFormat.SECTION_HEADER, file.body().u32(0x1a2b3c4d).u16(2, 0).u64(-1)),
        0,
        new Damage(0, 1, "impossible: a section of version 2 in or before frame 1"));
  }

  @Test
  void shouldReadOnBehindASectionHeaderWhoseByteOrderIsDamaged() throws IOException {
    file.section().interfaceBlock(1).enhanced(0, 1, 5, FIVE);
    assertDamage(
        file.block(PcapngFormat.SECTION_HEADER, file.body().u32(0x1a2b3c00).u16(1, 0).u64(-1))
            .interfaceBlock(1)
            .enhanced(0, 2, 5, FIVE),
        2,
        new Damage(
            88,
            2,
            "impossible: byte-order magic 0x1a2b3c00 in or before frame 2; 28 bytes were passed"
                + " over"));
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 29, 44, 1 << 16, Integer.MAX_VALUE, -4})
  void shouldReadOnBehindASectionHeaderOfAnotherLength(int length) throws IOException {
    CaptureBytes bytes =
        file.u32(PcapngFormat.SECTION_HEADER, length, 0x1a2b3c4d)
            .u16(1, 0)
            .u64(-1)
            .u32(28)
            .interfaceBlock(1)
            .enhanced(0, 1, 5, FIVE)
            .enhanced(0, 2, 5, FIVE);
    try (FrameSource source = CaptureFile.open(new ByteArrayInputStream(bytes.toArray()), "x")) {
      assertThat(Seen.all(source)).hasSize(2);
      assertThat(source.damage().orElseThrow().message())
          .contains("in or before frame 1")
          .endsWith("nothing was passed over");
    }
  }

  @Test
  void shouldFindTheNextSectionBehindDamage() throws IOException {
    // given zeros where packets were, and a section in the other byte order behind them
    file.section().interfaceBlock(1).enhanced(0, 1, 5, FIVE).zeros(400);
    byte[] before = file.toArray();
    CaptureBytes next = new CaptureBytes(ByteOrder.LITTLE_ENDIAN);
    byte[] behind = next.section().interfaceBlock(1).enhanced(0, 2, 5, FIVE).toArray();
    try (FrameSource source =
        CaptureFile.open(
            new SequenceInputStream(
                new ByteArrayInputStream(before), new ByteArrayInputStream(behind)),
            "x")) {
      assertThat(Seen.all(source)).hasSize(2);
      assertThat(source.damage().orElseThrow().message()).endsWith("400 bytes were passed over");
    }
  }

  @Test
  void shouldPassOverInterfacesOfWhichASectionHasTooMany() throws IOException {
    file.section();
    for (int i = 0; i <= PcapngReader.MOST_INTERFACES; i++) {
      file.interfaceBlock(1);
    }
    assertDamage(
        file.enhanced(0, 1, 5, FIVE),
        1,
        new Damage(
            28 + 20L * PcapngReader.MOST_INTERFACES,
            1,
            "impossible: more than 65536 interfaces in or before frame 1; 20 bytes were passed over"));
  }

  @Test
  void shouldSayWhichFrameIsCutShort() throws IOException {
    assertDamage(
        file.section().interfaceBlock(1).enhanced(0, 1, 5, FIVE).u32(6, 40, 0, 0),
        1,
        new Damage(88, 2, "cut short in frame 2 (needed 40 bytes, had 16)"));
  }

  @Test
  void shouldSayBeforeWhichFrameAnotherBlockIsCutShort() throws IOException {
    assertDamage(
        file.section().interfaceBlock(1).u32(0x0bad, 40, 0, 0),
        0,
        new Damage(48, 1, "cut short in a block before frame 1 (needed 40 bytes, had 16)"));
  }

  private void assertDamage(CaptureBytes bytes, int frames, Damage damage) throws IOException {
    try (FrameSource source = CaptureFile.open(new ByteArrayInputStream(bytes.toArray()), "x")) {
      assertThat(Seen.all(source)).hasSize(frames);
      assertThat(source.damage()).contains(damage);
    }
  }

  private List<Seen> read() throws IOException {
    return read(file.toArray());
  }

  private static List<Seen> read(byte[] bytes) throws IOException {
    try (FrameSource source = CaptureFile.open(new ByteArrayInputStream(bytes), "x")) {
      List<Seen> frames = Seen.all(source);
      assertThat(source.damage()).isEmpty();
      assertThat(source.position()).isEqualTo(bytes.length);
      return frames;
    }
  }

  private static ByteOrder order(String name) {
    return name.equals("BIG_ENDIAN") ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
  }

  private List<Integer> viewpoints() throws IOException {
    List<Integer> viewpoints = new ArrayList<>();
    Frame frame = new Frame();
    try (FrameSource source =
        CaptureFile.open(new ByteArrayInputStream(file.toArray()), "viewpoints")) {
      while (source.next(frame)) {
        viewpoints.add(frame.viewpoint());
      }
    }
    return viewpoints;
  }
}
