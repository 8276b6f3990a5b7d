package org.rdmadump.capture;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Captures that are damaged in the middle: each record that is whole is read. */
@Timeout(value = 60, unit = SECONDS)
class DamagedRecordsTest {
  private static final int RECORDS = 100;
  private static final int HOSTILE = 1 << 23;

  private final SplittableRandom random = new SplittableRandom(11);

  /** Ends of records in the capture, the first one that of its headers. */
  private final List<Integer> ends = new ArrayList<>();

  @ParameterizedTest(name = "{0} {1}")
  @CsvSource({
    "pcap, BIG_ENDIAN",
    "pcap, LITTLE_ENDIAN",
    "modified, BIG_ENDIAN",
    "pcapng, BIG_ENDIAN",
    "pcapng, LITTLE_ENDIAN"
  })
  void shouldReadEveryRecordThatIsWhole(String format, String order) throws IOException {
    byte[] whole = capture(format, order(order));
    List<String> expected = contents(read(whole));
    assertThat(expected).hasSize(RECORDS);
    for (int i = 0; i < 2_000; i++) {
      byte[] bytes = whole.clone();
      int from = ends.get(0) + random.nextInt(bytes.length - ends.get(0));
      int to = Math.min(bytes.length, from + 1 + random.nextInt(2 << random.nextInt(13)));
      overwrite(bytes, from, to);

      Set<String> contents = new HashSet<>(contents(read(bytes)));

      assertThat(contents.size()).isLessThanOrEqualTo(RECORDS + 2);
      for (int record = 0; record < RECORDS; record++) {
        if (ends.get(record + 1) <= from || ends.get(record) >= to) {
          // Its bytes would fill a page.
          assertThat(contents.contains(expected.get(record)))
              .as("record %d at %d, bytes %d to %d", record, ends.get(record), from, to)
              .isTrue();
        }
      }
    }
  }

  /** Work would grow with the square if each look ahead was repeated, or moved what is held. */
  @ParameterizedTest(name = "{0} {1}")
  @CsvSource({
    "pcap, 66000 66000",
    "pcap, 16777000 5",
    "pcap, 200000 5",
    "pcap, 7 5",
    "pcapng, 65996 66000",
    "pcapng, 16777212 5",
    "pcapng, 200000 5",
    "pcapng, 40 5"
  })
  void shouldReadHostileInputInLinearTime(String format, String lengths) throws IOException {
    int length = Integer.parseInt(lengths.split(" ", -1)[0]);
    int other = Integer.parseInt(lengths.split(" ", -1)[1]);
    CaptureBytes file = new CaptureBytes(ByteOrder.BIG_ENDIAN);
    if (format.equals("pcap")) {
      file.pcapHeader(PcapFormat.MICROSECONDS, BlockReader.LIMIT, 1);
    } else {
      file.section().interfaceBlock(1);
    }
    for (int i = 0; file.size() < HOSTILE; i++) {
      if (format.equals("pcap")) {
        file.u32(100, i % 1_000_000, length, other);
        if (i % 4 == 0) {
          file.record(100, 0, 5, new byte[5]).record(100, 0, 5, new byte[5]);
        }
      } else {
        file.u32(6, length, 0, 0, i, other, other);
        if (i % 4 == 0) {
          file.enhanced(0, 1, 5, new byte[5]).enhanced(0, 1, 5, new byte[5]);
        }
      }
    }

    try (FrameSource source = open(file.toArray())) {
      Frame frame = new Frame();
      while (source.next(frame)) {
        assertThat(frame.captured()).isLessThanOrEqualTo(HOSTILE);
      }
      assertThat(source.damage()).isPresent();
    }
  }

  private void overwrite(byte[] bytes, int from, int to) {
    switch (random.nextInt(3)) {
      case 0 -> Arrays.fill(bytes, from, to, (byte) 0);
      case 1 -> Arrays.fill(bytes, from, to, (byte) -1);
      default -> {
        byte[] others = new byte[to - from];
        random.nextBytes(others);
        System.arraycopy(others, 0, bytes, from, others.length);
      }
    }
  }

  private byte[] capture(String format, ByteOrder order) {
    CaptureBytes file = new CaptureBytes(order);
    switch (format) {
      case "pcap" -> file.pcapHeader(PcapFormat.NANOSECONDS, 65_535, 1);
      case "modified" -> file.pcapHeader(PcapFormat.MODIFIED, 65_535, 1);
      default -> file.section().interfaceBlock(1);
    }
    ends.add(file.size());
    for (int i = 0; i < RECORDS; i++) {
      byte[] data = new byte[1 + random.nextInt(2 << random.nextInt(11))];
      random.nextBytes(data);
      switch (format) {
        case "pcap" -> file.record(1_700_000_000, i, data.length + i % 2, data);
        case "modified" ->
            file.u32(1_700_000_000, i, data.length, data.length + i % 2, 3, 4).raw(data);
        default -> file.enhanced(0, i, data.length + i % 2, data);
      }
      ends.add(file.size());
    }
    return file.toArray();
  }

  private static List<String> contents(List<Seen> all) {
    return all.stream().map(seen -> seen.nanos() + " " + seen.bytes()).toList();
  }

  private static List<Seen> read(byte[] bytes) throws IOException {
    try (FrameSource source = open(bytes)) {
      return Seen.all(source);
    }
  }

  private static FrameSource open(byte[] bytes) throws IOException {
    return CaptureFile.open(new ByteArrayInputStream(bytes), "damaged");
  }

  private static ByteOrder order(String name) {
    return name.equals("BIG_ENDIAN") ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
  }
}
