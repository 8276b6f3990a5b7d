package org.rdmadump.analysis.extract.nfs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.analysis.Sample;
import org.rdmadump.analysis.extract.Extracted;
import org.rdmadump.analysis.extract.ExtractedFile;
import org.rdmadump.analysis.extract.Gap;
import org.rdmadump.analysis.extract.ViewReport;
import org.rdmadump.analysis.frame.CutFrames;
import org.rdmadump.bytes.Rope;
import org.rdmadump.capture.ForwardingSource;
import org.rdmadump.capture.Frame;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.rpcrdma.MissingRange;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/** Captures that miss bytes or frames, or whose messages are damaged. */
class DamagedExtractTest {
  private static final int READ = 6;
  private static final int WRITE = 7;

  /** The call that writes 3000 bytes, and where byte 2048 of them is in it. */
  private static final long LENGTH_OF_CUT_OFF = 3116;

  private static final long END_OF_CUT_OFF = 116 + 2048;

  @TempDir Path parent;
  private Path folder;
  private Path capture;

  /** By the hash of a file's handle. */
  private final Map<String, byte[]> written = new HashMap<>();

  private final Map<String, byte[]> read = new HashMap<>();

  @BeforeEach
  void extractTheWhole() throws IOException {
    folder = parent.resolve("part");
    capture = CaptureFiles.shipped("rocev2-nfs3-basic").capture();
    Path whole = parent.resolve("whole");
    for (ExtractedFile file : ExtractedCapture.of(capture, whole).files().files()) {
      String handle = file.handleSha256().orElseThrow();
      written.put(handle, Files.readAllBytes(whole.resolve(file.path())));
      read.put(handle, Files.readAllBytes(whole.resolve(file.readPath().orElse(file.path()))));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 600, 1000})
  void shouldHaveGapsExactlyWhereFramesAreCut(int snapLength) throws IOException {
    long[] missing = new long[2];
    Extracted cut =
        ExtractedCapture.of(
                capture,
                folder,
                frames -> new CutFrames(frames, snapLength),
                exchange -> {
                  missing[0] += missing(exchange.call(), WRITE);
                  missing[1] += missing(exchange.reply(), READ);
                  return exchange;
                })
            .files();

    assertThat(missing).doesNotContain(0);
    assertThat(cut.files()).hasSameSizeAs(written.keySet());
    long writtenGaps = 0;
    long readGaps = 0;
    for (ExtractedFile file : cut.files()) {
      writtenGaps += gaps(file.written(), Gap.Reason.TRUNCATED);
      readGaps += gaps(file.read(), Gap.Reason.TRUNCATED);
      knownBytesAreRight(file);
    }
    assertThat(writtenGaps).isEqualTo(missing[0]);
    assertThat(readGaps).isEqualTo(missing[1]);
  }

  @ParameterizedTest
  @ValueSource(ints = {11, 37, 101})
  void shouldInventNothingWhereFramesAreMissing(int every) throws IOException {
    Extracted part =
        ExtractedCapture.of(
                capture, folder, frames -> new Without(frames, every), exchange -> exchange)
            .files();

    assertThat(part.files()).isNotEmpty();
    for (ExtractedFile file : part.files()) {
      knownBytesAreRight(file);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void shouldWriteNothingOutsideWhateverMessagesSay(long seed) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    Path inner = folder.resolve("inner");
    Extracted done =
        ExtractedCapture.of(capture, inner, frames -> frames, exchange -> garble(exchange, random))
            .files();

    try (var outside = Files.list(folder)) {
      assertThat(outside).containsExactly(inner);
    }
    for (ExtractedFile file : done.files()) {
      assertThat(inner.resolve(file.path()).normalize()).startsWith(inner);
      assertThat(Files.size(inner.resolve(file.path()))).isEqualTo(file.main().length());
    }
  }

  @Test
  void shouldTakeACallThatIsSentAgainOnce() throws IOException {
    Path late = CaptureFiles.shipped("rocev2-nfs3-dropped-late").capture();
    Extracted done = ExtractedCapture.of(late, folder).files();

    assertThat(done.files()).isNotEmpty();
    assertThat(done.files()).allSatisfy(file -> assertThat(file.unansweredWrites()).isZero());
  }

  private void knownBytesAreRight(ExtractedFile file) throws IOException {
    String handle = file.handleSha256().orElseThrow();
    assertThat(file.written().bytes() + gaps(file.written())).isEqualTo(file.written().length());
    assertThat(file.read().bytes() + gaps(file.read())).isEqualTo(file.read().length());
    assertThat(written).containsKey(handle);
    if (file.wasWritten()) {
      matches(file.path(), file.written(), whole(written, handle));
    }
    if (file.readPath().isPresent() || !file.wasWritten()) {
      matches(file.readPath().orElse(file.path()), file.read(), whole(read, handle));
    }
  }

  private static byte[] whole(Map<String, byte[]> files, String handle) {
    byte[] bytes = files.get(handle);
    if (bytes == null) {
      throw new AssertionError("no file with handle " + handle);
    }
    return bytes;
  }

  private void matches(String path, ViewReport view, byte[] whole) throws IOException {
    byte[] expected = Arrays.copyOf(whole, (int) view.length());
    for (Gap gap : view.gaps()) {
      Arrays.fill(expected, (int) gap.offset(), (int) gap.end(), (byte) 0);
    }
    assertThat(view.length()).isLessThanOrEqualTo(whole.length);
    assertThat(Files.readAllBytes(folder.resolve(path))).isEqualTo(expected);
  }

  private static long gaps(ViewReport view, Gap.Reason... reasons) {
    long sum = 0;
    for (Gap gap : view.gaps()) {
      if (reasons.length > 0) {
        assertThat(gap.reason()).isIn((Object[]) reasons);
      }
      sum += gap.length();
    }
    return sum;
  }

  private static long missing(Optional<RpcMessage> message, int procedure) {
    if (message.isEmpty() || message.get().rpc().orElseThrow().procedure().orElse(0) != procedure) {
      return 0;
    }
    // The file of 3000 bytes is cut to 2048 later, and what was behind them is of no interest.
    boolean isCutOff = message.get().stream().length() == LENGTH_OF_CUT_OFF;
    long end = isCutOff ? END_OF_CUT_OFF : Long.MAX_VALUE;
    long sum = 0;
    for (MissingRange range : message.get().rpc().orElseThrow().missing()) {
      sum += Math.max(0, Math.min(end, range.offset() + range.length()) - range.offset());
    }
    return sum;
  }

  private static RpcExchange garble(RpcExchange exchange, SplittableRandom random) {
    return Sample.exchange(
        exchange.call().map(call -> Sample.call().stream(garble(call, random))),
        exchange.reply().map(reply -> Sample.reply().stream(garble(reply, random))));
  }

  /** Some words of a message are others, mostly those at its start. */
  private static Rope garble(RpcMessage message, SplittableRandom random) {
    byte[] bytes = message.stream().toArray(0, message.stream().length());
    for (int i = random.nextInt(4); i > 0 && bytes.length > 48; i--) {
      int at = 40 + random.nextInt(Math.min(bytes.length - 44, 200));
      int[] values = {0, 1, 4, -1, Integer.MAX_VALUE, random.nextInt(), random.nextInt(256)};
      int value = values[random.nextInt(values.length)];
      for (int b = 0; b < 4; b++) {
        bytes[at + b] = (byte) (value >> (24 - 8 * b));
      }
    }
    return Rope.of(bytes);
  }

  /** All frames but every n-th. */
  private static final class Without extends ForwardingSource {
    private final int every;

    Without(FrameSource whole, int every) {
      super(whole);
      this.every = every;
    }

    @Override
    public boolean next(Frame frame) throws IOException {
      boolean more = super.next(frame);
      while (more && frame.number() % every == 0) {
        more = super.next(frame);
      }
      return more;
    }
  }
}
