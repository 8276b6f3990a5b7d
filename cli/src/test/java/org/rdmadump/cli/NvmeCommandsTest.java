package org.rdmadump.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What users get of commands of NVMe over RDMA. */
class NvmeCommandsTest {
  private static final Path CAPTURES = Path.of("..", "testdata", "captures");
  private static final String NVME = CAPTURES.resolve("verbs/rxe-nvme.pcap").toString();
  private static final String NFS = CAPTURES.resolve("rocev2/rocev2-nfs3-acl.pcap").toString();

  private final ByteArrayOutputStream errors = new ByteArrayOutputStream();

  private List<String> lines(String... arguments) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Main.run(
        arguments,
        InputStream.nullInputStream(),
        out,
        new PrintStream(errors, true, StandardCharsets.UTF_8));
    return new ArrayList<>(out.toString(StandardCharsets.UTF_8).lines().toList());
  }

  @Test
  void shouldPrintALineForEachCommand() throws IOException {
    // given 72 commands that the host's kernel traced, and one request for events
    assertThat(lines(NVME)).hasSize(73).allSatisfy(line -> assertThat(line).contains("NVMe q"));
    assertThat(lines("--exchanges", NVME)).hasSize(73);
    assertThat(errors.toString(StandardCharsets.UTF_8)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "nvme, 73",
    "nvme.cmd.opc == 2 and nvme.set == io, 34",
    "nvme.status == \"Connect Invalid Parameters\", 1",
    "nvme.cmd.slba == 255 || rpc.type == call, 2",
    "nvme.fabrics.cmd.fctype == 1, 3",
    "not nvme, 0",
    "rpc, 0",
    "transfers.kind == read, 5",
    "nvme.data.length > 4096, 8"
  })
  void shouldFilterThem(String expression, int count) throws IOException {
    assertThat(lines("-Y", expression, NVME)).hasSize(count);
  }

  @Test
  void shouldKnowTheirFieldsWhereThereAreNone() throws IOException {
    int messages = lines(NFS).size();

    assertThat(lines("-Y", "nvme", NFS)).isEmpty();
    assertThat(lines("-Y", "not nvme", NFS)).hasSize(messages);
    assertThat(lines("-T", "fields", "-e", "number", "-e", "nvme.cmd.opc", NFS))
        .hasSize(messages)
        .startsWith("1\t");
    assertThat(errors.toString(StandardCharsets.UTF_8)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"nvme.cmd.opc == Read", "nvme.cmd.nothing", "nvme.data.length == Read"})
  void shouldRefuseAWrongExpressionBeforeTheRun(String expression) throws IOException {
    // given a capture whose NVMe commands would need the filter, if it had some
    assertThat(lines("-Y", expression, NFS)).isEmpty();
    assertThat(errors.toString(StandardCharsets.UTF_8)).contains("nvme.").contains("^");
  }

  @Test
  void shouldPrintMessagesAndCommandsOfOneRun() throws IOException {
    List<String> both = lines("-T", "csv", "-e", "rpc.type", "-e", "nvme.operation", NVME, NFS);

    assertThat(both).hasSize(1 + 73 + lines(NFS).size()).contains("call,", ",Flush");
  }

  @Test
  void shouldCountThemByName() throws IOException {
    assertThat(lines("stats", NVME)).anyMatch(line -> line.matches(" +io +Read +34 +0 +0 .*"));
    assertThat(lines("stats", "-T", "csv", "-Y", "nvme.set == fabrics", NVME))
        .filteredOn(line -> line.startsWith("nvme_operation,"))
        .hasSize(3)
        .anyMatch(line -> line.startsWith("nvme_operation,fabrics,Connect,3,1,0,3072,"));
  }

  @Test
  void shouldSayWhatTheConnectionsCarryInPlaceOfNfs() throws IOException {
    // given Sends of commands whose port was not seen: only what they carry is not decoded
    lines(CAPTURES.resolve("verbs/rxe-rping.pcap").toString());

    assertThat(errors.toString(StandardCharsets.UTF_8)).contains("is NFS mounted");
  }
}
