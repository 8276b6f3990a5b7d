package org.rdmadump.analysis.extract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rdmadump.bytes.Rope;

/** What an extraction holds in memory: tables of a limited size, and none of the files' bytes. */
class ExtractMemoryTest {
  private static final ExtractLimits LITTLE = ExtractLimits.of(1 << 20);
  private static final long MOST_GROWTH = 8L << 20;
  private static final int BLOCK = 1 << 16;

  @TempDir Path folder;

  @Test
  void shouldNotGrowWithTheBytesOfAFile() throws IOException {
    Rope block = Rope.of(new byte[BLOCK]);
    Growth growth = new Growth();
    Extracted done =
        Extracted.of(
            folder,
            LITTLE,
            sink -> {
              sink.event(wrote("file", 0, block));
              growth.begin();
              for (int i = 1; i < 1024; i++) {
                sink.event(wrote("file", (long) i * BLOCK, block));
              }
              growth.end();
            });

    assertThat(done.file().written().bytes()).isEqualTo(1024L * BLOCK);
    assertThat(done.file().written().isComplete()).isTrue();
    assertThat(growth.bytes()).isLessThan(MOST_GROWTH);
  }

  @Test
  void shouldNotGrowWithThePiecesOfAFile() throws IOException {
    Rope piece = Rope.of(new byte[8]);
    Growth growth = new Growth();
    SplittableRandom random = new SplittableRandom(1);
    Extracted.of(
        folder,
        LITTLE,
        sink -> {
          sink.event(wrote("file", 0, piece));
          growth.begin();
          for (int i = 0; i < 200_000; i++) {
            sink.event(wrote("file", 16L * random.nextInt(1 << 24), piece));
          }
          growth.end();
        });

    assertThat(growth.bytes()).isLessThan(MOST_GROWTH);
  }

  @Test
  void shouldNotGrowWithTheNumberOfFilesAndNames() throws IOException {
    Rope piece = Rope.of(new byte[8]);
    Growth growth = new Growth();
    Extracted done =
        Extracted.of(
            folder,
            LITTLE,
            sink -> {
              sink.event(wrote("f", 0, piece));
              growth.begin();
              for (int i = 0; i < 100_000; i++) {
                FileRef.ByHandle file = handle("f" + i);
                sink.event(new FileEvent.Named(file, handle("d" + i / 10), name("n" + i), false));
                sink.event(wrote("f" + i, 0, piece));
              }
              growth.end();
            });

    assertThat(done.summary().refusedFiles()).isPositive();
    assertThat(growth.bytes()).isLessThan(MOST_GROWTH);
  }

  /** How much more of the heap is in use at the end than at the beginning. */
  private static final class Growth {
    private long before;
    private long after;

    void begin() {
      before = used();
    }

    void end() {
      after = used();
    }

    long bytes() {
      return after - before;
    }

    private static long used() {
      System.gc();
      return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
  }

  private static FileEvent wrote(String file, long offset, Rope bytes) {
    return new FileEvent.Wrote(handle(file), offset, bytes, true, 0);
  }

  private static FileRef.ByHandle handle(String bytes) {
    return new FileRef.ByHandle(Extracted.SERVER, WireBytes.of(bytes));
  }

  private static WireBytes name(String text) {
    return WireBytes.of(text);
  }
}
