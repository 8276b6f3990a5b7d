package org.rdmadump.capture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.rdmadump.capture.PcapWriter.Precision;

/** What pcapng files say of packets that were lost while they were made. */
class PcapngDropsTest {
  private static final ByteBuffer BYTES = ByteBuffer.wrap(new byte[4]);
  private static final OptionalLong UNKNOWN = OptionalLong.empty();

  private static final MergeListener NO_TROUBLE =
      new MergeListener() {
        @Override
        public void damaged(CaptureInput input, Damage damage, long frame) {
          throw new AssertionError(damage.message());
        }

        @Override
        public void failed(CaptureInput input, IOException why) {
          throw new AssertionError(why);
        }
      };

  private final ByteArrayOutputStream written = new ByteArrayOutputStream();

  /** Writes a section with a frame on each interface, and counts: interface, interface's, ours. */
  private void section(long[]... counts) throws IOException {
    try (PcapngWriter writer =
        new PcapngWriter(Channels.newChannel(written), ByteOrder.BIG_ENDIAN)) {
      for (int i = 0; i < 2; i++) {
        writer.write(writer.addInterface(1, 96), 1000, 4, BYTES, 0, 4);
      }
      for (long[] each : counts) {
        writer.writeStatistics(
            (int) each[0],
            2000,
            new InterfaceStatistics(1, 2, UNKNOWN, count(each[1]), count(each[2]), 1));
      }
    }
  }

  private static OptionalLong count(long count) {
    return count < 0 ? OptionalLong.empty() : OptionalLong.of(count);
  }

  private OptionalLong dropped() throws IOException {
    try (FrameSource source =
        CaptureFile.open(new ByteArrayInputStream(written.toByteArray()), "test")) {
      Frame frame = new Frame();
      while (source.next(frame)) {
        assertThat(frame.captured()).isEqualTo(4);
      }
      assertThat(source.damage()).isEmpty();
      return source.dropped();
    }
  }

  @Test
  void shouldNotKnowWithoutStatistics() throws IOException {
    section();
    assertThat(dropped()).isEmpty();

    section(new long[] {0, -1, -1});
    assertThat(dropped()).isEmpty();
  }

  @Test
  void shouldAddWhatInterfaceAndSystemLost() throws IOException {
    section(new long[] {0, 3, 4}, new long[] {1, -1, 5});

    assertThat(dropped()).hasValue(12);
  }

  @Test
  void shouldTakeTheLastCountOfAnInterface() throws IOException {
    section(new long[] {0, 1, 0}, new long[] {0, 7, 0});

    assertThat(dropped()).hasValue(7);
  }

  @Test
  void shouldAddSections() throws IOException {
    section(new long[] {0, 1, 0});
    section(new long[] {0, 2, 0});

    assertThat(dropped()).hasValue(3);
  }

  @Test
  void shouldNotBelieveWhatNoCounterReaches() throws IOException {
    section(new long[] {0, Long.MAX_VALUE, Long.MAX_VALUE});

    assertThat(dropped()).hasValue(2 * PcapngDrops.MOST);
  }

  @Test
  void shouldAddWhatPacketsSayWasLostBeforeThem() throws IOException {
    packets(enhanced(0, 5), enhanced(1, 7), enhanced(0, 0), enhanced(0, 2));

    assertThat(dropped()).hasValue(14);
  }

  @Test
  void shouldNotCountWhatPacketsAndStatisticsBothTell() throws IOException {
    packets(enhanced(0, 5), enhanced(1, 7), statistics(0, 9), enhanced(0, 3), statistics(1, 6));

    assertThat(dropped()).as("9 and 7").hasValue(16);
  }

  @Test
  void shouldTakeCountsOfObsoletePackets() throws IOException {
    packets(obsolete(0, 3), obsolete(1, 0xfffe), obsolete(0, 0xffff));

    assertThat(dropped()).hasValue(3 + 0xfffe);
  }

  @Test
  void shouldNotKnowWhatPacketsDoNotTell() throws IOException {
    packets(obsolete(0, 0xffff), enhanced(0, -1));

    assertThat(dropped()).isEmpty();
  }

  @Test
  void shouldNotBelieveOfPacketsWhatNoCounterReaches() throws IOException {
    packets(enhanced(0, Long.MAX_VALUE), enhanced(0, Long.MAX_VALUE));

    assertThat(dropped()).hasValue(PcapngDrops.MOST);
  }

  /** Writes a section with two interfaces and these blocks. */
  private void packets(byte[]... blocks) throws IOException {
    section();
    for (byte[] each : blocks) {
      written.write(each);
    }
  }

  private static byte[] enhanced(int on, long lost) {
    ByteBuffer body = ByteBuffer.allocate(40);
    body.putInt(on).putInt(0).putInt(1).putInt(4).putInt(4).putInt(0);
    body.putShort((short) 4).putShort((short) 8).putLong(lost).putInt(0);
    return block(6, body.array());
  }

  private static byte[] obsolete(int on, int lost) {
    ByteBuffer body = ByteBuffer.allocate(24);
    body.putShort((short) on).putShort((short) lost);
    body.putInt(0).putInt(1).putInt(4).putInt(4).putInt(0);
    return block(2, body.array());
  }

  private static byte[] statistics(int on, long lost) {
    ByteBuffer body = ByteBuffer.allocate(28);
    body.putInt(on).putLong(0);
    body.putShort((short) 5).putShort((short) 8).putLong(lost).putInt(0);
    return block(5, body.array());
  }

  private static byte[] block(int type, byte[] body) {
    int length = body.length + 12;
    return ByteBuffer.allocate(length).putInt(type).putInt(length).put(body).putInt(length).array();
  }

  @Test
  void shouldKnowOfSeveralFilesWhatOneOfThemLost() throws IOException {
    section(new long[] {0, 2, 0});
    byte[] telling = written.toByteArray();
    written.reset();
    try (PcapWriter writer =
        new PcapWriter(
            Channels.newChannel(written), ByteOrder.BIG_ENDIAN, Precision.MICROSECONDS, 96, 1)) {
      writer.write(1000, 4, BYTES, 0, 4);
    }

    assertThat(merged(telling, written.toByteArray())).hasValue(2);
    assertThat(merged(written.toByteArray(), written.toByteArray())).isEmpty();
  }

  private static OptionalLong merged(byte[] one, byte[] other) throws IOException {
    try (MergedSource source =
        MergedSource.open(
            List.of(
                CaptureInput.of(new ByteArrayInputStream(one), "one"),
                CaptureInput.of(new ByteArrayInputStream(other), "other")),
            NO_TROUBLE)) {
      Frame frame = new Frame();
      while (source.next(frame)) {
        assertThat(frame.captured()).isEqualTo(4);
      }
      return source.dropped();
    }
  }
}
