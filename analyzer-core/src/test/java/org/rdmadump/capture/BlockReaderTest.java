package org.rdmadump.capture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import org.junit.jupiter.api.Test;

class BlockReaderTest {
  @Test
  void shouldKeepWhatIsNotConsumedWhenItReadsOn() throws IOException {
    BlockReader reader = reader(100, 16);
    assertThat(reader.ensure(16)).isTrue();
    reader.advance(13);
    assertThat(reader.ensure(10)).isTrue();
    assertThat(reader.position()).isEqualTo(13);
    assertThat(reader.buffer().get(reader.at())).isEqualTo((byte) 13);
    assertThat(reader.buffer().get(reader.at() + 9)).isEqualTo((byte) 22);
    assertThat(reader.buffer().capacity()).isEqualTo(16);
  }

  @Test
  void shouldGrowForARecordThatDoesNotFit() throws IOException {
    BlockReader reader = reader(100, 16);
    reader.ensure(4);
    reader.advance(4);
    assertThat(reader.ensure(50)).isTrue();
    assertThat(reader.buffer().get(reader.at() + 49)).isEqualTo((byte) 53);
    assertThat(reader.buffer().capacity()).isEqualTo(64);
  }

  @Test
  void shouldNotGrowForBytesThatNeverCome() throws IOException {
    BlockReader reader = reader(10, 16);
    assertThat(reader.ensure(BlockReader.LIMIT)).isFalse();
    assertThat(reader.available()).isEqualTo(10);
    assertThat(reader.buffer().capacity()).isEqualTo(16);
  }

  @Test
  void shouldSkipMoreThanTheBufferHolds() throws IOException {
    BlockReader reader = reader(100, 16);
    assertThat(reader.skip(90)).isEqualTo(90);
    assertThat(reader.position()).isEqualTo(90);
    assertThat(reader.ensure(1)).isTrue();
    assertThat(reader.buffer().get(reader.at())).isEqualTo((byte) 90);
    assertThat(reader.skip(90)).isEqualTo(10);
    assertThat(reader.position()).isEqualTo(100);
    assertThat(reader.buffer().capacity()).isEqualTo(16);
  }

  /** A reader of the bytes 0, 1, 2 and so on. */
  private static BlockReader reader(int length, int capacity) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) i;
    }
    return new BlockReader(Channels.newChannel(new ByteArrayInputStream(bytes)), capacity);
  }
}
