package org.rdmadump.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rdmadump.capture.Frame;
import org.rdmadump.capture.InputDamage;

class InputsTest {
  private static final long BASE = 1_000_000_000_000L;

  @TempDir Path directory;

  @Test
  void shouldMergeByTimeAndNumberThrough() throws Exception {
    String first = file("a.pcap", Captures.at(10, 40, 50));
    String second = file("b.pcap", Captures.at(20, 40, 60));

    try (Inputs inputs = Inputs.open(List.of(first, second), InputStream.nullInputStream())) {
      List<Long> times = new ArrayList<>();
      List<Long> numbers = new ArrayList<>();
      Frame frame = new Frame();
      while (inputs.next(frame)) {
        times.add(frame.epochNanos() - BASE);
        numbers.add(frame.number());
      }

      assertThat(times).containsExactly(10L, 20L, 40L, 40L, 50L, 60L);
      assertThat(numbers).containsExactly(1L, 2L, 3L, 4L, 5L, 6L);
      assertThat(inputs.getAsLong()).isEqualTo(BASE + 10);
      assertThat(inputs.frames()).isEqualTo(6);
      assertThat(inputs.position()).isEqualTo(inputs.size());
      assertThat(inputs.damages()).isEmpty();
    }
  }

  @Test
  void shouldReadOnAfterADamagedInputAndNameIt() throws Exception {
    byte[] whole = Captures.at(10, 30);
    String cut = file("cut.pcap", Arrays.copyOf(whole, whole.length - 1));

    try (Inputs inputs =
        Inputs.open(List.of(cut, "-"), new ByteArrayInputStream(Captures.at(20, 40)))) {
      Frame frame = new Frame();
      while (inputs.next(frame)) {
        assertThat(frame.captured()).isEqualTo(60);
      }

      assertThat(inputs.frames()).isEqualTo(3);
      assertThat(inputs.damages())
          .extracting(InputDamage::text)
          .singleElement()
          .asString()
          .startsWith(cut + ": ")
          .contains("frame 2")
          .endsWith(", at byte 100");
    }
  }

  @Test
  void shouldSayAtWhichFrameOfAllAnInputIsDamaged() throws Exception {
    byte[] whole = Captures.at(10, 30, 50);
    byte[] damaged = whole.clone();
    // The length of the second frame.
    ByteBuffer.wrap(damaged).putInt(24 + 76 + 8, -1);
    String within = file("within.pcap", damaged);
    String cut = file("cut.pcap", Arrays.copyOf(whole, whole.length - 1));
    String none = file("none.pcap", "about these".getBytes(StandardCharsets.US_ASCII));

    assertThat(framesAtDamage(within)).containsExactly(2L);
    assertThat(framesAtDamage(cut)).containsExactly(2L);
    String other = file("other.pcap", Captures.at(5, 20, 40, 60));
    // In order: 5, 10, 20, and 30, behind the damage.
    assertThat(framesAtDamage(other, within)).containsExactly(4L);
    // In order: 5, 10, 20, 30, 40, 60.
    assertThat(framesAtDamage(cut, other, none)).containsExactlyInAnyOrder(0L, 4L);
  }

  private static List<Long> framesAtDamage(String... files) throws Exception {
    try (Inputs inputs = Inputs.open(List.of(files), InputStream.nullInputStream())) {
      Frame frame = new Frame();
      while (inputs.next(frame)) {
        assertThat(frame.captured()).isEqualTo(60);
      }
      return inputs.damages().stream().map(InputDamage::frame).toList();
    }
  }

  @Test
  void shouldNameOneOfThoseThatOverlapWithTooManyAndCountTheRest() throws Exception {
    List<String> files = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      files.add(file("n" + i + "x.pcap", Captures.at(10 + i, 1000 + i)));
    }

    try (Inputs inputs = Inputs.open(files, InputStream.nullInputStream())) {
      Frame frame = new Frame();
      while (inputs.next(frame)) {
        assertThat(frame.captured()).isEqualTo(60);
      }

      assertThat(inputs.frames()).isEqualTo(2 * 256);
      assertThat(inputs.isAnyDamaged()).isTrue();
      assertThat(inputs.damages())
          .extracting(InputDamage::text)
          .singleElement()
          .asString()
          .startsWith(files.get(256))
          .endsWith(
              "overlaps in time with 256 other captures, which are open; no more can be,"
                  + " nor could 43 others");
    }
  }

  @Test
  void shouldSayWhichInputCannotBeOpened() {
    String missing = directory.resolve("missing.pcap").toString();

    assertThatThrownBy(() -> Inputs.open(List.of(missing), InputStream.nullInputStream()))
        .isInstanceOf(CommandFailure.class)
        .hasFieldOrPropertyWithValue("status", ExitStatus.UNREADABLE)
        .hasMessage(missing + ": no such file");
  }

  @Test
  void shouldSayOfTheOnlyFileOfAFolderWhatIsSaidOfItAlone() throws Exception {
    file("cap", new byte[0]);

    assertThatThrownBy(
            () -> Inputs.open(List.of(directory.toString()), InputStream.nullInputStream()))
        .isInstanceOf(CommandFailure.class)
        .hasMessage(directory.resolve("cap") + ": empty, not a capture");
  }

  @Test
  void shouldReadTheCapturesOfAFolderAndNameWhatIsNone() throws Exception {
    // given
    file("cap2", Captures.at(10, 20));
    file("cap1", Captures.at(30));
    file("README", "about these".getBytes(StandardCharsets.US_ASCII));
    file(".hidden", Captures.at(40));
    Files.createDirectory(directory.resolve("older"));

    // when
    try (Inputs inputs =
        Inputs.open(List.of(directory.toString()), InputStream.nullInputStream())) {
      List<Long> times = new ArrayList<>();
      Frame frame = new Frame();
      while (inputs.next(frame)) {
        times.add(frame.epochNanos() - BASE);
      }

      // then
      assertThat(times).containsExactly(10L, 20L, 30L);
      assertThat(inputs.damages()).isEmpty();
      assertThat(inputs.passedOver())
          .containsExactly(directory.resolve("README") + ": not a capture, skipped");
    }
  }

  @Test
  void shouldReadTheFilesOfAFolderInTheOrderOfTheirNumbersIfTimesAreEqual() throws Exception {
    file("cap10", Captures.at(20, 30));
    file("cap9", Captures.at(10, 20));
    file("cap8", Captures.at(10));

    try (Inputs inputs =
        Inputs.open(List.of(directory.toString()), InputStream.nullInputStream())) {
      assertThat(inputs.names())
          .map(each -> Path.of(each).getFileName().toString())
          .containsExactly("cap8", "cap9", "cap10");
    }
  }

  @Test
  void shouldReadTheRestWhenANamedFileIsNoCapture() throws Exception {
    String text = file("text", "about these".getBytes(StandardCharsets.US_ASCII));
    String capture = file("a.pcap", Captures.at(10));

    try (Inputs inputs = Inputs.open(List.of(text, capture), InputStream.nullInputStream())) {
      assertThat(inputs.next(new Frame())).isTrue();
      assertThat(inputs.damages())
          .extracting(InputDamage::text)
          .singleElement()
          .asString()
          .startsWith(text + ": not a pcap or pcapng capture");
    }
  }

  @Test
  void shouldRefuseInputsNoneOfWhichCanBeRead() throws Exception {
    String one = file("one", new byte[0]);
    String two = file("two", new byte[1]);

    assertThatThrownBy(() -> Inputs.open(List.of(one, two), InputStream.nullInputStream()))
        .isInstanceOf(CommandFailure.class)
        .hasFieldOrPropertyWithValue("status", ExitStatus.UNREADABLE)
        .hasMessage(one + ": empty, not a capture; " + two + ": only 1 bytes, not a capture");
  }

  private String file(String name, byte[] bytes) throws IOException {
    return Files.write(directory.resolve(name), bytes).toString();
  }
}
