package org.rdmadump.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The columns that {@code -T csv} has where nobody chose any. */
class NvmeColumnsTest {
  private static final Path CAPTURES = Path.of("..", "testdata", "captures");
  private static final String NVME = CAPTURES.resolve("verbs/rxe-nvme.pcap").toString();
  private static final String RPING = CAPTURES.resolve("verbs/rxe-rping.pcap").toString();
  private static final String NFS = CAPTURES.resolve("rocev2/rocev2-nfs3-acl.pcap").toString();

  private List<String> lines(String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Main.run(
        arguments,
        InputStream.nullInputStream(),
        out,
        new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8));
    return out.toString(StandardCharsets.UTF_8).lines().toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"dump", "--exchanges"})
  void shouldBeThoseOfNvmeIfACommandComesFirst(String option) {
    List<String> lines = lines(option, "-T", "csv", NVME);

    assertThat(lines).hasSize(1 + 73);
    assertThat(lines.get(0))
        .startsWith("number,time,connection,src,dst,nvme.queue,nvme.cmd.cid,nvme.set,")
        .doesNotContain("rpc");
    assertThat(lines.get(1))
        .contains(",0,0x0000,fabrics,Connect,")
        .endsWith(",Connect Invalid Parameters,true");
    assertThat(lines).anyMatch(line -> line.contains(",io,Write,1,64,16,8192,"));
  }

  @Test
  void shouldStayThoseOfMessagesWithoutCommands() {
    String usual = "number,time,connection,src,dst,rpcrdma.xid,rpc.type,rpc.program_name,";

    assertThat(lines("-T", "csv", NFS).get(0)).startsWith(usual).doesNotContain("nvme");
    assertThat(lines("-T", "csv", RPING)).hasSize(1).first().asString().startsWith(usual);
  }

  @Test
  void shouldHaveARowForEachRecordOfACaptureWithBoth() {
    // given NVMe commands, and NFS calls of which the first came earlier
    List<String> lines = lines("-T", "csv", NVME, NFS);

    assertThat(lines).hasSize(1 + 73 + lines(NFS).size());
    assertThat(lines.get(0)).contains("rpc.type");
    int columns = lines.get(0).split(",", -1).length;
    assertThat(lines).allSatisfy(line -> assertThat(cells(line)).isEqualTo(columns));
  }

  @Test
  void shouldHaveARowForEachMessageBehindACommand(@TempDir Path folder) throws IOException {
    // given the same, but that the calls came years later
    Path later = folder.resolve("later.pcap");
    byte[] nfs = Files.readAllBytes(Path.of(NFS));
    ByteBuffer bytes = ByteBuffer.wrap(nfs).order(ByteOrder.LITTLE_ENDIAN);
    for (int at = 24; at < nfs.length; at += 16 + bytes.getInt(at + 8)) {
      bytes.putInt(at, bytes.getInt(at) + 100_000_000);
    }
    Files.write(later, nfs);

    List<String> lines = lines("-T", "csv", later.toString(), NVME);

    assertThat(lines).hasSize(1 + 73 + lines(NFS).size());
    assertThat(lines.get(0)).contains("nvme.queue").doesNotContain("rpc.type");
    int columns = lines.get(0).split(",", -1).length;
    assertThat(lines).allSatisfy(line -> assertThat(cells(line)).isEqualTo(columns));
  }

  private static int cells(String line) {
    return line.replaceAll("\"[^\"]*\"", "").split(",", -1).length;
  }

  @Test
  void shouldBeWhatWasAskedForWhateverComesFirst() {
    assertThat(lines("-T", "csv", "-e", "rpc.type", NVME)).first().isEqualTo("rpc.type");
  }
}
