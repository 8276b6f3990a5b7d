package org.rdmadump.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class BufferedOutputTest {
  private static final int CAPACITY = 64 << 10;

  @Test
  void shouldPassBytesOnOnlyWhenFullOrFlushed() throws IOException {
    ByteArrayOutputStream target = new ByteArrayOutputStream();
    try (BufferedOutput output = new BufferedOutput(target, false)) {
      output.write(new byte[CAPACITY]);
      assertThat(target.size()).isZero();

      output.write(1);
      assertThat(target.size()).isEqualTo(CAPACITY);

      output.flush();
      assertThat(target.size()).isEqualTo(CAPACITY + 1);
    }
  }

  @Test
  void shouldKeepTheOrderOfWritesOfAnySize() throws IOException {
    ByteArrayOutputStream target = new ByteArrayOutputStream();
    ByteArrayOutputStream expected = new ByteArrayOutputStream();
    try (BufferedOutput output = new BufferedOutput(target, false)) {
      for (int size = 0; size < 3 * CAPACITY; size += 40_001) {
        byte[] bytes = new byte[size];
        Arrays.fill(bytes, (byte) size);
        output.write(bytes);
        output.write(size);
        expected.write(bytes);
        expected.write(size);
      }
    }

    assertThat(target.toByteArray()).isEqualTo(expected.toByteArray());
  }

  @Test
  void shouldTellAClosedPipe() {
    BufferedOutput output = new BufferedOutput(failing("Broken pipe"), false);

    assertThatThrownBy(
            () -> {
              output.write(1);
              output.flush();
            })
        .isInstanceOf(ClosedPipeException.class);
  }

  @Test
  void shouldTellAClosedPipeWhateverLanguageTheSystemSpeaks() {
    BufferedOutput output = new BufferedOutput(failing("Daten\u00fcbergabe unterbrochen"), true);

    assertThatThrownBy(() -> output.write(new byte[CAPACITY + 1]))
        .isInstanceOf(ClosedPipeException.class);
  }

  @Test
  void shouldPassOtherFailuresOn() {
    BufferedOutput output = new BufferedOutput(failing("No space left on device"), false);

    assertThatIOException()
        .isThrownBy(() -> output.write(new byte[CAPACITY + 1]))
        .withMessage("No space left on device")
        .isNotInstanceOf(ClosedPipeException.class);
  }

  @Test
  void shouldNotTryAgainWhenClosedAfterAFailure() throws IOException {
    BufferedOutput output = new BufferedOutput(failing("Broken pipe"), true);
    assertThatThrownBy(() -> output.write(new byte[CAPACITY + 1])).isInstanceOf(IOException.class);

    output.close();
  }

  private static OutputStream failing(String message) {
    return new OutputStream() {
      @Override
      public void write(int b) throws IOException {
        throw new IOException(message);
      }

      @Override
      public void write(byte[] bytes, int offset, int length) throws IOException {
        throw new IOException(message);
      }
    };
  }
}
