package org.rdmadump.analysis.extract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.bytes.Absence;
import org.rdmadump.bytes.Rope;

class FileViewTest {
  private static final int SPACE = 400;
  private static final ExtractLimits LIMITS = ExtractLimits.DEFAULT;

  @TempDir Path folder;

  @Test
  void shouldPutBytesAtTheirOffset() throws IOException {
    try (FileStore store = new FileStore(folder, LIMITS)) {
      FileView view = store.view();
      view.put(4, bytes("efgh"), FileView.Manner.REPLACE);
      view.put(0, bytes("ab"), FileView.Manner.REPLACE);
      view.complete();

      assertThat(Files.readString(view.file())).isEqualTo("ab\0\0efgh");
      assertThat(view.gaps(view.seen())).containsExactly(new Gap(2, 2, Gap.Reason.NOT_MOVED));
    }
  }

  @Test
  void shouldSayWhyBytesAreMissing() throws IOException {
    try (FileStore store = new FileStore(folder, LIMITS)) {
      FileView view = store.view();
      Rope data =
          Rope.builder()
              .add(new byte[] {1, 2})
              .addHole(3, Absence.TRUNCATED)
              .addHole(1, Absence.LOST)
              .build();
      view.put(10, data, FileView.Manner.REPLACE);

      assertThat(view.end()).isEqualTo(16);
      assertThat(view.gaps(view.seen()))
          .containsExactly(
              new Gap(0, 10, Gap.Reason.NOT_MOVED),
              new Gap(12, 3, Gap.Reason.TRUNCATED),
              new Gap(15, 1, Gap.Reason.LOST));
    }
  }

  @Test
  void shouldTellApartWhatDidNotMoveAndWhatWasNotSeenBehindIt() throws IOException {
    try (FileStore store = new FileStore(folder, LIMITS)) {
      FileView view = store.view();
      view.put(10, hole(3), FileView.Manner.REPLACE);

      assertThat(view.gaps(view.seen()))
          .containsExactly(
              new Gap(0, 10, Gap.Reason.NOT_MOVED), new Gap(10, 3, Gap.Reason.NOT_CAPTURED));
    }
  }

  @Test
  void shouldCutAHoleAtTheLimitOnOffsets() throws IOException {
    try (FileStore store = new FileStore(folder, LIMITS)) {
      FileView view = store.view();
      view.put(LIMITS.offset() - 5, bytes("abc"), FileView.Manner.REPLACE);
      Rope beyond = Rope.builder().addHole(4, Absence.LOST).add(new byte[] {1, 2}).build();
      view.put(LIMITS.offset() - 2, beyond, FileView.Manner.REPLACE);

      assertThat(view.end()).isEqualTo(LIMITS.offset());
      assertThat(view.seen().covered()).isEqualTo(3);
      assertThat(view.gaps(view.seen())).endsWith(new Gap(LIMITS.offset() - 2, 2, Gap.Reason.LOST));
    }
  }

  @Test
  void shouldNotKeepWhatAnUnseenWriteReplaced() throws IOException {
    try (FileStore store = new FileStore(folder, LIMITS)) {
      FileView view = store.view();
      view.put(0, bytes("abcdef"), FileView.Manner.REPLACE);
      view.put(2, hole(2), FileView.Manner.REPLACE);
      view.complete();

      assertThat(Files.readString(view.file())).isEqualTo("ab\0\0ef");
      assertThat(view.gaps(view.seen())).containsExactly(new Gap(2, 2, Gap.Reason.NOT_CAPTURED));
    }
  }

  @Test
  void shouldKeepWhatWasReadBeforeAnUnseenRead() throws IOException {
    try (FileStore store = new FileStore(folder, LIMITS)) {
      FileView view = store.view();
      view.put(0, bytes("abcdef"), FileView.Manner.REFRESH);
      view.put(2, hole(2), FileView.Manner.REFRESH);

      assertThat(view.gaps(view.seen())).isEmpty();
    }
  }

  @Test
  void shouldTakeNoRoomOnDiskForWhatIsFarOut() throws IOException {
    try (FileStore store = new FileStore(folder, LIMITS)) {
      FileView view = store.view();
      view.put(LIMITS.offset() - 2, bytes("abcdef"), FileView.Manner.REPLACE);
      view.put(Long.MAX_VALUE, bytes("abcdef"), FileView.Manner.REPLACE);
      view.put(-1, bytes("abcdef"), FileView.Manner.REPLACE);
      view.putZeros(0, -1);

      assertThat(view.end()).isEqualTo(LIMITS.offset());
      assertThat(view.seen().covered()).isEqualTo(LIMITS.offset());
      assertThat(store.beyond()).isEqualTo(Long.MAX_VALUE);
    }
  }

  @Test
  void shouldLeaveOutPiecesForWhichThereIsNoRoom() throws IOException {
    ExtractLimits two = new ExtractLimits(9, 9, 2, 1000, 1000, 1000);
    try (FileStore store = new FileStore(folder, two)) {
      FileView view = store.view();
      for (int i = 0; i < 5; i++) {
        view.put(10L * i, bytes("abcde"), FileView.Manner.REPLACE);
      }
      view.put(5, bytes("fghij"), FileView.Manner.REPLACE);

      assertThat(view.seen()).hasToString("[0,15)");
      assertThat(store.room().refused()).isEqualTo(3);
      assertThat(view.gaps(view.seen())).containsExactly(new Gap(15, 30, Gap.Reason.EVICTED));
    }
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void shouldBeWhatAnArrayOfBytesWouldBe(long seed) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    try (FileStore store = new FileStore(folder, LIMITS)) {
      FileView view = store.view();
      Model model = new Model();
      for (int step = 0; step < 300; step++) {
        int from = random.nextInt(SPACE);
        int length = 1 + random.nextInt(40);
        FileView.Manner manner = List.of(FileView.Manner.values()).get(random.nextInt(3));
        switch (random.nextInt(8)) {
          case 0 -> {
            view.cut(from);
            model.cut(from);
          }
          case 1 -> {
            view.putZeros(from, length);
            model.zeros(from, length);
          }
          case 2, 3 -> {
            view.put(from, hole(length), manner);
            model.hole(from, length, manner);
          }
          default -> {
            byte[] some = new byte[length];
            random.nextBytes(some);
            view.put(from, Rope.of(some), manner);
            model.put(from, some, manner);
          }
        }
        model.compareWith(view);
      }
    }
  }

  /** The same, byte by byte. */
  private static final class Model {
    final byte[] bytes = new byte[SPACE + 40];
    final boolean[] known = new boolean[SPACE + 40];
    int end;

    void put(int at, byte[] some, FileView.Manner manner) {
      for (int i = 0; i < some.length; i++) {
        if (manner != FileView.Manner.FILL || !known[at + i]) {
          bytes[at + i] = some[i];
          known[at + i] = true;
        }
      }
      end = Math.max(end, at + some.length);
    }

    void zeros(int at, int length) {
      put(at, new byte[length], FileView.Manner.REPLACE);
    }

    void hole(int at, int length, FileView.Manner manner) {
      for (int i = at; i < at + length; i++) {
        if (manner == FileView.Manner.REPLACE) {
          bytes[i] = 0;
          known[i] = false;
        }
      }
      end = Math.max(end, at + length);
    }

    void cut(int at) {
      for (int i = at; i < end; i++) {
        bytes[i] = 0;
        known[i] = false;
      }
      end = Math.min(end, at);
    }

    void compareWith(FileView view) throws IOException {
      assertThat(view.end()).isEqualTo(end);
      view.complete();
      byte[] disk = Files.readAllBytes(view.file());
      assertThat(disk).hasSize(end);
      boolean[] gap = new boolean[known.length];
      List<Gap> gaps = view.gaps(view.seen());
      for (Gap each : gaps) {
        for (long i = each.offset(); i < each.end(); i++) {
          gap[(int) i] = true;
        }
      }
      for (int i = 0; i < end; i++) {
        assertThat(disk[i]).as("byte " + i).isEqualTo(bytes[i]);
        assertThat(gap[i]).as("gap at " + i).isEqualTo(!known[i]);
      }
    }
  }

  private static Rope bytes(String text) {
    return Rope.of(WireBytes.of(text).toArray());
  }

  private static Rope hole(long length) {
    return Rope.builder().addHole(length, Absence.NOT_CAPTURED).build();
  }
}
