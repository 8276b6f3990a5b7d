package org.rdmadump.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rdmadump.RdmaCapture;

/** What a parameter cannot be is said once, by name. */
class CaptureExtensionTest {
  @TempDir Path folder;

  private static String reason(Path file) {
    IOException why = catchThrowableOfType(IOException.class, () -> RdmaCapture.open(file));
    return CaptureExtension.reason(why, List.of(file));
  }

  @Test
  void shouldNameWhatIsNoCaptureOnce() throws IOException {
    Path text = Files.writeString(folder.resolve("text"), "no capture at all");

    assertThat(reason(folder)).isEqualTo(folder + ": is a directory");
    assertThat(reason(text)).startsWith(text + ": not a pcap or pcapng capture");
  }

  @Test
  void shouldNameAllFilesWhereTheReasonNamesNone() {
    List<Path> files = List.of(Path.of("a.pcap"), Path.of("b.pcap"));

    assertThat(CaptureExtension.reason(new AccessDeniedException("a.pcap"), files))
        .isEqualTo("a.pcap, b.pcap: permission denied");
  }
}
