package org.rdmadump.capture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteOrder;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmadump.testing.Hex;

class PcapReaderTest {
  private static final byte[] FIVE = {1, 2, 3, 4, 5};

  @Test
  void shouldReadAFileByteByByteAsSpecified() throws IOException {
    byte[] file =
        Hex.bytes(
            """
            d4c3b2a1 0200 0400 00000000 00000000 00000400 14010000 # header, snap length 262144
            78563412 40e20100 03000000 3c000000 aabbcc             # 3 of 60 bytes
            """);
    assertThat(read(file))
        .containsExactly(
            new Seen(1, 0x12345678L * 1_000_000_000 + 123_456_000, 60, 276, 0, "aabbcc"));
  }

  @ParameterizedTest(name = "{0} {1}")
  @CsvSource({
    "BIG_ENDIAN, a1b2c3d4, 7000",
    "LITTLE_ENDIAN, a1b2c3d4, 7000",
    "BIG_ENDIAN, a1b23c4d, 7",
    "LITTLE_ENDIAN, a1b23c4d, 7"
  })
  void shouldReadBothByteOrdersAndBothPrecisions(String order, String magic, long nanos)
      throws IOException {
    byte[] file =
        new CaptureBytes(order(order))
            .pcapHeader(Integer.parseUnsignedInt(magic, 16), 65_535, 1)
            .record(1, 7, 5, FIVE)
            .record(-1, 0, 6, FIVE)
            .toArray();
    assertThat(read(file))
        .containsExactly(
            new Seen(1, 1_000_000_000 + nanos, 5, 1, 0, "0102030405"),
            new Seen(2, 0xffff_ffffL * 1_000_000_000, 6, 1, 0, "0102030405"));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({"BIG_ENDIAN", "LITTLE_ENDIAN"})
  void shouldReadTheModifiedFormat(String order) throws IOException {
    byte[] file =
        new CaptureBytes(order(order))
            .pcapHeader(PcapFormat.MODIFIED, 65_535, 1)
            .u32(1, 7, 5, 5, 3, 4)
            .raw(FIVE)
            .u32(2, 8, 5, 5, 3, 4)
            .raw(FIVE)
            .toArray();
    assertThat(read(file)).extracting(Seen::nanos).containsExactly(1_000_007_000L, 2_000_008_000L);
  }

  @ParameterizedTest(name = "{0} {1}")
  @CsvSource({
    "BIG_ENDIAN, a1b2c3d4, 7000",
    "LITTLE_ENDIAN, a1b2c3d4, 7000",
    "BIG_ENDIAN, a1b23c4d, 7",
    "LITTLE_ENDIAN, a1b23c4d, 7"
  })
  void shouldReadOnInAFileThatWasAppended(String order, String magic, long nanos)
      throws IOException {
    // given two files in one, with other link types, as cat writes them
    byte[] file =
        bigEndian(113)
            .record(1, 7, 5, FIVE)
            .order(order(order))
            .pcapHeader(Integer.parseUnsignedInt(magic, 16), 65_535, 1)
            .record(2, 7, 6, FIVE)
            .toArray();

    // then both are read, and the second header is no frame
    assertThat(read(file))
        .containsExactly(
            new Seen(1, 1_000_007_000, 5, 113, 0, "0102030405"),
            new Seen(2, 2_000_000_000 + nanos, 6, 1, 0, "0102030405"));
  }

  @Test
  void shouldSayThatACaptureOfTheOtherFormatFollows() throws IOException {
    byte[] file =
        bigEndian(1)
            .record(1, 7, 5, FIVE)
            .u32(0x0a0d0d0a, 28, 0x1a2b3c4d, 1 << 16)
            .zeros(12)
            .toArray();

    try (FrameSource source = CaptureFile.open(new ByteArrayInputStream(file), "x")) {
      assertThat(Seen.all(source)).hasSize(1);
      assertThat(source.damage())
          .contains(
              new Damage(
                  45,
                  2,
                  "a pcapng capture begins behind frame 1; cat joins captures of one format only,"
                      + " mergecap those of both"));
    }
  }

  @Test
  void shouldTakeARecordOfNoBytesForAFrameAtAnyOtherTime() throws IOException {
    byte[] file =
        bigEndian(1)
            .record(PcapFormat.MICROSECONDS, 7, 0, new byte[0])
            .record(PcapFormat.MICROSECONDS + 1, PcapFormat.VERSION, 0, new byte[0])
            .toArray();
    assertThat(read(file)).hasSize(2);
  }

  @Test
  void shouldNotTakeAFrameCheckSequenceForFrame() throws IOException {
    // 2 units of 16 bits, and the flag that says so.
    byte[] file =
        bigEndian(0x2400_0001)
            .record(0, 0, 5, FIVE)
            .record(0, 0, 6, FIVE)
            .record(0, 0, 9, FIVE)
            .record(0, 0, 60, FIVE)
            .record(0, 0, 3, new byte[3])
            .toArray();
    assertThat(read(file))
        .extracting(seen -> seen.bytes() + " of " + seen.original())
        .containsExactly("01 of 1", "0102 of 2", "0102030405 of 5", "0102030405 of 56", " of 0");
    assertThat(read(file)).extracting(Seen::linkType).containsOnly(1);
  }

  @Test
  void shouldNotBelieveALengthOfFcsWithoutItsFlag() throws IOException {
    assertThat(read(bigEndian(0x2000_0001).record(0, 0, 5, FIVE).toArray()))
        .extracting(Seen::original)
        .containsExactly(5);
  }

  @Test
  void shouldNeverSayThatMoreWasCapturedThanSent() throws IOException {
    assertThat(read(bigEndian(1).record(0, 0, 2, FIVE).record(0, 0, -1, FIVE).toArray()))
        .extracting(Seen::original)
        .containsExactly(5, Integer.MAX_VALUE);
  }

  @Test
  void shouldReadAnEmptyFrame() throws IOException {
    assertThat(read(bigEndian(1).record(0, 0, 60, new byte[0]).toArray()))
        .containsExactly(new Seen(1, 0, 60, 1, 0, ""));
  }

  @Test
  void shouldReadAFrameLongerThanTheBuffer() throws IOException {
    byte[] data = new byte[3 * BlockReader.CAPACITY];
    data[data.length - 1] = 7;
    byte[] file =
        new CaptureBytes(ByteOrder.BIG_ENDIAN)
            .pcapHeader(PcapFormat.MICROSECONDS, data.length, 1)
            .record(0, 0, data.length, data)
            .record(0, 0, 5, FIVE)
            .toArray();
    List<Seen> seen = read(file);
    assertThat(seen).extracting(Seen::original).containsExactly(data.length, 5);
    assertThat(seen.get(0).bytes()).endsWith("0007");
  }

  @ParameterizedTest(name = "{0} bytes")
  @CsvSource({"262145", "16777216", "2147483647", "2147483648", "4294967295"})
  void shouldEndAtAnImpossibleLengthWithoutAllocatingIt(long length) throws IOException {
    byte[] file =
        bigEndian(1)
            .record(0, 0, 5, FIVE)
            .u32(0, 0, (int) length, (int) length)
            .raw(FIVE)
            .toArray();
    try (FrameSource source = CaptureFile.open(new ByteArrayInputStream(file), "x")) {
      assertThat(Seen.all(source)).hasSize(1);
      assertThat(source.damage())
          .contains(
              new Damage(
                  45,
                  2,
                  "impossible length in frame 2 ("
                      + length
                      + " bytes, at most 262144); 21 bytes were passed over"));
    }
  }

  @Test
  void shouldReadOnBehindImpossibleLengths() throws IOException {
    CaptureBytes file = bigEndian(1).record(100, 0, 5, FIVE);
    for (int i = 0; i < 2; i++) {
      file.u32(101, 0, -1, -1).raw(FIVE);
      file.record(102, 0, 6, FIVE).record(103, 0, 7, FIVE).record(104, 0, 8, FIVE);
    }
    assertDamage(
        file,
        "5 6 7 8 6 7 8",
        new Damage(
            45,
            2,
            "impossible length in frame 2 (4294967295 bytes, at most 262144); 42 bytes were passed"
                + " over here and in 1 more place"));
  }

  @Test
  void shouldReadARecordByItsOtherLengthIfThatFits() throws IOException {
    assertDamage(
        bigEndian(1)
            .record(100, 0, 5, FIVE)
            .u32(101, 0, 1 << 30, 5)
            .raw(FIVE)
            .record(102, 0, 6, FIVE)
            .record(102, 0, 7, FIVE),
        "5 5 6 7",
        new Damage(
            45,
            2,
            "impossible length in frame 2 (1073741824 bytes, at most 262144); nothing was passed"
                + " over"));
  }

  @Test
  void shouldNotBelieveALengthThatPassesOverRecords() throws IOException {
    // given a record that says to be longer than its packet, and so to hold the records behind it
    assertDamage(
        bigEndian(1)
            .u32(100, 0, 5 + 2 * 21 + 3, 5)
            .raw(FIVE)
            .record(102, 0, 6, FIVE)
            .record(102, 0, 7, FIVE)
            .record(102, 0, 8, FIVE),
        "5 6 7 8",
        new Damage(
            24, 1, "impossible length in frame 1 (50 bytes, at most 5); nothing was passed over"));
  }

  @Test
  void shouldPassOverZeros() throws IOException {
    assertDamage(
        bigEndian(1)
            .record(100, 0, 5, FIVE)
            .zeros(4096)
            .record(102, 0, 6, FIVE)
            .record(102, 0, 7, FIVE),
        "5 6 7",
        new Damage(
            45,
            2,
            "impossible length in frame 2 (zeros in place of a record); 4096 bytes were passed"
                + " over"));
  }

  @Test
  void shouldSayWhatWasPassedOverBeforeTheEndOfTheReading() throws IOException {
    assertDamage(
        bigEndian(1)
            .record(100, 0, 5, FIVE)
            .zeros(100)
            .record(102, 0, 6, FIVE)
            .record(102, 0, 7, FIVE)
            .u32(0, 0, 1082, 1082),
        "5 6 7",
        new Damage(
            187,
            4,
            "cut short in frame 4 (needed 1082 bytes, had 0); before it, at byte 45: impossible"
                + " length in frame 2 (zeros in place of a record); 100 bytes were passed over"));
  }

  private static void assertDamage(CaptureBytes file, String originals, Damage damage)
      throws IOException {
    try (FrameSource source =
        CaptureFile.open(new ByteArrayInputStream(file.toArray()), "damaged")) {
      assertThat(Seen.all(source))
          .extracting(seen -> Integer.toString(seen.original()))
          .containsExactly(originals.split(" ", -1));
      assertThat(source.damage()).contains(damage);
    }
  }

  @Test
  void shouldSayWhereAFrameIsCutShort() throws IOException {
    byte[] file = bigEndian(1).record(0, 0, 5, FIVE).u32(0, 0, 1082, 1082).zeros(818).toArray();
    try (FrameSource source = CaptureFile.open(new ByteArrayInputStream(file), "x")) {
      assertThat(Seen.all(source)).hasSize(1);
      assertThat(source.damage())
          .contains(new Damage(45, 2, "cut short in frame 2 (needed 1082 bytes, had 818)"));
      assertThat(source.position()).isEqualTo(45);
    }
  }

  private static CaptureBytes bigEndian(int linkTypeWord) {
    return new CaptureBytes(ByteOrder.BIG_ENDIAN)
        .pcapHeader(PcapFormat.MICROSECONDS, 65_535, linkTypeWord);
  }

  private static List<Seen> read(byte[] file) throws IOException {
    try (FrameSource source = CaptureFile.open(new ByteArrayInputStream(file), "x")) {
      List<Seen> frames = Seen.all(source);
      assertThat(source.damage()).isEmpty();
      return frames;
    }
  }

  private static ByteOrder order(String name) {
    return name.equals("BIG_ENDIAN") ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
  }
}
