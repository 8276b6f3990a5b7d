package org.rdmadump.testkit;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rdmadump.RdmaCapture;
import org.rdmadump.analysis.extract.ExtractedFile;

/** Bytes of one file at a time are in memory, and of none that is too large for it. */
class CapturedFilesTest {
  private static final String IWARP = "iwarp/iwarp-nfs41-p2p.pcap";

  /** Of the WRITE of one byte: its offset, FILE_SYNC4, the length. */
  private static final byte[] AT_0 = HexFormat.of().parseHex("00000000000000000000000200000001");

  private static final byte[] AT_3_GIB =
      HexFormat.of().parseHex("00000000c00000000000000200000001");

  @TempDir Path folder;

  @Test
  void shouldReadTheBytesOfTheFileThatIsAskedForOnly() throws IOException {
    try (RdmaCapture capture = Captures.open(IWARP)) {
      CapturedFiles one = CapturedFiles.of(capture, all -> CapturedFile.named("big", all));

      Assertions.assertThat(one.files()).hasSize(7);
      Assertions.assertThat(one.wanted()).hasSize(1);
      Assertions.assertThat(one.only().orElseThrow().content().orElseThrow().length())
          .isEqualTo(100_000);
    }
  }

  @Test
  void shouldKnowAFileByThePathThatItsMessagesHave() throws IOException {
    for (String name : List.of("rocev2/rocev2-nfs3-basic.pcap", "rocev2/rocev2-nfs41-vlan.pcap")) {
      try (RdmaCapture capture = Captures.open(name)) {
        String path =
            capture
                .match("nfs.op == WRITE && nfs.path matches \"/big$\"")
                .orElseThrow()
                .content()
                .names()
                .path()
                .orElseThrow()
                .text();

        Assertions.assertThat(path).startsWith("/");
        RdmaAssertions.assertThat(capture).file(path).isWhole();
        Assertions.assertThat(Exchanges.of(capture).onFile(path).operation("WRITE").count())
            .isPositive();
      }
    }
  }

  @Test
  void shouldReadNoBytesForWhatIsSaidOfAllFiles() throws IOException {
    try (RdmaCapture capture = Captures.open(IWARP)) {
      Assertions.assertThat(CapturedFiles.of(capture).only()).isEmpty();
      Assertions.assertThat(CapturedFiles.of(capture, all -> all).only()).isEmpty();
    }
  }

  @Test
  void shouldHoldNothingOfAFileFrom2GibOn() throws IOException {
    Path far = Captures.changed(IWARP, AT_0, AT_3_GIB, 1, folder);
    try (RdmaCapture capture = Captures.open(far)) {
      CapturedFile file =
          CapturedFiles.of(capture, all -> CapturedFile.named("small-1", all)).only().orElseThrow();

      Assertions.assertThat(file.about().main().length()).isEqualTo((3L << 30) + 1);
      Assertions.assertThat(file.content()).isEmpty();
      // These are asked without reading any file.
      RdmaAssertions.assertThat(capture).hasSteadyWriteVerifier().hasLargestIo(100_000, 100_000);
      assertThatThrownBy(() -> RdmaAssertions.assertThat(capture).file("small-1").isWhole())
          .hasMessageContaining("expected a file without gaps but there is [");
    }
  }

  @Test
  void shouldSayThatAFileIsTooLargeToCompareItsBytes() throws IOException {
    try (RdmaCapture capture = Captures.open(IWARP)) {
      List<ExtractedFile> files = CapturedFiles.of(capture).files();
      FileAssert large = new FileAssert(new CapturedFile(files.get(0), Optional.empty()));

      assertThatThrownBy(() -> large.hasContent(offset -> (byte) 0))
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("expected a file below 2 GiB, to compare its bytes but there is ");
    }
  }
}
