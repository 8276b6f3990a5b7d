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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.rdmadump.cli.Main;

/**
 * {@code check} finds every fault that was put into a real capture, by the right rule and in the
 * right frame, and finds nothing of the kind in the capture as it is. With {@code
 * -Drdmadump.faults.folder} the broken captures stay there, which is what {@code testdata/faults}
 * does.
 */
class SeededFaultsTest {
  private static final Path CAPTURES = Path.of("..", "testdata", "captures");

  @TempDir Path temporary;

  @ParameterizedTest
  @EnumSource
  void shouldFindTheFaultInItsFrame(SeededFault fault) throws IOException {
    String wanted = System.getProperty("rdmadump.faults.folder");
    Path folder = wanted == null ? temporary : Files.createDirectories(Path.of(wanted));
    Path file = folder.resolve(fault.name().toLowerCase(Locale.ROOT).replace('_', '-') + ".pcap");
    Path original = CAPTURES.resolve(fault.capture());
    BrokenCapture capture = BrokenCapture.of(original);
    fault.into(capture);
    capture.write(file);

    assertThat(frames(file, fault.rule())).contains(fault.frame());
    assertThat(frames(original, fault.rule())).doesNotContain(fault.frame());
  }

  /** The frames in which a rule finds something. */
  private static List<Long> frames(Path file, String rule) throws IOException {
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
