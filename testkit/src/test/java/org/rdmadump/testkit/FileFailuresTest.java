package org.rdmadump.testkit;

import static org.rdmadump.testkit.RdmaAssertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.rdmadump.RdmaCapture;

/** What is asserted of a file fails where it does not hold. */
class FileFailuresTest extends FailureTable {
  private static final String IWARP = "iwarp/iwarp-nfs41-p2p.pcap";

  /** The first bytes of basic/small-137. */
  private static final byte[] DATA = HexFormat.of().parseHex("e2688e4f6ab8a0f85d6f8678bd9f766a");

  @TempDir Path folder;

  FileFailuresTest() {
    super("FileAssert");
  }

  @Override
  List<Failure> failures() throws IOException {
    Path other = Files.write(folder.resolve("other"), new byte[] {1});
    Path unstable =
        Captures.changed(
            IWARP,
            HexFormat.of().parseHex("000000010000000209da4117"),
            HexFormat.of().parseHex("000000010000000009da4117"),
            1,
            folder);
    Path written = Captures.changed(IWARP, DATA, new byte[DATA.length], 1, folder);
    try (RdmaCapture capture = Captures.open(IWARP);
        RdmaCapture unkept = RdmaCapture.open(Captures.path(IWARP));
        RdmaCapture delegation = Captures.open("iwarp/iwarp-nfs41-delegation.pcap");
        RdmaCapture uncommitted = Captures.open(unstable);
        RdmaCapture altered = Captures.open(written)) {
      FileAssert big = assertThat(capture).file("big");
      return List.of(
          Failure.of("hasSize", "expected 1 bytes but there is 100000", () -> big.hasSize(1)),
          Failure.of(
              "isWhole",
              "expected a file without gaps but there is [100000 bytes at 0 (evicted)]: open the"
                  + " capture with keepBytes(true), or with more maxMemory",
              () -> assertThat(unkept).file("big").isWhole()),
          Failure.of(
              "hasContent", "expected 0x00 at offset ", () -> big.hasContent(offset -> (byte) 0)),
          Failure.of(
              "hasContent",
              "expected 1 bytes but there is 100000",
              () -> big.hasContent(new byte[] {1})),
          Failure.of(
              "hasContent", "expected 1 bytes but there is 100000", () -> big.hasContent(other)),
          Failure.of(
              "hasContent",
              "expected 2 bytes but there is 100000",
              () -> big.hasContent(2, offset -> (byte) 0)),
          Failure.of(
              "hasSize",
              "file basic/big, basic/hard, as written: 100000 bytes, 100000 of them known",
              () -> big.hasSize(1)),
          Failure.of("hasSha256", "expected SHA-256 00 but there is ", () -> big.hasSha256("00")),
          Failure.of(
              "isCommitted",
              "expected every WRITE on stable storage but there is one that is not",
              () -> assertThat(uncommitted).file("small-1").isCommitted()),
          Failure.of(
              "isReadAsWritten",
              "expected a file that was written but there is none but READs",
              () -> assertThat(delegation).file("deleg-0").isReadAsWritten()),
          Failure.of(
              "isReadAsWritten",
              "expected a file that was read but there is none but WRITEs",
              () -> assertThat(delegation).file("after").isReadAsWritten()),
          Failure.of(
              "isReadAsWritten",
              "expected what was read as it was written but there is something else",
              () -> assertThat(altered).file("small-137").isReadAsWritten()));
    }
  }
}
