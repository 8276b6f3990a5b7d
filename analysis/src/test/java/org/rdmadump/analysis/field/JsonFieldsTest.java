package org.rdmadump.analysis.field;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.rdmadump.analysis.field.message.MessageFields;
import org.rdmadump.analysis.field.message.NvmeFields;
import org.rdmadump.capture.CaptureFile;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.MessageListener;
import org.rdmadump.rpcrdma.NvmeExchange;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.decode.CaptureDecoder;

/** Every field of the reviewed JSON is a field of the registry, and has the same values there. */
class JsonFieldsTest {
  private static final Path CAPTURES = Path.of("..", "testdata", "captures");
  private static final Path GOLDEN = Path.of("..", "testdata", "golden");
  private static final String BETWEEN = "\u0001";

  static List<Path> captures() throws IOException {
    try (Stream<Path> files = Files.walk(CAPTURES)) {
      return files.filter(file -> file.toString().matches(".*\\.pcap(ng)?")).sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("captures")
  void shouldHaveEveryFieldOfTheReviewedJson(Path capture) throws IOException {
    Path golden = GOLDEN.resolve(capture.getFileName() + ".ndjson.gz");
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(golden)), StandardCharsets.UTF_8))) {
      Comparison comparison = new Comparison(lines);
      try (FrameSource source = CaptureFile.open(capture)) {
        CaptureDecoder decoder =
            new CaptureDecoder(source, new CaptureOptions(true, false, 64L << 20), comparison);
        boolean more = true;
        while (more) {
          more = decoder.decodeNext();
        }
        decoder.finish();
      }
      assertThat(comparison.differences).isEmpty();
      assertThat(lines.readLine()).as("a message that was not decoded").isNull();
    }
  }

  /** Compares messages as they come with the lines of the reviewed JSON. */
  private static final class Comparison implements MessageListener {
    private final BufferedReader lines;
    private final ObjectMapper json = new ObjectMapper();
    private final Of<RpcMessage> messages = new Of<>(MessageFields.registry());
    private final Of<NvmeExchange> commands = new Of<>(NvmeFields.registry());

    /** By field the first one. */
    private final Map<String, String> differences = new TreeMap<>();

    Comparison(BufferedReader lines) {
      this.lines = lines;
    }

    @Override
    public void message(RpcMessage message) {
      messages.compare(message, message.number());
    }

    @Override
    public void nvme(NvmeExchange exchange) {
      commands.compare(exchange, exchange.number());
    }

    /** Records of one kind. */
    private final class Of<R> {
      private final FieldRegistry<R> registry;
      private final Map<String, Optional<Field<R>>> fields = new HashMap<>();
      private final FieldText text = new FieldText(BETWEEN);

      Of(FieldRegistry<R> registry) {
        this.registry = registry;
      }

      void compare(R record, long number) {
        try {
          Map<String, List<String>> expected = new LinkedHashMap<>();
          leaves("", json.readTree(lines.readLine()), expected);
          expected.remove("record");
          expected.remove("format");
          expected.forEach((name, values) -> compare(record, number, name, values));
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }

      private void compare(R record, long number, String name, List<String> expected) {
        Optional<Field<R>> field = fields.computeIfAbsent(name, registry::find);
        if (field.isEmpty()) {
          differences.putIfAbsent(name, "not in the registry");
          return;
        }
        String actual = text.of(field.get(), record);
        if (!actual.equals(String.join(BETWEEN, expected)) && !hasWord(name, expected, actual)) {
          differences.putIfAbsent(
              name, "record " + number + ": " + actual + " in place of " + expected);
        }
      }
    }

    /** Whether there is more than in JSON: what lines show under the word that ends the name. */
    private static boolean hasWord(String name, List<String> expected, String actual) {
      int found = 0;
      for (String each : actual.split(BETWEEN, -1)) {
        found += found < expected.size() && expected.get(found).equals(each) ? 1 : 0;
      }
      return found == expected.size() && name.matches("\\w+\\.operations\\.\\w+");
    }

    private static void leaves(String name, JsonNode node, Map<String, List<String>> to) {
      if (node.isObject()) {
        node.properties()
            .forEach(
                each ->
                    leaves(
                        name.isEmpty() ? each.getKey() : name + "." + each.getKey(),
                        each.getValue(),
                        to));
      } else if (node.isArray()) {
        node.forEach(each -> leaves(name, each, to));
      } else if (!node.asText().isEmpty() || !name.endsWith("fh")) {
        // A file handle that is not all there is an empty string in JSON.
        to.computeIfAbsent(name, any -> new ArrayList<>()).add(node.asText());
      }
    }
  }
}
