package org.rdmadump.capture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.link.LinkType;

class MergedSourceTest {
  private static final int SECOND = 1_000_000_000;
  private static final int NANOSECONDS = 0xa1b23c4d;

  @TempDir Path folder;

  private final Told told = new Told();

  /** What a merge said of its inputs. */
  private static final class Told implements MergeListener {
    private final List<String> damages = new ArrayList<>();
    private final List<String> failures = new ArrayList<>();

    @Override
    public void damaged(CaptureInput input, Damage damage, long frame) {
      damages.add(Path.of(input.name()).getFileName() + ": " + damage.message());
    }

    @Override
    public void failed(CaptureInput input, IOException why) {
      failures.add(Path.of(input.name()).getFileName() + ": " + why.getMessage());
    }
  }

  /** A frame as it was delivered; its first byte says which file it is from. */
  private record Seen(long nanos, int file, int linkType, int viewpoint) {}

  @Test
  void shouldReadARotatedSetByTimeWhateverItsNamesWithOneFileOpen() throws IOException {
    // given the ring of tcpdump -W 3 that has begun anew with cap0
    List<CaptureInput> inputs =
        List.of(
            file("cap0", capture(0, 70, 80)),
            file("cap1", capture(1, 10, 20, 30)),
            file("cap2", capture(2, 40, 50, 60)));

    try (MergedSource merged = MergedSource.open(inputs, told)) {
      // when
      Frame frame = new Frame();
      List<Integer> files = new ArrayList<>();
      while (merged.next(frame)) {
        files.add((int) frame.bytes().get(frame.offset()));
        assertThat(merged.openCaptures()).isEqualTo(1);
        assertThat(frame.number()).isEqualTo(files.size());
      }

      // then
      assertThat(files).containsExactly(1, 1, 1, 2, 2, 2, 0, 0);
      assertThat(merged.position()).isEqualTo(3 * 24 + 8 * (16 + 20));
      assertThat(merged.openCaptures()).isZero();
    }
  }

  @Test
  void shouldOpenObjectsOfAStoreAgainWhenTheyAreDue() throws IOException {
    // given a rotated set of more objects than may be open at a time
    List<CaptureInput> inputs = new ArrayList<>();
    int[] opened = new int[1];
    for (int i = 0; i <= MergedSource.MOST_OPEN; i++) {
      byte[] object = capture(i & 1, i * 1000, i * 1000 + 1);
      inputs.add(
          CaptureInput.of(
              () -> {
                opened[0]++;
                return new ByteArrayInputStream(object);
              },
              "s3a://bucket/cap" + i,
              object.length));
    }

    // when
    List<Seen> seen = seen(inputs);

    // then
    assertThat(seen).hasSize(2 * inputs.size());
    assertThat(seen).extracting(Seen::viewpoint).containsOnly(seen.get(0).viewpoint);
    assertThat(opened[0]).isEqualTo(2 * inputs.size());
    assertThat(told.failures).isEmpty();
    assertThat(inputs.get(0).size()).isEqualTo(24 + 2 * (16 + 20));
  }

  @Test
  void shouldKeepThePlaceOfARotatedSetAndTellOverlappingCapturesApart() throws IOException {
    // given two hosts, of which one rotates
    List<CaptureInput> inputs =
        List.of(
            file("host1-1.pcap", capture(0, 10, 30)),
            file("host1-2.pcap", capture(1, 50, 70)),
            file("host2.pcap", capture(2, 20, 40, 60, 80)));

    // when
    List<Seen> seen = seen(inputs);

    // then
    assertThat(seen).extracting(Seen::file).containsExactly(0, 2, 0, 2, 1, 2, 1, 2);
    assertThat(seen)
        .filteredOn(each -> each.file != 2)
        .extracting(Seen::viewpoint)
        .containsOnly(seen.get(0).viewpoint)
        .doesNotContain(seen.get(1).viewpoint, Frame.ONLY_VIEWPOINT);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldKeepThePlaceOfARotatedSetWhoseEndsOverlap(boolean compressed) throws IOException {
    // given three files that a writer went on to, each begun before the last stamps of the one
    // before, and another host
    int millisecond = 1_000_000;
    byte[] first = capture(0, 0, 100 * millisecond, 100 * millisecond + 7000);
    byte[] next = capture(1, 100 * millisecond + 5000, 200 * millisecond, 300 * millisecond);
    byte[] last = capture(2, 300 * millisecond - 9000, 400 * millisecond);
    List<CaptureInput> inputs =
        List.of(
            compressed ? file("cap0.gz", gzip(first)) : file("cap0", first),
            compressed ? file("cap1.gz", gzip(next)) : file("cap1", next),
            file("cap2", last),
            file("cap3", capture(3, 1000, 150 * millisecond, 350 * millisecond)));

    // when
    List<Seen> seen = seen(inputs);

    // then
    assertThat(seen).extracting(Seen::file).containsExactly(0, 3, 0, 1, 0, 3, 1, 2, 1, 3, 2);
    assertThat(seen)
        .filteredOn(each -> each.file != 3)
        .extracting(Seen::viewpoint)
        .containsOnly(seen.get(0).viewpoint)
        .doesNotContain(seen.get(1).viewpoint);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldKeepThePlaceOfALargeSetWhoseEndsOverlap(boolean compressed) throws IOException {
    // given files that are larger than what is looked ahead
    int[] times = new int[60_000];
    for (int i = 0; i < times.length; i++) {
      times[i] = i * 1000;
    }
    byte[] first = capture(0, times);
    byte[] next = capture(1, times[times.length - 1] - 2500, times[times.length - 1] + 9000);

    // when
    List<Seen> seen =
        seen(
            List.of(
                compressed ? file("cap0.gz", gzip(first)) : file("cap0", first),
                file("cap1", next)));

    // then
    assertThat(seen).hasSize(times.length + 2).isSortedAccordingTo(byTime());
    assertThat(seen).extracting(Seen::viewpoint).containsOnly(seen.get(times.length + 1).viewpoint);
  }

  @Test
  void shouldTellHostsApartWhoseNamesDifferInDigitsOnly() throws IOException {
    // given small captures of both ends
    List<CaptureInput> inputs =
        List.of(
            file("node1.gz", gzip(capture(1, 10, 5_000_000, 9_000_000))),
            file("node2.gz", gzip(capture(2, 15, 5_000_005, 9_000_005))));

    // then
    assertThat(seen(inputs)).extracting(Seen::viewpoint).containsExactly(1, 2, 1, 2, 1, 2);
  }

  @Test
  void shouldSeeOnePlaceInFilesThatAreFarApart() throws IOException {
    List<CaptureInput> inputs =
        List.of(file("a", capture(0, 10)), file("b", capture(1, 2 * SECOND + 11)));

    assertThat(seen(inputs)).extracting(Seen::viewpoint).containsOnly(Frame.ONLY_VIEWPOINT);
  }

  @Test
  void shouldReadLinkTypesPerFile() throws IOException {
    byte[] infiniband =
        new CaptureBytes(ByteOrder.BIG_ENDIAN)
            .pcapHeader(NANOSECONDS, 65535, LinkType.INFINIBAND)
            .record(1, 15, 20, data(1))
            .toArray();

    List<Seen> seen = seen(List.of(file("a", capture(0, 10, 20)), file("b", infiniband)));

    assertThat(seen)
        .extracting(Seen::linkType)
        .containsExactly(LinkType.ETHERNET, LinkType.INFINIBAND, LinkType.ETHERNET);
  }

  @Test
  void shouldReadTheRestWhenSomeCannotBeRead() throws IOException {
    // given
    byte[] cut = capture(1, 20, 40);
    CaptureInput missing = CaptureInput.of(folder.resolve("missing"));
    CaptureInput text = file("README", "of no interest".getBytes(StandardCharsets.US_ASCII));
    CaptureInput damaged = file("cut", Arrays.copyOf(cut, cut.length - 1));
    CaptureInput empty = file("empty", new byte[0]);

    // when
    List<Seen> seen = seen(List.of(missing, file("a", capture(0, 10, 30)), text, damaged, empty));

    // then
    assertThat(seen).extracting(Seen::nanos).containsExactly(10L, 20L, 30L);
    assertThat(told.damages).containsExactly("cut: cut short in frame 2 (needed 20 bytes, had 19)");
    assertThat(told.failures).hasSize(3);
    assertThat(told.failures.get(0)).startsWith("missing: ");
    assertThat(told.failures.get(1)).startsWith("README: not a pcap or pcapng capture");
    assertThat(told.failures.get(2)).isEqualTo("empty: empty, not a capture");
  }

  @Test
  void shouldReadStreamsBesideFiles() throws IOException {
    CaptureInput stream =
        CaptureInput.of(new ByteArrayInputStream(capture(1, 20, 40)), "standard input");

    List<Seen> seen = seen(List.of(file("a", capture(0, 10, 30)), stream));

    assertThat(seen).extracting(Seen::nanos).containsExactly(10L, 20L, 30L, 40L);
  }

  @Test
  void shouldSayWhenTooManyOverlap() throws IOException {
    // given compressed captures that all overlap
    List<CaptureInput> inputs = new ArrayList<>();
    int fit = MergedSource.MOST_OPEN / MergedSource.COMPRESSED_WEIGHT;
    for (int i = 0; i <= fit; i++) {
      inputs.add(file("c" + i, gzip(capture(i, i + 1, 1000 + i))));
    }

    // when
    List<Seen> seen = seen(inputs);

    // then
    assertThat(seen).hasSize(2 * fit);
    assertThat(told.failures)
        .containsExactly(
            "c32: overlaps in time with 32 other captures, which are open; no more can be");
  }

  @Test
  void shouldReadThousandsOfFiles() throws IOException {
    List<CaptureInput> inputs = new ArrayList<>();
    for (int i = 0; i < 3000; i++) {
      inputs.add(file("cap" + i, capture(0, 10 * i, 10 * i + 5)));
    }

    assertThat(seen(inputs)).hasSize(6000).isSortedAccordingTo(byTime());
  }

  @Test
  void shouldHoldNothingOfACaptureUntilItIsDue() throws IOException {
    // given a compressed capture, which needs a large buffer to be looked at
    MergedPart part = new MergedPart(file("cap.pcap.gz", gzip(capture(1, 10))), 0);

    // when
    assertThat(part.survey(told)).isTrue();

    // then
    assertThat(part.firstNanos()).isEqualTo(SECOND + 10);
    assertThat(part.head.array()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void shouldMergeAsSortingDoes(long seed) throws IOException {
    // given captures that overlap in any way
    Random random = new Random(seed);
    List<CaptureInput> inputs = new ArrayList<>();
    List<Seen> wanted = new ArrayList<>();
    for (int file = 0; file < 1 + random.nextInt(20); file++) {
      int[] times = new int[random.nextInt(8)];
      int time = random.nextInt(100);
      for (int i = 0; i < times.length; i++) {
        time += random.nextInt(20);
        times[i] = time;
        wanted.add(new Seen(time, file, LinkType.ETHERNET, 0));
      }
      byte[] bytes = capture(file, times);
      inputs.add(file("f" + file, random.nextInt(4) == 0 ? gzip(bytes) : bytes));
    }
    wanted.sort(Comparator.comparing(Seen::nanos).thenComparing(Seen::file));

    // when
    List<Seen> seen = seen(inputs);

    // then
    assertThat(seen)
        .usingElementComparator(
            Comparator.comparing(Seen::nanos)
                .thenComparing(Seen::file)
                .thenComparing(Seen::linkType))
        .containsExactlyElementsOf(wanted);
    assertThat(told.failures).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(longs = {11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
  void shouldDeliverOfDamagedFilesWhatEachOfThemHolds(long seed) throws IOException {
    // given captures with random damage
    Random random = new Random(seed);
    List<CaptureInput> inputs = new ArrayList<>();
    for (int file = 0; file < 12; file++) {
      byte[] bytes = capture(file, 10, 20, 30, 40, 50, 60);
      byte[] stored = random.nextInt(3) == 0 ? gzip(bytes) : bytes;
      for (int i = random.nextInt(4); i > 0; i--) {
        stored[random.nextInt(stored.length)] = (byte) random.nextInt();
      }
      int length = random.nextBoolean() ? stored.length : random.nextInt(stored.length);
      inputs.add(file("f" + file, Arrays.copyOf(stored, length)));
    }
    long wanted = 0;
    for (CaptureInput input : inputs) {
      wanted += framesOf(input);
    }

    // when
    List<Seen> seen = seen(inputs);

    // then
    assertThat(seen).hasSize((int) wanted);
  }

  private static Comparator<Seen> byTime() {
    return Comparator.comparing(Seen::nanos);
  }

  private static long framesOf(CaptureInput input) throws IOException {
    Frame frame = new Frame();
    long frames = 0;
    try (FrameSource source = input.open()) {
      while (source.next(frame)) {
        frames++;
      }
    } catch (NotACaptureException e) {
      assertThat(frames).isZero();
    }
    return frames;
  }

  private List<Seen> seen(List<CaptureInput> inputs) {
    List<Seen> seen = new ArrayList<>();
    Frame frame = new Frame();
    try (MergedSource merged = MergedSource.open(inputs, told)) {
      while (merged.next(frame)) {
        seen.add(
            new Seen(
                frame.epochNanos() - SECOND,
                frame.captured() == 0 ? -1 : frame.bytes().get(frame.offset()),
                frame.linkType(),
                frame.viewpoint()));
      }
      assertThat(merged.next(frame)).as("the end stays").isFalse();
    }
    return seen;
  }

  private CaptureInput file(String name, byte[] bytes) throws IOException {
    return CaptureInput.of(Files.write(folder.resolve(name), bytes));
  }

  /** A capture with a frame at each of the given nanoseconds behind second 1. */
  private static byte[] capture(int file, int... nanos) {
    CaptureBytes bytes =
        new CaptureBytes(ByteOrder.BIG_ENDIAN).pcapHeader(NANOSECONDS, 65535, LinkType.ETHERNET);
    for (int each : nanos) {
      bytes.record(1 + each / SECOND, each % SECOND, 20, data(file));
    }
    return bytes.toArray();
  }

  private static byte[] data(int file) {
    byte[] data = new byte[20];
    data[0] = (byte) file;
    return data;
  }

  private static byte[] gzip(byte[] bytes) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(bytes);
    }
    return out.toByteArray();
  }
}
