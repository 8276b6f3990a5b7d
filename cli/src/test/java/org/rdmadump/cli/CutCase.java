package org.rdmadump.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.rdmadump.capture.CaptureFile;
import org.rdmadump.capture.CaptureInterface;
import org.rdmadump.capture.Frame;
import org.rdmadump.capture.FrameSource;

/** Runs of {@code -w}, and what is in the capture that it wrote. */
abstract class CutCase {
  static final Path CAPTURES = Path.of("..", "testdata", "captures");
  static final String ACL = CAPTURES.resolve("rocev2/rocev2-nfs3-acl.pcap").toString();
  private static final ObjectMapper JSON = new ObjectMapper();

  /** What depends on the place in a capture, and on what is before it. */
  private static final List<String> OF_THE_PLACE =
      List.of(
          "number",
          "connection",
          "commands_connection",
          "protocol_evidence",
          "first_frame",
          "last_frame",
          "send_frame",
          "frame",
          "call_number",
          "findings",
          "recognised",
          "path",
          "filename",
          "new_path");

  final ByteArrayOutputStream out = new ByteArrayOutputStream();
  final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @TempDir Path folder;
  String cut;

  record Copy(long nanos, int original, int linkType, String on, String bytes) {}

  @BeforeEach
  void nameTheCut() {
    cut = folder.resolve("cut.pcapng").toString();
  }

  int run(String... arguments) {
    return run(new byte[0], arguments);
  }

  int run(byte[] in, String... arguments) {
    out.reset();
    err.reset();
    return Main.run(
        arguments, new ByteArrayInputStream(in), out, new PrintStream(err, true, UTF_8));
  }

  static List<Copy> frames(Path file) throws IOException {
    List<Copy> frames = new ArrayList<>();
    Frame frame = new Frame();
    try (FrameSource source = CaptureFile.open(file)) {
      while (source.next(frame)) {
        int end = frame.end() + frame.checkCaptured();
        byte[] bytes = Arrays.copyOfRange(frame.array(), frame.offset(), end);
        CaptureInterface on = source.origin();
        frames.add(
            new Copy(
                frame.epochNanos(),
                frame.original() + frame.checkLength(),
                frame.linkType(),
                on.name() + "/" + on.description() + "/" + on.snapLength(),
                Arrays.toString(bytes)));
      }
      assertThat(source.damage()).isEmpty();
    }
    return frames;
  }

  List<ObjectNode> records(String... arguments) throws IOException {
    assertThat(run(arguments)).isZero();
    List<ObjectNode> records = new ArrayList<>();
    for (String line : out.toString(UTF_8).lines().toList()) {
      ObjectNode record = (ObjectNode) JSON.readTree(line);
      strip(record);
      records.add(record);
    }
    return records;
  }

  private static void strip(JsonNode node) {
    if (node instanceof ObjectNode object) {
      object.remove(OF_THE_PLACE);
      for (JsonNode each : object) {
        strip(each);
      }
    } else if (node instanceof ArrayNode array) {
      for (JsonNode each : array) {
        strip(each);
      }
    }
  }
}
