package org.rdmadump.browser;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.rdmadump.cli.Main;

/** The command, and the captures to run it on. */
final class Rdmadump {
  /** Status 1 is that of {@code check} with errors. */
  private static final int FOUND = 1;

  /** Status 3 is that of a capture which is cut short. */
  private static final int CUT = 3;

  private static final Path CAPTURES = Path.of("..", "testdata", "captures");
  private static final ObjectMapper JSON = new ObjectMapper();

  private Rdmadump() {}

  /** {@return all captures that are shipped} */
  static List<Path> captures() throws IOException {
    try (Stream<Path> files = Files.walk(CAPTURES)) {
      return files.filter(each -> each.toString().matches(".*\\.pcap(ng)?")).sorted().toList();
    }
  }

  /** {@return a capture over RoCE v2} */
  static Path capture(String name) {
    return CAPTURES.resolve("rocev2").resolve(name + ".pcap");
  }

  /** {@return what the command prints} */
  static String print(String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int status =
        Main.run(arguments, InputStream.nullInputStream(), out, new PrintStream(err, false, UTF_8));
    assertThat(status).as(err.toString(UTF_8)).isIn(0, FOUND, CUT);
    return out.toString(UTF_8);
  }

  /** {@return the records that the command prints, one a line} */
  static List<JsonNode> records(String... arguments) {
    return print(arguments).lines().map(Rdmadump::parsed).toList();
  }

  /** {@return the records of one kind} */
  static List<JsonNode> records(String kind, List<String> arguments) {
    return records(arguments.toArray(String[]::new)).stream()
        .filter(each -> each.path("record").asText().equals(kind))
        .toList();
  }

  static JsonNode parsed(String json) {
    try {
      return JSON.readTree(json);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** {@return the report of a capture, written into a folder} */
  static Path report(Path capture, Path folder, String... options) {
    Path page = folder.resolve("report-" + options.length + ".html");
    List<String> arguments = new ArrayList<>();
    Collections.addAll(arguments, "report", capture.toString(), "--force", "-o", page.toString());
    Collections.addAll(arguments, options);
    print(arguments.toArray(String[]::new));
    return page;
  }
}
