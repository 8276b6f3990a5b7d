package org.rdmadump.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.capture.Frame;

class ProgressTest {
  private static final String ERASE = "\r\033[K";
  private static final long SOME_SECONDS = 5_000_000_000L;

  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 20, 30})
  void shouldLeaveTheLastColumnFree(int columns) throws Exception {
    assertThat(shown(columns)).hasSize(columns - 1);
  }

  @Test
  void shouldSayHowFarARunIs() throws Exception {
    assertThat(shown(200)).matches("rdmadump: 0 MiB, 0 frames(, [1-9][0-9]* MiB/s)?");
  }

  /** Position and size of a compressed file are those of the file, as it lies on the disk. */
  @Test
  void shouldSayAfterSomeSecondsHowMuchOfSeveralFilesIsLeft(@TempDir Path folder) throws Exception {
    Path plain = Files.write(folder.resolve("a.pcap"), Captures.at(1));
    Path packed = folder.resolve("b.pcap.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
      out.write(Captures.at(2));
    }
    try (Inputs inputs =
        Inputs.open(
            List.of(plain.toString(), packed.toString()), new ByteArrayInputStream(new byte[0]))) {
      long frames = 0;
      Frame frame = new Frame();
      while (inputs.next(frame)) {
        frames++;
      }
      Progress progress = progress(200, inputs);
      progress.show(System.nanoTime());
      assertThat(err.toString(StandardCharsets.US_ASCII)).doesNotContain(" left");
      err.reset();
      progress.show(System.nanoTime() + SOME_SECONDS);
      assertThat(err.toString(StandardCharsets.US_ASCII).substring(ERASE.length()))
          .matches("rdmadump: 100 %, 0 MiB, " + frames + " frames?, [0-9]+ s left");
    }
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

  @Test
  void shouldCountWhatIsReadTogether() throws Exception {
    try (Inputs first = inputs();
        Inputs second = inputs()) {
      first.next(new Frame());
      second.next(new Frame());
      progress(80, first, second).show(System.nanoTime());
    }
    assertThat(err.toString(StandardCharsets.US_ASCII)).contains("2 frames");
  }

  private String shown(int columns) throws Exception {
    try (Inputs inputs = inputs()) {
      progress(columns, inputs).show(System.nanoTime());
    }
    String text = err.toString(StandardCharsets.US_ASCII);
    assertThat(text).startsWith(ERASE);
    return text.substring(ERASE.length());
  }

  private Progress progress(int columns, Inputs... inputs) {
    return new Progress(
        new PrintStream(err, true, StandardCharsets.US_ASCII), true, columns, inputs);
  }

  private static Inputs inputs() throws CommandFailure {
    return Inputs.open(List.of("-"), new ByteArrayInputStream(Captures.at(1)));
  }
}
