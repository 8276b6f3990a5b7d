package org.rdmadump.cli.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

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

    assertThat(RuleFrames.of(file, fault.rule())).contains(fault.frame());
    assertThat(RuleFrames.of(original, fault.rule())).doesNotContain(fault.frame());
  }
}
