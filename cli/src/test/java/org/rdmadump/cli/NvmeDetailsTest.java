package org.rdmadump.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code -vv}, {@code -x} and {@code --tree} tell of NVMe commands. */
class NvmeDetailsTest {
  private static final String NVME =
      Path.of("..", "testdata", "captures", "verbs", "rxe-nvme.pcap").toString();

  /** A write of 8 KiB that the controller reads from the host. */
  private static final String WRITE = "nvme.cmd.slba == 64 and nvme.cmd.opc == 1";

  private String run(String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Main.run(
        arguments,
        InputStream.nullInputStream(),
        out,
        new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8));
    return out.toString(StandardCharsets.UTF_8);
  }

  private JsonNode write() throws IOException {
    return new ObjectMapper().readTree(run("--json", "--digest", "-Y", WRITE, NVME)).get("nvme");
  }

  @Test
  void shouldPrintEveryFieldOfBothEntries() throws IOException {
    JsonNode write = write();
    List<String> words = run("-vv", "-Y", WRITE, NVME).lines().map(NvmeDetailsTest::plain).toList();

    for (String entry : List.of("cmd", "cqe")) {
      assertThat(write.get(entry).fieldNames())
          .toIterable()
          .isNotEmpty()
          .allSatisfy(name -> assertThat(words).anyMatch(w -> w.startsWith(entry + "." + name)));
    }
    assertThat(words)
        .contains("cmd.slba 64", "cmd.nlb 16", "cmd.opc 0x01", "cqe.status.sc 0x00")
        .contains("cmd.cid " + write.at("/cmd/cid").asText(), "status Success");
    assertThat(run("-v", "-Y", WRITE, NVME)).doesNotContain("cmd.slba");
    assertThat(run("-V", "-Y", WRITE, NVME)).isEqualTo(run("-vv", "-Y", WRITE, NVME));
  }

  private static String plain(String line) {
    return line.trim().replaceAll(" +", " ");
  }

  /** Of data that RDMA Reads moved, and of data in the capsule of the command. */
  @ParameterizedTest
  @CsvSource({"64, 8192", "0, 512"})
  void shouldPrintTheDataThatTheDigestIsOf(int block, int length)
      throws IOException, NoSuchAlgorithmException {
    String filter = "nvme.set == io and nvme.cmd.opc == 1 and nvme.cmd.slba == " + block;
    StringBuilder digits = new StringBuilder();
    run("-x", "-Y", filter, NVME)
        .lines()
        .skip(1)
        .forEach(line -> digits.append(line.substring(18, 67).replace(" ", "")));
    byte[] data = HexFormat.of().parseHex(digits);

    String expected = run("-T", "fields", "-e", "nvme.data.sha256", "--digest", "-Y", filter, NVME);

    assertThat(data).hasSize(length);
    assertThat(HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(data)))
        .isEqualTo(expected.trim());
  }

  @Test
  void shouldDrawACommandWithBothEntriesAndWhatMovedItsData() throws IOException {
    String tree = run("--tree", "-Y", WRITE, NVME);
    String text = tree.replaceAll("[\u2500-\u257f|`\\s]+", " ");

    assertThat(text)
        .contains("command #33, 192.168.77.2 -> 192.168.77.1, frame 230 ")
        .contains(" cmd.opc 0x01, ", " cmd.slba 64, cmd.nlb 16, ")
        .contains(" 8192 bytes to the controller ")
        .containsPattern("RDMA Read 0x[0-9a-f]{16}, 8192 B, PSN 8012776-8012783, frames 232-240")
        .contains("response, 192.168.77.1 -> 192.168.77.2, frame 241, Success ")
        .contains(" cqe.sqhd 11, cqe.sqid 1, cqe.cid " + write().at("/cqe/cid").asText())
        .doesNotContain("cmd.first_frame");
    assertThat(run("--tree", "-vv", "-Y", WRITE, NVME)).contains("cmd.first_frame 230");
  }

  /** The host asked for a subsystem that the controller does not have. */
  @Test
  void shouldNameTheParameterOfConnectThatWasWrong() throws IOException {
    assertThat(run("-Y", "failed", NVME))
        .contains("Connect Invalid Parameters: data offset 256 (SUBNQN) in 21.3 ms");
    assertThat(run("-v", "-Y", "failed", NVME))
        .contains("IPO 256 (0x100), IATTR 0x01: data offset 256 (SUBNQN)\n");
    assertThat(connect("failed"))
        .hasToString("{\"ipo\":256,\"iattr\":\"0x01\",\"parameter\":\"data offset 256 (SUBNQN)\"}");
  }

  @Test
  void shouldTellTheControllerThatConnectGave() throws IOException {
    String last = "nvme.queue == 1 and nvme.operation == Connect";

    assertThat(run("-v", "-Y", last, NVME)).contains(" CNTLID 1, AUTHREQ 0x0000\n");
    assertThat(connect(last)).hasToString("{\"cntlid\":1,\"authreq\":\"0x0000\"}");
  }

  private JsonNode connect(String filter) throws IOException {
    return new ObjectMapper().readTree(run("--json", "-Y", filter, NVME)).at("/nvme/cqe/connect");
  }

  @Test
  void shouldDrawAFailedCommandAndOneWithoutAResponse() {
    assertThat(run("--tree", "-Y", "failed", NVME))
        .contains("Connect Invalid Parameters", "cqe.status.sct 0x01, cqe.status.sc 0x82")
        .contains("cqe.connect.parameter data offset 256 (SUBNQN)");
    assertThat(run("--tree", "-Y", "not nvme.status", NVME))
        .contains("Asynchronous Event Request")
        .containsPattern("\n +no response\n");
  }
}
