package org.rdmadump.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmadump.exercise.ExerciseServer;
import org.rdmadump.exercise.build.Fabric;
import org.rdmadump.exercise.build.ScriptedServer;
import org.rdmadump.exercise.endpoint.EndpointException;
import org.rdmadump.exercise.endpoint.EndpointException.Reason;
import org.rdmadump.exercise.rpc.InlineSizes;

/** What {@code exercise} and {@code ping} print, and how they end. */
final class ExerciseCommandTest {
  private final Interruption interruption = new Interruption();
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  @TempDir private Path folder;

  @Test
  void anExerciseThatProvesAllPrintsItsTableAndEndsWithStatus0() throws Exception {
    Path file = folder.resolve("kept.pcapng");
    int status = exercise(Fabric.ofAllAbilities(), 0, "-w", file.toString());
    assertThat(text(out))
        .startsWith("Exercise\n  case ")
        .containsPattern("\n  SEND +client +30 +\\d+ +\\d+ +\\d+ +proven\n")
        .containsPattern("\n  RPC, Read chunk +client +26 ")
        .endsWith(
            "\n29 proven\nfabric0: "
                + packets(text(out))
                + " packets captured, 0 dropped by the buffer, unknown by the interface\n");
    assertThat(status).isEqualTo(ExitStatus.DONE);
    assertThat(file).isNotEmptyFile();
  }

  @Test
  void aDeviceThatLacksSomethingDoesNotOfferItAndThatIsNoFailure() throws Exception {
    assertThat(exercise(Fabric.ofFewAbilities(), 0)).isEqualTo(ExitStatus.DONE);
    assertThat(text(out))
        .containsPattern(
            "SEND with immediate +client +- +- +- +- +not offered  mem0 sends no immediate data")
        .contains("15 proven, 14 not offered\n");
    assertThat(text(err)).doesNotContain("the capture is kept");
  }

  @Test
  void bytesThatDifferAreSaidInTheirRowAndEndWithStatus1() throws Exception {
    Fabric fabric =
        Fabric.ofAllAbilities()
            .onTheWire(
                (bytes, number) -> {
                  if (bytes.length == 300_001) {
                    bytes[123_456] ^= 1;
                  }
                });
    assertThat(exercise(fabric, 0)).isEqualTo(ExitStatus.DIFFERS);
    assertThat(text(out))
        .containsPattern("RDMA WRITE +client .* DIFFERS +1 byte differs, the first at 123456\n");
    assertThat(text(err)).contains("rdmadump: the capture is kept: ");
    deleteKept();
  }

  @Test
  void packetsThatTheCaptureDroppedAreSaidAndEndWithStatus3() throws Exception {
    assertThat(exercise(Fabric.ofAllAbilities(), 77)).isEqualTo(ExitStatus.UNREADABLE);
    assertThat(text(out))
        .contains(" not proven  ")
        .contains(" bytes were not captured\n")
        .contains(" packets captured, 77 dropped by the buffer,")
        .doesNotContain("DIFFERS");
    deleteKept();
  }

  @Test
  void everyRowIsAnObjectInJson() throws Exception {
    assertThat(exercise(Fabric.ofAllAbilities(), 0, "--json")).isEqualTo(ExitStatus.DONE);
    assertThat(text(out).lines())
        .hasSize(30)
        .first()
        .asString()
        .startsWith(
            "{\"record\":\"exercise\",\"format\":2,\"case\":\"send\",\"by\":\"client\",\"outcome\":\"proven\"");
    assertThat(text(out)).contains("{\"record\":\"exercise_summary\",\"format\":2,\"proven\":29,");
  }

  @Test
  void withoutAServerTheTableSaysThatNothingWasDone() throws Exception {
    Settings settings = settings("exercise", "client", "10.0.0.1");
    int status =
        new Exercise(settings.exercise(), settings.environment())
            .exercise(
                ScriptedServer.refusing(Reason.REFUSED, "10.0.0.1 port 7471 refused: REJ 8"),
                "mem0",
                new FabricCapture(Fabric.ofAllAbilities(), 0, () -> {}));
    assertThat(status).isEqualTo(ExitStatus.UNREADABLE);
    assertThat(text(out)).contains("\n29 not done\n");
    assertThat(text(err))
        .contains(
            "rdmadump: 10.0.0.1 port 7471 refused: REJ 8; is `rdmadump exercise server` running"
                + " there?\n");
    deleteKept();
  }

  @Test
  void aCaptureThatIsAskedForIsKeptAndNamedWhenItDoesNotProveAll() throws Exception {
    Path file = folder.resolve("kept.pcapng");
    assertThat(exercise(Fabric.ofAllAbilities(), 77, "-w", file.toString()))
        .isEqualTo(ExitStatus.UNREADABLE);
    assertThat(text(err)).contains("rdmadump: the capture is kept: " + file + "\n");
    assertThat(file).isNotEmptyFile();
  }

  @Test
  void aJsonArrayHoldsTheRowsAndTheSummary() throws Exception {
    assertThat(exercise(Fabric.ofFewAbilities(), 0, "-T", "json")).isEqualTo(ExitStatus.DONE);
    JsonNode rows = new ObjectMapper().readTree(text(out));
    assertThat(rows).hasSize(30);
    assertThat(rows.get(0).get("outcome").asText()).isEqualTo("proven");
    JsonNode lacking = rows.get(2);
    assertThat(lacking.get("case").asText()).isEqualTo("send_gathered");
    assertThat(lacking.get("outcome").asText()).isEqualTo("not_offered");
    assertThat(lacking.get("message").asText()).isEqualTo("mem0 takes 1 segment");
    assertThat(rows.get(29).get("record").asText()).isEqualTo("exercise_summary");
    assertThat(rows.get(29).get("not_offered").asInt()).isEqualTo(14);
  }

  @Test
  void afterCtrlCTheStatusIs130AndTheCaptureIsKept() throws Exception {
    interruption.request();
    assertThat(exercise(Fabric.ofAllAbilities(), 0)).isEqualTo(ExitStatus.INTERRUPTED);
    assertThat(text(out)).contains("\n29 proven\n");
    assertThat(text(err)).contains("rdmadump: the capture is kept: ");
    deleteKept();
  }

  @Test
  void ctrlCWhileTheCaptureIsVerifiedEndsThatWithWords() throws Exception {
    // It is asked for as the last packets are taken, which is after all was done.
    assertThat(exercise(Fabric.ofAllAbilities(), 0, true)).isEqualTo(ExitStatus.INTERRUPTED);
    assertThat(text(out)).isEmpty();
    assertThat(text(err))
        .contains("rdmadump: interrupted: nothing was verified\n")
        .contains("rdmadump: the capture is kept: ");
    deleteKept();
  }

  @Test
  void aCaptureThatCannotBeWrittenIsSaidWithTheNameOfItsFile() throws Exception {
    Settings settings = settings("exercise", "client", "10.0.0.1", "-w", "/dev/full", "--force");
    assertThatThrownBy(
            () ->
                new Exercise(settings.exercise(), settings.environment())
                    .exercise(
                        ScriptedServer.refusing(Reason.REFUSED, "refused"),
                        "mem0",
                        new FabricCapture(Fabric.ofAllAbilities(), 0, () -> {})))
        .isInstanceOf(CommandFailure.class)
        .hasFieldOrPropertyWithValue("status", ExitStatus.OUTPUT)
        .hasMessage("/dev/full: No space left on device");
  }

  @Test
  void aTableThatCannotBePrintedIsAnErrorOfStandardOutput() {
    assertThatThrownBy(
            () -> {
              try (OutputStream full = new FileOutputStream("/dev/full")) {
                Settings settings = settings("exercise", "client", "10.0.0.1");
                Environment environment = environment(full);
                int unused =
                    new Exercise(settings.exercise(), environment)
                        .exercise(
                            ScriptedServer.refusing(Reason.REFUSED, "refused"),
                            "mem0",
                            new FabricCapture(Fabric.ofAllAbilities(), 0, () -> {}));
              }
            })
        .isInstanceOf(IOException.class)
        .hasMessageContaining("No space left");
  }

  @ParameterizedTest
  @CsvSource({
    "exercise, exercise needs server or client HOST",
    "exercise clint host, exercise needs server or client HOST",
    "exercise client, exercise client needs one HOST",
    "exercise client a b, exercise client needs one HOST",
    "exercise server host, exercise server takes no host",
    "exercise server -w file, -w is for exercise client",
    "exercise client a --count 0, -c",
    "exercise client a -w -, -w needs a file",
    "exercise client a --pattern noise, --pattern noise",
    "exercise client a -i eth0 -i eth1, captures one device",
    "ping, ping needs a HOST",
    "ping a b, ping calls one host",
    "ping a --program nfsd, --program nfsd",
    "ping a --count 0, -c 0",
    "ping a --timeout -1, --timeout -1"
  })
  void aMistakeInTheCommandLineIsSaidAndEndsWithStatus2(String line, String words) {
    int status =
        Main.run(
            line.split(" "),
            InputStream.nullInputStream(),
            out,
            new PrintStream(err, true, StandardCharsets.UTF_8));
    assertThat(status).isEqualTo(ExitStatus.USAGE);
    assertThat(text(err)).contains(words);
    assertThat(text(out)).isEmpty();
  }

  @Test
  void afterCtrlCAPingPrintsItsSummaryAndEndsWithStatus130() throws Exception {
    AtomicInteger calls = new AtomicInteger();
    ScriptedServer server =
        new ScriptedServer(
            new byte[0],
            message -> {
              // While the second call is under way, which is not waited for then.
              if (calls.getAndIncrement() == 1) {
                interruption.request();
              }
              return List.of(reply(message, 0));
            });
    assertThat(ping(server, "--interval", "0.001")).isEqualTo(ExitStatus.INTERRUPTED);
    assertThat(text(out)).contains("\n--- 10.0.0.1 ---\n").contains("1 calls, 1 answered, ");
  }

  @Test
  void aPingPrintsALinePerCallAndThenStatistics() throws Exception {
    assertThat(ping(answering(0), "-c", "2", "--interval", "0.001")).isEqualTo(ExitStatus.DONE);
    assertThat(text(out))
        .matches(
            """
            PING 10\\.0\\.0\\.1 port 20049 over mem0 \\(InfiniBand or RoCE\\): NULL of NFS version 4
            call 1: \\d+\\.\\d{3} ms, 32 credits
            call 2: \\d+\\.\\d{3} ms, 32 credits

            --- 10\\.0\\.0\\.1 ---
            2 calls, 2 answered, 0 refused, 0 lost \\(0 %\\)
            time      min .* ms
            credits   32 granted
            inline    2048 bytes to the server, 2048 bytes to the client
            server    sends up to 2048 bytes, takes up to 2048, supports remote invalidation
            client    sends up to 4096 bytes, takes up to 4096, no remote invalidation
            """);
  }

  @Test
  void aPingThatIsRefusedSaysWhyAndEndsWithStatus1() throws Exception {
    assertThat(ping(answering(1), "-c", "1", "--program", "200000"))
        .isEqualTo(ExitStatus.UNANSWERED);
    assertThat(text(out))
        .contains("NULL of program 200000 version 1\n")
        .contains(" ms, PROG_UNAVAIL: the server has no program 200000\n")
        .contains("1 calls, 0 answered, 1 refused, 0 lost (0 %)\n");
  }

  @Test
  void aPingInJsonHasAnObjectPerCallAndOneOfTheRun() throws Exception {
    assertThat(ping(answering(0), "-c", "1", "--json")).isEqualTo(ExitStatus.DONE);
    List<String> lines = text(out).lines().toList();
    assertThat(lines).hasSize(2);
    assertThat(lines.get(0))
        .matches(
            "\\{\"record\":\"ping\",\"format\":2,\"number\":1,\"xid\":\"0x[0-9a-f]{8}\",\"status\":\"SUCCESS\","
                + "\"latency_ns\":\\d+,\"credits\":32}");
    assertThat(lines.get(1))
        .startsWith(
            "{\"record\":\"ping_summary\",\"format\":2,\"calls\":1,\"answered\":1,\"refused\":0,\"lost\":0,");
  }

  @Test
  void withoutAConnectionAPingSaysWhyAndPrintsNothing() throws Exception {
    ScriptedServer nobody =
        ScriptedServer.refusing(
            Reason.NO_DEVICE,
            "no RDMA device leads to 10.0.0.1; `rdmadump devices` lists RDMA devices");
    assertThat(ping(nobody)).isEqualTo(ExitStatus.UNREADABLE);
    assertThat(text(out)).isEmpty();
    assertThat(text(err))
        .isEqualTo(
            "rdmadump: no RDMA device leads to 10.0.0.1; `rdmadump devices` lists RDMA devices\n");
  }

  @Test
  void withoutAConnectionJsonIsAnEmptyArray() throws Exception {
    ScriptedServer nobody = ScriptedServer.refusing(Reason.REFUSED, "10.0.0.1 refused");
    assertThat(ping(nobody, "-T", "json")).isEqualTo(ExitStatus.UNREADABLE);
    assertThat(text(out)).isEqualTo("[\n]\n");
  }

  @Test
  void aConnectionThatEndsIsSaidBehindTheSummary() throws Exception {
    ScriptedServer server =
        new ScriptedServer(
            new byte[0],
            message -> {
              throw new EndpointException(Reason.DISCONNECTED, "the connection to 10.0.0.1 ended");
            });
    assertThat(ping(server)).isEqualTo(ExitStatus.UNANSWERED);
    assertThat(text(out)).contains("1 calls, 0 answered, 0 refused, 1 lost (100 %)\n");
    assertThat(text(err)).isEqualTo("rdmadump: the connection to 10.0.0.1 ended\n");
  }

  /** What a command line asks for, with where it prints. */
  private record Settings(Arguments arguments, Environment environment) {
    ExerciseSettings exercise() throws CommandFailure {
      return ExerciseSettings.of(arguments);
    }

    Ping ping() throws CommandFailure {
      return Ping.of(arguments);
    }
  }

  private Settings settings(String... words) throws CommandFailure {
    return new Settings(Arguments.read(words), environment(out));
  }

  private Environment environment(OutputStream to) {
    return new Environment(
        InputStream.nullInputStream(),
        to,
        new Messages(new PrintStream(err, true, StandardCharsets.UTF_8)),
        Terminal.NONE,
        interruption);
  }

  private int exercise(Fabric fabric, long dropped, String... options) throws Exception {
    return exercise(fabric, dropped, /* interrupted= */ false, options);
  }

  private int exercise(Fabric fabric, long dropped, boolean interrupted, String... options)
      throws Exception {
    Thread server =
        new Thread(
            () -> {
              try {
                long unused =
                    new ExerciseServer(Duration.ofSeconds(20), 1, (peer, what, failure) -> {})
                        .run(fabric);
              } catch (EndpointException e) {
                throw new AssertionError(e);
              }
            },
            "server");
    server.start();
    Settings settings = settings(words(List.of("exercise", "client", "10.0.0.1"), options));
    int status =
        new Exercise(settings.exercise(), settings.environment())
            .exercise(
                fabric,
                "mem0",
                new FabricCapture(fabric, dropped, interrupted ? interruption::request : () -> {}));
    server.join();
    return status;
  }

  private int ping(ScriptedServer server, String... options) throws Exception {
    Settings settings = settings(words(List.of("ping", "10.0.0.1"), options));
    return settings.ping().run(server, settings.environment());
  }

  private static String[] words(List<String> first, String... more) {
    List<String> all = new ArrayList<>(first);
    all.addAll(List.of(more));
    return all.toArray(new String[0]);
  }

  private static ScriptedServer answering(int status) {
    return new ScriptedServer(
        InlineSizes.privateData(2048, /* invalidation= */ true),
        message -> List.of(reply(message, status)));
  }

  private static byte[] reply(byte[] call, int status) {
    int xid = ByteBuffer.wrap(call).getInt(0);
    int[] words = {xid, 1, 32, 0, 0, 0, 0, xid, 1, 0, 0, 0, status};
    ByteBuffer bytes = ByteBuffer.allocate(words.length * Integer.BYTES);
    for (int word : words) {
      bytes.putInt(word);
    }
    return bytes.array();
  }

  private static String packets(String table) {
    String line = table.substring(table.lastIndexOf("fabric0: ") + "fabric0: ".length());
    return line.substring(0, line.indexOf(' '));
  }

  private void deleteKept() throws Exception {
    String said = text(err);
    Path kept = Path.of(said.substring(said.indexOf("is kept: ") + "is kept: ".length()).strip());
    Files.delete(kept);
    Files.delete(kept.getParent());
  }

  private static String text(ByteArrayOutputStream stream) {
    return stream.toString(StandardCharsets.UTF_8);
  }
}
