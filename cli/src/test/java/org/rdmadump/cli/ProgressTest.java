package org.rdmadump.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProgressTest {
  private static final String ERASE = "\r\033[K";

  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 20, 30})
  void shouldLeaveTheLastColumnFree(int columns) throws Exception {
    assertThat(shown(columns)).hasSize(columns - 1);
  }

  @Test
  void shouldSayHowFarARunIs() throws Exception {
    assertThat(shown(200)).matches("rdmadump: 0 MiB, 0 frames, [0-9]+ MiB/s");
  }

  @Test
  void shouldEraseWhatItHasShown() throws Exception {
    try (Inputs inputs = inputs()) {
      Progress progress = progress(80, inputs);
      progress.erase();
      assertThat(err.size()).isZero();
      progress.show(System.nanoTime());
      err.reset();
      progress.erase();
      assertThat(err.toString(StandardCharsets.US_ASCII)).isEqualTo(ERASE);
    }
  }

  private String shown(int columns) throws Exception {
    try (Inputs inputs = inputs()) {
      progress(columns, inputs).show(System.nanoTime());
    }
    String text = err.toString(StandardCharsets.US_ASCII);
    assertThat(text).startsWith(ERASE);
    return text.substring(ERASE.length());
  }

  private Progress progress(int columns, Inputs inputs) {
    return new Progress(
        new PrintStream(err, true, StandardCharsets.US_ASCII), true, columns, inputs);
  }

  private static Inputs inputs() throws UnreadableException {
    return Inputs.open(List.of("-"), new ByteArrayInputStream(Captures.at(1)));
  }
}
