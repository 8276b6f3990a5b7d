package org.rdmadump.cli.faults;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.rdmadump.cli.Main;

/** The frames in which {@code check} finds something by one rule. */
final class RuleFrames {
  private RuleFrames() {}

  /** {@return their numbers, in the order of the findings} */
  static List<Long> of(Path file, String rule) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Main.run(
        new String[] {"check", "--json", "--rules", rule, file.toString()},
        InputStream.nullInputStream(),
        out,
        new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8));
    List<Long> frames = new ArrayList<>();
    for (String line : out.toString(StandardCharsets.UTF_8).lines().toList()) {
      JsonNode finding = new ObjectMapper().readTree(line);
      assertThat(finding.path("rule").asText()).isEqualTo(rule);
      frames.add(finding.path("frame").asLong());
    }
    return frames;
  }
}
