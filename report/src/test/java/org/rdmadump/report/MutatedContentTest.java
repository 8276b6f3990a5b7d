package org.rdmadump.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.analysis.RpcSample;
import org.rdmadump.analysis.Sample;
import org.rdmadump.analysis.export.ShippedCaptures;
import org.rdmadump.bytes.Absence;
import org.rdmadump.bytes.Rope;
import org.rdmadump.report.json.DataForm;
import org.rdmadump.report.json.JsonRecordWriter;
import org.rdmadump.report.text.DisplayZone;
import org.rdmadump.report.text.TextOptions;
import org.rdmadump.report.text.TextRecordWriter;
import org.rdmadump.report.text.TimeFormat;
import org.rdmadump.rpcrdma.RpcMessage;

/**
 * Real RPC messages with bytes changed, added, taken out and made absent at random, by a seed:
 * printed as JSON and as text of every detail without an exception, each record a line of JSON that
 * is well-formed, in lines that steer no terminal.
 */
class MutatedContentTest {
  /** Of each capture. */
  private static final int MUTATIONS = Integer.getInteger("rdmadump.mutations", 5_000);

  /** Half a minute, and 2 ms for each. */
  private static final Duration PATIENCE = Duration.ofSeconds(30 + MUTATIONS / 500);

  private static final Path CAPTURES = Path.of("..", "testdata", "captures", "rocev2");
  private static final ObjectMapper JSON = new ObjectMapper();

  /** What is longer is bulk data, whose bytes mean nothing. */
  private static final int MOST_BYTES = 4096;

  private static final int MOST_DETAIL = 2;

  /** A record of 4 KiB that says everything about each word of it. */
  private static final int MOST_OUTPUT = 1 << 20;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  /** A call and its reply, as bytes. */
  private record Pair(Rope call, Optional<Rope> reply) {}

  @ParameterizedTest
  @ValueSource(
      strings = {"rocev2-nfs3-acl.pcap", "rocev2-nfs41-acl.pcap", "rocev2-mixed-versions.pcap"})
  void shouldPrintWhateverIsInAMessage(String name) throws IOException {
    List<Pair> pairs = pairs(CAPTURES.resolve(name));
    assertThat(pairs).isNotEmpty();
    int[] number = new int[1];

    assertTimeoutPreemptively(
        PATIENCE,
        () -> {
          for (; number[0] < MUTATIONS; number[0]++) {
            SplittableRandom random = new SplittableRandom(name.hashCode() + (long) number[0]);
            try {
              print(pairs.get(random.nextInt(pairs.size())), random);
            } catch (RuntimeException | AssertionError e) {
              throw new AssertionError("mutation " + number[0] + " of " + name, e);
            }
          }
        },
        () -> "not done: mutation " + number[0] + " of " + name);
  }

  private void print(Pair pair, SplittableRandom random) throws IOException {
    boolean both = random.nextInt(4) == 0;
    boolean isReply = pair.reply().isPresent() && random.nextBoolean();
    Optional<RpcMessage> call =
        RpcSample.call(isReply && !both ? pair.call() : mutated(pair.call(), random));
    if (call.isEmpty()) {
      return;
    }
    Optional<RpcMessage> message =
        isReply ? RpcSample.reply(call.get(), mutated(pair.reply().orElseThrow(), random)) : call;
    if (message.isPresent()) {
      json(message.get());
      text(message.get(), random.nextInt(MOST_DETAIL + 1));
    }
  }

  private void json(RpcMessage message) throws IOException {
    bytes.reset();
    JsonRecordWriter writer = new JsonRecordWriter(bytes, false, false, DataForm.HEX, true);
    writer.begin();
    writer.message(message);
    writer.end();
    assertThat(bytes.size()).isLessThan(MOST_OUTPUT);
    byte[] line = bytes.toByteArray();
    assertThat(line[line.length - 1]).isEqualTo((byte) '\n');
    for (int i = 0; i < line.length - 1; i++) {
      assertThat(line[i] >= ' ' || line[i] < 0).isTrue();
    }
    assertThat(JSON.readTree(line).get("record").asText()).isEqualTo("message");
  }

  private void text(RpcMessage message, int verbosity) throws IOException {
    bytes.reset();
    TextOptions options =
        new TextOptions(
            verbosity,
            true,
            TimeFormat.RELATIVE,
            Optional.of(DisplayZone.UTC),
            TextOptions.TEXT_SIZE,
            false,
            false);
    TextRecordWriter writer = new TextRecordWriter(bytes, options, () -> Sample.TIME);
    writer.begin();
    writer.message(message);
    writer.end();
    assertThat(bytes.size()).isLessThan(MOST_OUTPUT);
    for (byte each : bytes.toByteArray()) {
      assertThat(each >= ' ' || each == '\n' || each < 0).isTrue();
    }
  }

  private static Rope mutated(Rope whole, SplittableRandom random) {
    byte[] changed = whole.toArray(0, whole.length());
    for (int times = random.nextInt(6); times >= 0; times--) {
      int at = random.nextInt(changed.length);
      switch (random.nextInt(6)) {
        case 0 -> changed[at] ^= (byte) (1 << random.nextInt(Byte.SIZE));
        case 1 -> changed[at] = (byte) random.nextInt();
        case 2 -> word(changed, at & -Integer.BYTES, random.nextInt(100));
        case 3 -> word(changed, at & -Integer.BYTES, -1 - random.nextInt(3));
        case 4 -> {
          int word = at & -Integer.BYTES;
          byte[] more = Arrays.copyOf(changed, changed.length + Integer.BYTES);
          System.arraycopy(changed, word, more, word + Integer.BYTES, changed.length - word);
          changed = more;
        }
        default -> changed = Arrays.copyOf(changed, Math.max(Integer.BYTES, at));
      }
    }
    if (random.nextInt(4) > 0) {
      return Rope.of(changed);
    }
    int from = random.nextInt(changed.length);
    int to = from + random.nextInt(changed.length - from);
    return Rope.builder()
        .add(changed, 0, from)
        .addHole(to - (long) from, Absence.NOT_CAPTURED)
        .add(changed, to, changed.length - to)
        .build();
  }

  private static void word(byte[] in, int at, int value) {
    for (int i = 0; i < Integer.BYTES && at + i < in.length; i++) {
      in[at + i] = (byte) (value >> (Integer.SIZE - Byte.SIZE * (i + 1)));
    }
  }

  private static List<Pair> pairs(Path capture) throws IOException {
    List<Pair> pairs = new ArrayList<>();
    for (RpcMessage each : ShippedCaptures.messages(capture)) {
      if (!isShort(each)) {
        continue;
      }
      if (each.rpc().get().call()) {
        pairs.add(new Pair(each.stream(), Optional.empty()));
      } else if (each.call().isPresent() && isShort(each.call().get())) {
        pairs.add(new Pair(each.call().get().stream(), Optional.of(each.stream())));
      }
    }
    return pairs;
  }

  private static boolean isShort(RpcMessage message) {
    return message.rpc().isPresent()
        && message.rpc().get().complete()
        && message.stream().isComplete()
        && message.stream().length() > 0
        && message.stream().length() <= MOST_BYTES;
  }
}
