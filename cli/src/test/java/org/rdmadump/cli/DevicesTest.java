package org.rdmadump.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The verb {@code devices}, over the files of a machine with devices of every kind. */
class DevicesTest {
  private static final String SYSFS = Path.of("..", "testdata", "sysfs").toString();

  @TempDir Path folder;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String... arguments) {
    return Main.run(
        arguments,
        InputStream.nullInputStream(),
        out,
        new PrintStream(err, true, StandardCharsets.UTF_8));
  }

  private String out() {
    return out.toString(StandardCharsets.UTF_8);
  }

  private String err() {
    return err.toString(StandardCharsets.UTF_8);
  }

  private void file(String name, String text) throws IOException {
    Path file = folder.resolve("class").resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  @Test
  void shouldListTheSameForTheLetter() {
    assertThat(run("devices", "--sysfs", SYSFS)).isEqualTo(ExitStatus.DONE);
    String listed = out();
    out.reset();

    assertThat(run("-D", "--sysfs", SYSFS)).isEqualTo(ExitStatus.DONE);
    assertThat(out()).isEqualTo(listed).contains("mlx5_2/1").startsWith("Net devices\n");
    assertThat(err()).isEmpty();
  }

  @Test
  void shouldListTheDevicesOfThisMachine() {
    assertThat(run("devices")).isEqualTo(ExitStatus.DONE);
    assertThat(out()).containsPattern("(?m)^  lo .*loopback").contains("RDMA devices\n");
  }

  @Test
  void shouldSayThatThereAreNone() throws IOException {
    Files.createDirectories(folder.resolve("class/net"));

    assertThat(run("devices", "--sysfs", folder.toString())).isEqualTo(ExitStatus.DONE);
    assertThat(out()).isEqualTo("No net devices\n\nNo RDMA devices\n");
  }

  @Test
  void shouldPrintNoRecordsOfNoDevices() throws IOException {
    Files.createDirectories(folder.resolve("class/net"));

    assertThat(run("devices", "-T", "json", "--sysfs", folder.toString()))
        .isEqualTo(ExitStatus.DONE);
    assertThat(new ObjectMapper().readTree(out())).isEmpty();
  }

  @Test
  void shouldListWhatSaysNothingOfItself() throws IOException {
    file("infiniband/odd0/node_desc", "\n");
    file("net/odd1/mtu", "1500\n");

    assertThat(run("devices", "--sysfs", folder.toString())).isEqualTo(ExitStatus.DONE);
    assertThat(out().lines().toList())
        .contains("  odd1  -     -         -  1500  -        -")
        .anyMatch(line -> line.matches("  odd0( +-){10}"));
  }

  @Test
  void shouldPrintRatesInTheUnitThatFits() throws IOException {
    file("net/a/speed", "10\n");
    file("net/b/speed", "2500\n");
    file("net/c/speed", "40000\n");
    file("net/d/speed", "1234\n");

    assertThat(run("devices", "--sysfs", folder.toString())).isEqualTo(ExitStatus.DONE);
    assertThat(out()).contains(" 10 Mb/s ", " 2.5 Gb/s ", " 40 Gb/s ", " 1234 Mb/s ");
  }

  @Test
  void shouldNotLetADeviceSteerTheTerminal() throws IOException {
    file("infiniband/mlx5_0/fw_ver", "\033[2J1.0\n");

    assertThat(run("devices", "--sysfs", folder.toString())).isEqualTo(ExitStatus.DONE);
    assertThat(out()).contains("?[2J1.0").doesNotContain("\033");
  }

  @Test
  void shouldShowTheRestOfADeviceWithAnOddFile() throws IOException {
    file("infiniband/mlx5_0/ports/1/lid", "many\n");
    file("infiniband/mlx5_0/ports/1/rate", "56 Gb/sec (4X FDR)\n");
    Path lid = folder.resolve("class/infiniband/mlx5_0/ports/1/lid");

    for (String format : new String[] {"text", "json", "ndjson"}) {
      err.reset();
      out.reset();
      assertThat(run("devices", "-T", format, "--sysfs", folder.toString()))
          .isEqualTo(ExitStatus.UNREADABLE);
      assertThat(out()).contains("56 Gb/sec (4X FDR)").doesNotContain("many");
      assertThat(err())
          .isEqualTo(
              "rdmadump: "
                  + lid
                  + ": 'many' is not a hexadecimal number of at most 7fffffff"
                  + System.lineSeparator());
    }
  }

  @Test
  void shouldMarkWhatItDoesNotUnderstandInATable() throws IOException {
    file("infiniband/mlx5_0/node_guid", "none\n");
    file("infiniband/mlx5_0/ports/1/state", "ACTIVE\n");
    file("infiniband/mlx5_0/ports/1/gids/0", "none\n");
    file("infiniband/mlx5_0/ports/1/gids/1", "fe80:0000:0000:0000:f452:1403:0017:d8a0\n");
    file("net/odd1/mtu", "much\n");
    file("net/odd1/operstate", "up\n");

    assertThat(run("devices", "--sysfs", folder.toString())).isEqualTo(ExitStatus.UNREADABLE);
    assertThat(out().lines().toList())
        .contains("  odd1  -     up        -    ?  -        -")
        .anyMatch(line -> line.matches("  mlx5_0/1 +- +- +\\? +- +- +unknown +- +\\? +- +-"))
        .anyMatch(line -> line.matches("  mlx5_0/1 +1  fe80:0000:.*"));
    assertThat(err().lines()).hasSize(4).allMatch(line -> line.contains(": '"));
  }

  @Test
  void shouldSayThatAFolderIsNotSysfs() {
    assertThat(run("devices", "--sysfs", folder.toString())).isEqualTo(ExitStatus.UNREADABLE);
    assertThat(err())
        .isEqualTo(
            "rdmadump: " + folder + ": not sysfs: it has no folder class" + System.lineSeparator());
  }

  @Test
  void shouldPrintEveryDeviceAsARecord() throws IOException {
    assertThat(run("devices", "-T", "json", "--sysfs", SYSFS)).isEqualTo(ExitStatus.DONE);

    JsonNode all = new ObjectMapper().readTree(out());
    assertThat(all.findValuesAsText("record"))
        .startsWith("net_device")
        .endsWith("rdma_device")
        .hasSize(9);
    JsonNode roce = all.get(7);
    assertThat(roce.path("name").asText()).isEqualTo("mlx5_2");
    JsonNode port = roce.path("ports").path(0);
    assertThat(port.path("capability_mask").asText()).isEqualTo("0x04010000");
    assertThat(port.path("gids").path(3).path("index").asInt()).isEqualTo(3);
    assertThat(port.path("gids").path(3).path("type").asText()).isEqualTo("RoCE v2");
    assertThat(port.path("gids").path(3).path("net_device").asText()).isEqualTo("ens2f0np0");
    assertThat(all.get(8).path("ports").path(0).has("port_guid")).isFalse();
    assertThat(all.get(8).path("ports").path(0).path("p_keys")).isEmpty();
  }

  @Test
  void shouldPrintTheSameRecordsALineEach() throws IOException {
    assertThat(run("devices", "--json", "--sysfs", SYSFS)).isEqualTo(ExitStatus.DONE);

    assertThat(out().lines())
        .hasSize(9)
        .allSatisfy(line -> assertThat(new ObjectMapper().readTree(line).isObject()).isTrue());
  }
}
