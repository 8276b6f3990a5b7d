package org.rdmadump.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmadump.live.hca.FakeVerbs;
import org.rdmadump.testing.Needs;

/**
 * {@code hca-selftest} from end to end over stand-ins for librdmacm and an adapter, good ones and
 * broken ones.
 */
@Timeout(value = 120, unit = SECONDS)
@Tag("alone")
class HcaSelftestTest {
  /** Clients that a server sees in a whole run. */
  private static final int CLIENTS = 5;

  private static final String CLOCK = "clock 1000000 64 0 0 0";
  private static final String BURST = "burst 64";

  @TempDir Path folder;
  @TempDir Path adapter;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private AdapterMachine machine;
  private Path report;

  @BeforeEach
  void aMachineWithAnAdapter() throws Exception {
    machine = AdapterMachine.in(folder, adapter);
    report = folder.resolve("report.txt");
  }

  @AfterEach
  void forget() {
    AdapterMachine.forget();
  }

  private int test(String... more) {
    List<String> words = new ArrayList<>(List.of("hca-selftest", "fake0"));
    words.addAll(List.of(more));
    words.addAll(List.of("--sysfs", machine.sysfs().toString(), "-o", report.toString()));
    words.addAll(List.of("--duration", "0.1", "--timeout", "10"));
    return AdapterMachine.run(out, err, words);
  }

  private int testWithServer(String... more) throws Exception {
    AdapterMachine.Server server = machine.serve(CLIENTS);
    try {
      List<String> words = new ArrayList<>(List.of("127.0.0.1"));
      words.addAll(List.of(more));
      return test(words.toArray(new String[0]));
    } finally {
      server.close();
    }
  }

  /** What came of each step. */
  private List<String> steps() {
    return out.toString(UTF_8)
        .lines()
        .filter(line -> line.matches("  [a-z]+ +[a-z]+ .* s"))
        .map(line -> line.trim().replaceAll("^([a-z]+) +([a-z]+) .*", "$2 $1"))
        .toList();
  }

  /** What is said below a step, in one line. */
  private String below(String step) {
    return String.join(
        " ",
        out.toString(UTF_8)
            .lines()
            .dropWhile(line -> !line.matches("  [a-z]+ +" + step + " .*"))
            .skip(1)
            .takeWhile(line -> line.startsWith("           "))
            .map(String::trim)
            .toList());
  }

  private String report() throws IOException {
    return Files.readString(report);
  }

  @Test
  void everyStepPassesWithAnAdapterThatDoesAllThatIsAskedOfIt() throws Exception {
    Needs.command("setpriv", "util-linux");
    machine.file("class/infiniband/rxe0/parent", "ens2");
    machine.file("class/infiniband/rxe0/ports/1/link_layer", "Ethernet");
    Path unbind = machine.sysfs().resolve("bus/pci/drivers/mlx5_core/unbind");
    FakeVerbs sniffed =
        machine.adapter(
            CLOCK, "fresh", BURST, machine.counting(), "soft rxe0", "vanish-file " + unbind);

    int status = testWithServer("--allow-changes");

    assertThat(steps())
        .as(out.toString(UTF_8) + err)
        .containsExactly(
            "open passed",
            "packets passed",
            "bounds passed",
            "times passed",
            "drops passed",
            "rate passed",
            "long passed",
            "teardown passed",
            "capability passed",
            "refusal passed",
            "reset passed");
    assertThat(out.toString(UTF_8))
        .startsWith("Self-test of fake0/1 with 127.0.0.1\n")
        .endsWith("\n11 passed, 0 failed, 0 skipped\n");
    assertThat(out.toString(UTF_8).lines()).allMatch(line -> line.length() <= 80);
    assertThat(err.toString(UTF_8))
        .isEqualTo("rdmadump: report: " + report + "; please send it, see docs/live-capture.md\n");
    assertThat(status).isEqualTo(ExitStatus.DONE);
    assertThat(Files.readString(unbind)).isEqualTo("0000:03:00.0");
    assertThat(Files.readString(unbind.resolveSibling("bind"))).isEqualTo("0000:03:00.0");
    assertThat(report())
        .containsPattern("firmware +16\\.35\\.2000\n")
        .containsPattern("cases proven +29 of 29\n")
        .containsPattern("clock +of the adapter\n")
        .containsPattern("hw_counters/out_of_buffer +1000 +[1-9][0-9]+\n")
        .contains("no name of a host")
        .doesNotContain(InetAddress.getLocalHost().getHostName() + " ");
    sniffed.shouldBeLeftClean();
    machine.connections().shouldBeLeftClean();
  }

  @Test
  void theLastLineOfTheReportIsAllOfItAsJson() throws Exception {
    FakeVerbs unused = machine.adapter();

    assertThat(test()).isEqualTo(ExitStatus.DONE);

    List<String> lines = report().lines().toList();
    assertThat(lines.get(lines.size() - 2)).isEqualTo("JSON");
    assertThat(lines.get(lines.size() - 1))
        .startsWith("{\"record\":\"hca_selftest\",")
        .contains("\"port\":\"fake0/1\"")
        .contains("{\"name\":\"firmware\",\"value\":\"16.35.2000\"}")
        .contains("{\"step\":\"open\",\"outcome\":\"passed\",\"duration_ms\":")
        .contains("\"counters_after\":{\"hw_counters/out_of_buffer\":1000}")
        .endsWith("}");
  }

  @Test
  void stepsThatNeedTrafficAreSkippedWithoutAHost() throws Exception {
    FakeVerbs sniffed = machine.adapter();

    int status = test();

    assertThat(steps())
        .containsExactly(
            "open passed",
            "packets skipped",
            "bounds skipped",
            "times skipped",
            "drops skipped",
            "rate skipped",
            "long skipped",
            "teardown passed",
            "capability skipped",
            "refusal skipped",
            "reset skipped");
    assertThat(below("packets"))
        .isEqualTo(
            "it needs traffic run rdmadump exercise server on another machine, and name it: HOST");
    assertThat(below("reset"))
        .isEqualTo("a reset takes the adapter away from all of its users --allow-changes does it");
    assertThat(status).isEqualTo(ExitStatus.DONE);
    sniffed.shouldBeLeftClean();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "fail create_flow 1 95| it does not support sniffing; its net device is ens2"
            + "| ConnectX-4 and later (mlx5) support it; if this is one, send the report",
        "fail open_device 1 1| its file in /dev/infiniband may not be opened by this user"
            + "| run the self-test as root",
        "fail create_qp 1 1| that takes root or the capability CAP_NET_RAW"
            + "| run the self-test as root",
        "device| libibverbs does not know it| install rdma-core with the adapter's provider"
      })
  void anAdapterThatCannotBeSniffedEndsTheRun(String setting, String why, String advice)
      throws Exception {
    FakeVerbs unused = machine.adapter(setting);

    int status = test();

    assertThat(steps()).first().isEqualTo("open failed");
    assertThat(steps()).contains("teardown skipped").hasSize(11);
    assertThat(below("open")).contains(why).endsWith(advice);
    assertThat(below("teardown")).isEqualTo("the adapter cannot be sniffed, see the step open");
    assertThat(status).isEqualTo(ExitStatus.UNREADABLE);
    assertThat(report()).contains(" failed   open ");
  }

  @Test
  void memoryThatMayNotBeLockedIsSaidAndFewerSlotsAreTaken() throws Exception {
    FakeVerbs unused = machine.adapter("fail reg_mr 1 12");

    assertThat(test()).isEqualTo(ExitStatus.DONE);

    assertThat(below("open"))
        .isEqualTo("memory for more slots is short, or may not be locked (ulimit -l)");
    assertThat(report()).containsPattern("slots +4096 of 1600 bytes\n");
  }

  @Test
  void memoryThatMayNotBeLockedAtAllEndsTheRun() throws Exception {
    FakeVerbs unused = machine.adapter("fail reg_mr 1 12", "fail reg_mr 2 12");

    assertThat(test()).isEqualTo(ExitStatus.UNREADABLE);

    assertThat(below("open"))
        .contains("may not be locked (ulimit -l)")
        .endsWith("run the self-test as root, or after ulimit -l unlimited");
  }

  @Test
  void anAdapterThatDeliversNothingIsFoundOut() throws Exception {
    Path empty = Files.copy(machine.wire(), adapter.resolve("nothing.pcap"));
    FakeVerbs unused = machine.adapterOn(empty, CLOCK);

    int status = testWithServer();

    assertThat(steps())
        .contains("packets failed", "bounds skipped", "times skipped", "rate failed");
    assertThat(below("packets"))
        .startsWith("no packet was captured, although the exercise was done");
    assertThat(status).isEqualTo(ExitStatus.STEP_FAILED);
  }

  @Test
  void anAdapterThatLeavesTheIcrcOutIsSaidTo() throws Exception {
    FakeVerbs unused = machine.adapter(CLOCK, "fresh", BURST, "zeros 4");

    testWithServer();

    assertThat(steps()).contains("packets passed", "bounds passed");
    assertThat(below("bounds"))
        .matches("the adapter leaves out the ICRC of [1-9][0-9]+ packets, so damage .*");
  }

  @Test
  void packetsThatBeginAtAWrongByteAreFoundOut() throws Exception {
    FakeVerbs unused = machine.adapter(CLOCK, "fresh", BURST, "shift 2");

    int status = testWithServer();

    assertThat(steps()).contains("packets failed", "bounds failed");
    assertThat(below("bounds")).startsWith("no RDMA packet could be decoded");
    assertThat(status).isEqualTo(ExitStatus.STEP_FAILED);
  }

  @Test
  void theReportOnStandardOutputIsAllThatIsThere() throws Exception {
    FakeVerbs unused = machine.adapter();
    List<String> words = List.of("hca-selftest", "fake0", "--sysfs", machine.sysfs().toString());

    AdapterMachine.run(out, err, Stream.concat(words.stream(), Stream.of("-o", "-")).toList());

    assertThat(out.toString(UTF_8)).startsWith("rdmadump ").endsWith("}\n");
    assertThat(err.toString(UTF_8)).startsWith("Self-test of fake0/1, without traffic\n");
  }

  @Test
  void anAdapterWithoutClockOrCounterIsSaidToHaveNone() throws Exception {
    machine.countNothing();
    FakeVerbs unused = machine.adapter("fresh", BURST);

    int status = testWithServer();

    assertThat(steps()).contains("packets passed", "times failed", "drops skipped", "rate skipped");
    assertThat(below("rate")).isEqualTo("the driver counts neither drops nor packets");
    assertThat(below("times")).startsWith("times are the system's");
    assertThat(below("drops"))
        .isEqualTo(
            "the driver has no counter hw_counters/out_of_buffer, so that drops are unknown");
    assertThat(status).isEqualTo(ExitStatus.STEP_FAILED);
  }

  @Test
  void dropsThatAreCountedNowhereAreFoundOut() throws Exception {
    FakeVerbs unused = machine.adapter("fresh", BURST);

    int status = testWithServer();

    assertThat(below("drops")).startsWith("nothing was dropped, although more packets came");
    assertThat(status).isEqualTo(ExitStatus.STEP_FAILED);
  }

  @Test
  void withoutAServerThereIsNoConnection() throws Exception {
    FakeVerbs unused = machine.adapter();

    int status = test("127.0.0.1");

    assertThat(steps()).contains("packets failed", "drops skipped", "teardown passed");
    assertThat(below("packets"))
        .startsWith("the traffic failed: 127.0.0.1 port 7471")
        .contains("exercise server");
    assertThat(below("drops")).isEqualTo("there is no connection, see an earlier step");
    assertThat(report()).contains("the traffic failed: HOST port 7471").doesNotContain("127.0.0.1");
    assertThat(status).isEqualTo(ExitStatus.UNREADABLE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "hca-selftest| hca-selftest needs a DEV such as mlx5_0, try hca-selftest --help",
        "hca-selftest nosuch0 --sysfs /nosuch| no RDMA device nosuch0; there are no RDMA devices;"
            + " rdmadump devices describes them",
        "hca-selftest a b c| hca-selftest takes DEV and HOST, and no c, try hca-selftest --help"
      })
  void aWrongCommandLineIsRefused(String line, String message) {
    int status = AdapterMachine.run(out, err, List.of(line.split(" ", -1)));

    assertThat(err.toString(UTF_8)).isEqualTo("rdmadump: " + message + "\n");
    assertThat(status).isEqualTo(ExitStatus.USAGE);
  }

  @Test
  void aReportIsNotOverwritten() throws Exception {
    FakeVerbs unused = machine.adapter();
    Files.writeString(report, "mine");

    assertThat(test()).isEqualTo(ExitStatus.USAGE);

    assertThat(err.toString(UTF_8)).contains("exists; --force overwrites it");
    assertThat(report()).isEqualTo("mine");
    assertThat(test("--force")).isEqualTo(ExitStatus.DONE);
  }
}
