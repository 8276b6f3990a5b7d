package org.rdmadump.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.link.LinkType;

/** A writer that does its next step whenever the reader has nothing to read. */
class FollowedCaptureTest {
  /** Pauses after a step, so that the reader looks around. */
  private static final int PAUSES = 20;

  @TempDir Path folder;

  private final Deque<Step> steps = new ArrayDeque<>();
  private final List<String> troubles = new ArrayList<>();

  /** The frames at them. */
  private final List<Long> places = new ArrayList<>();

  private int pauses;

  /** Something that the writer does. */
  private interface Step {
    void run() throws IOException;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void shouldWaitForWhatIsNotWrittenYet(long seed) throws IOException {
    // given a file that grows by pieces of any size
    Random random = new Random(seed);
    int[] times = {1000, 2000, 3000, 4000};
    byte[] bytes = seed % 2 == 0 ? pcapng(times) : capture(times);
    Path file = Files.createFile(folder.resolve("live"));
    int at = 0;
    while (at < bytes.length) {
      byte[] piece = Arrays.copyOfRange(bytes, at, Math.min(bytes.length, at + random.nextInt(60)));
      steps.add(() -> append(file, piece));
      at += piece.length;
    }

    // then
    assertThat(follow(file)).containsExactly(1000L, 2000L, 3000L, 4000L);
    assertThat(troubles).isEmpty();
  }

  @Test
  void shouldEndInsideOfARecordWithoutComplaint() throws IOException {
    byte[] bytes = capture(10, 20);
    Path file = Files.write(folder.resolve("live"), Arrays.copyOf(bytes, bytes.length - 3));

    assertThat(follow(file)).containsExactly(10L);
    assertThat(troubles).isEmpty();
  }

  @Test
  void shouldReadWhatWasWrittenBeforeItWasToldToEnd() throws IOException {
    // given a writer that goes on while the last of what was wanted is read
    Path file = Files.write(folder.resolve("live"), capture(10));
    List<Long> times = new ArrayList<>();
    FollowControl once =
        () -> {
          append(file, record(20));
          append(file, record(30));
          return false;
        };

    try (FollowedCapture capture = FollowedCapture.open(file, once, listener())) {
      Frame frame = new Frame();
      while (capture.next(frame)) {
        times.add(frame.epochNanos());
        if (frame.epochNanos() > 10) {
          append(file, record(40));
        }
      }
    }

    // then it does not run after the writer
    assertThat(times).startsWith(10L, 20L, 30L).hasSizeLessThan(8);
    assertThat(troubles).isEmpty();
  }

  @Test
  void shouldWaitForTheFirstBytes() throws IOException {
    Path file = Files.createFile(folder.resolve("live"));

    assertThat(follow(file)).isEmpty();
    assertThat(troubles).isEmpty();
  }

  @Test
  void shouldGoOnToTheNextFilesOfTheSet() throws IOException {
    // given what tcpdump -C writes, and a file that has nothing to do with it
    Path file = write("cap", capture(10, 20));
    steps.add(() -> append(file, record(25)));
    steps.add(() -> write("cap1", capture(30)));
    steps.add(() -> append(folder.resolve("cap1"), record(40)));
    steps.add(() -> write("other", capture(45)));
    steps.add(() -> write("cap2", capture(50)));

    // then
    assertThat(follow(file)).containsExactly(10L, 20L, 25L, 30L, 40L, 50L);
    assertThat(troubles).isEmpty();
  }

  @Test
  void shouldFollowARingThatBeginsAnew() throws IOException {
    // given what tcpdump -W 2 writes
    Path file = write("cap0", capture(10));
    steps.add(() -> write("cap1", capture(20)));
    steps.add(() -> write("cap0", capture(30, 31)));
    steps.add(() -> write("cap1", capture(40)));

    // then
    assertThat(follow(file)).containsExactly(10L, 20L, 30L, 31L, 40L);
  }

  @Test
  void shouldFollowTheNameToAnotherFile() throws IOException {
    // given a file that is moved away and made again
    Path file = write("live.pcap", capture(10));
    steps.add(
        () -> {
          append(file, record(20));
          Files.move(file, folder.resolve("old"), StandardCopyOption.ATOMIC_MOVE);
          write("live.pcap", capture(30));
        });

    // then
    assertThat(follow(file)).containsExactly(10L, 20L, 30L);
  }

  @Test
  void shouldReadAFileAnewThatBecameShorter() throws IOException {
    Path file = write("live.pcap", capture(10, 20, 30));
    steps.add(() -> write("live.pcap", capture(40)));

    assertThat(follow(file)).containsExactly(10L, 20L, 30L, 40L);
    assertThat(troubles)
        .containsExactly("live.pcap: overwritten after frame 3 while it was followed; read again");
    assertThat(places).containsExactly(3L);
  }

  @Test
  void shouldReadAFileAnewThatWasOverwrittenByALongerOne() throws IOException {
    // given a writer that was started again with the same name, and wrote much at once
    Path file = write("live.pcap", capture(10, 20));
    steps.add(() -> write("live.pcap", capture(40, 50, 60, 70)));
    steps.add(() -> append(file, record(80)));

    // then
    assertThat(follow(file)).containsExactly(10L, 20L, 40L, 50L, 60L, 70L, 80L);
    assertThat(troubles)
        .containsExactly("live.pcap: overwritten after frame 2 while it was followed; read again");
  }

  @Test
  void shouldReadAFileAnewThatWasOverwrittenInsideOfARecord() throws IOException {
    byte[] bytes = capture(10, 20);
    Path file = write("live.pcap", Arrays.copyOf(bytes, bytes.length - 7));
    steps.add(() -> write("live.pcap", capture(40)));

    assertThat(follow(file)).containsExactly(10L, 40L);
    assertThat(troubles).hasSize(1);
  }

  @Test
  void shouldTellAtOnceOfDamageThatIsPassedOver() throws IOException {
    byte[] whole = capture(10, 20, 30, 40, 50);
    Path file = write("live.pcap", Arrays.copyOf(whole, 24 + 2 * 36));
    steps.add(() -> append(file, new byte[10]));
    steps.add(() -> append(file, Arrays.copyOfRange(whole, 24 + 2 * 36, whole.length)));
    steps.add(() -> assertThat(troubles).hasSize(1));

    assertThat(follow(file)).containsExactly(10L, 20L, 30L, 40L, 50L);
    assertThat(troubles).singleElement().asString().startsWith("live.pcap: ");
    assertThat(places).containsExactly(3L);
  }

  @Test
  void shouldReadADamagedFileThatWasMadeAnew() throws IOException {
    Path file = write("live.pcap", capture(10, 20));
    byte[] garbage = new byte[100];
    Arrays.fill(garbage, (byte) 0xff);
    steps.add(() -> append(file, garbage));
    steps.add(() -> write("live.pcap", capture(40)));

    assertThat(follow(file)).containsExactly(10L, 20L, 40L);
    assertThat(troubles).hasSize(1);
  }

  @Test
  void shouldWaitForAFileThatWasMovedAwayAndIsNotThereYet() throws IOException {
    Path file = write("live.pcap", capture(10));
    steps.add(() -> Files.move(file, folder.resolve("old")));
    steps.add(() -> append(folder.resolve("old"), record(20)));
    steps.add(() -> write("live.pcap", capture(30)));

    assertThat(follow(file)).containsExactly(10L, 20L, 30L);
    assertThat(troubles).isEmpty();
  }

  @Test
  void shouldFailWhenTheFolderIsTakenAway() throws IOException {
    Path gone = Files.createDirectory(folder.resolve("gone"));
    Path file = Files.write(gone.resolve("live.pcap"), capture(10));
    steps.add(
        () -> {
          Files.delete(file);
          Files.delete(gone);
        });
    steps.add(() -> {});

    assertThatThrownBy(() -> follow(file)).isInstanceOf(NoSuchFileException.class);
  }

  @Test
  void shouldReadWhatAFolderHasAndWhatComes() throws IOException {
    write("cap2", capture(10, 20));
    write("cap0", capture(30));
    steps.add(() -> append(folder.resolve("cap0"), record(40)));
    steps.add(() -> write("cap1", capture(50)));

    assertThat(follow(folder)).containsExactly(10L, 20L, 30L, 40L, 50L);
  }

  /** Nothing, or what tcpdump writes before the first packet: no byte, part of the header, all. */
  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 2, 10, 24})
  void shouldWaitForTheFirstFrameInAFolder(int length) throws IOException {
    byte[] bytes = capture(10, 20);
    Path file = folder.resolve("cap0");
    if (length >= 0) {
      write("cap0", Arrays.copyOf(bytes, length));
    }
    steps.add(() -> write("cap0", Arrays.copyOf(bytes, 24)));
    steps.add(() -> append(file, record(30)));
    steps.add(() -> write("cap1", capture(40)));

    assertThat(follow(folder)).containsExactly(30L, 40L);
    assertThat(troubles).isEmpty();
  }

  @Test
  void shouldReadTheFilesThatComeToAFolderInTheirOrder() throws IOException {
    steps.add(
        () -> {
          write("b", capture(10));
          write("a", capture(20));
        });
    steps.add(() -> write("c", capture(30)));

    assertThat(follow(folder)).containsExactly(10L, 20L, 30L);
  }

  @Test
  void shouldEndInAFolderThatStaysEmpty() throws IOException {
    assertThat(follow(folder)).isEmpty();
    assertThat(troubles).isEmpty();
  }

  @Test
  void shouldNameAFileThatWasLeftDamaged() throws IOException {
    Path file = write("cap0", capture(5));
    steps.add(() -> write("cap1", Arrays.copyOf(capture(10, 20), 24 + 36 + 30)));
    steps.add(() -> write("cap2", capture(30)));

    assertThat(follow(file)).containsExactly(5L, 10L, 30L);
    assertThat(troubles).containsExactly("cap1: cut short in frame 2 (needed 20 bytes, had 14)");
    assertThat(places).containsExactly(2L);
  }

  @Test
  void shouldRefuseWhatIsNotThereOrNoCapture() throws IOException {
    Path text = Files.writeString(folder.resolve("text"), "of no interest");

    assertThatThrownBy(() -> follow(folder.resolve("missing")))
        .isInstanceOf(NoSuchFileException.class);
    assertThatThrownBy(() -> follow(text)).isInstanceOf(NotACaptureException.class);
    assertThatThrownBy(() -> follow(Path.of("/dev/null")))
        .isInstanceOf(FileSystemException.class)
        .hasMessageContaining("neither a file nor a folder");
    assertThatThrownBy(() -> follow(folder))
        .isInstanceOf(FileSystemException.class)
        .hasMessageContaining("no capture in the folder");
  }

  /** Times of all frames until the writer has done its last step. */
  private List<Long> follow(Path start) throws IOException {
    List<Long> times = new ArrayList<>();
    try (FollowedCapture capture = FollowedCapture.open(start, this::pause, listener())) {
      Frame frame = new Frame();
      while (capture.next(frame)) {
        times.add(frame.epochNanos());
        assertThat(frame.number()).isEqualTo(times.size());
      }
      assertThat(capture.next(frame)).as("the end stays").isFalse();
    }
    return times;
  }

  private boolean pause() throws IOException {
    if (++pauses % PAUSES != 0) {
      return true;
    }
    Step step = steps.poll();
    if (step != null) {
      step.run();
    }
    return step != null;
  }

  private MergeListener listener() {
    return new MergeListener() {
      @Override
      public void damaged(CaptureInput input, Damage damage, long frame) {
        troubles.add(Path.of(input.name()).getFileName() + ": " + damage.message());
        places.add(frame);
      }

      @Override
      public void failed(CaptureInput input, IOException why) {
        troubles.add(Path.of(input.name()).getFileName() + ": " + why.getMessage());
      }
    };
  }

  private Path write(String name, byte[] bytes) throws IOException {
    return Files.write(folder.resolve(name), bytes);
  }

  private static void append(Path file, byte[] bytes) throws IOException {
    Files.write(file, bytes, StandardOpenOption.APPEND);
  }

  private static byte[] capture(int... nanos) {
    CaptureBytes bytes =
        new CaptureBytes(ByteOrder.BIG_ENDIAN).pcapHeader(0xa1b23c4d, 65535, LinkType.ETHERNET);
    for (int each : nanos) {
      bytes.raw(record(each));
    }
    return bytes.toArray();
  }

  private static byte[] record(int nanos) {
    return new CaptureBytes(ByteOrder.BIG_ENDIAN).record(0, nanos, 20, new byte[20]).toArray();
  }

  private static byte[] pcapng(int... nanos) {
    CaptureBytes bytes =
        new CaptureBytes(ByteOrder.LITTLE_ENDIAN).section().interfaceBlock(LinkType.ETHERNET);
    for (int each : nanos) {
      bytes.enhanced(0, each / 1000, 20, new byte[20]);
    }
    return bytes.toArray();
  }
}
