package org.rdmadump.analysis.ends;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The two views that documents show are made from a real capture, and can be made again. */
class StoredEndsTest {
  private static final Path FOLDER = Path.of("..", "testdata", "ends");

  @Test
  void shouldBeMadeFromARealCapture() throws IOException {
    List<byte[]> views =
        new TwoViews(CapturedPackets.of("rocev2/rocev2-nfs3-acl.pcap"), 1)
            .clock(3_200_000_000L, 2e-5)
            .delay(18_000, 15_000)
            .withoutInA(102)
            .withoutInB(141)
            .withoutInB(142)
            .written();

    if (Boolean.getBoolean("rdmadump.update")) {
      Files.createDirectories(FOLDER);
      Files.write(FOLDER.resolve("client.pcap"), views.get(0));
      Files.write(FOLDER.resolve("server.pcap"), views.get(1));
    }
    assertThat(Files.readAllBytes(FOLDER.resolve("client.pcap"))).isEqualTo(views.get(0));
    assertThat(Files.readAllBytes(FOLDER.resolve("server.pcap"))).isEqualTo(views.get(1));
  }
}
