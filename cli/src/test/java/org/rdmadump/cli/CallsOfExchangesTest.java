package org.rdmadump.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The call of an exchange has every value that the call has as a message. */
class CallsOfExchangesTest {
  private static final String ROCE = "../testdata/captures/rocev2/";

  private static final List<String> PROTOCOLS =
      List.of("nfs", "mount", "nlm", "nsm", "nfs_acl", "portmap");

  private final ObjectMapper json = new ObjectMapper();

  static List<Path> captures() throws IOException {
    return GoldenTest.captures();
  }

  @ParameterizedTest
  @MethodSource("captures")
  void shouldHaveEveryValueOfTheCallInItsExchange(Path capture) throws IOException {
    Map<Long, String> calls = new TreeMap<>();
    for (String line : run("--json", "--digest", capture.toString())) {
      JsonNode message = json.readTree(line);
      if (message.path("rpc").path("type").asText().equals("call")) {
        calls.put(message.path("number").asLong(), content(message));
      }
    }
    Map<Long, String> ofExchanges = new TreeMap<>();
    for (String line : run("--json", "--digest", "--exchanges", capture.toString())) {
      JsonNode call = json.readTree(line).path("call");
      if (call.path("rpc").path("type").asText().equals("call")) {
        ofExchanges.put(call.path("number").asLong(), content(call));
      }
    }

    calls.keySet().retainAll(ofExchanges.keySet());
    assertThat(ofExchanges).isEqualTo(calls);
  }

  @ParameterizedTest
  @CsvSource({
    "rocev2-nfs41-acl.pcap, nfs.op == WRITE && nfs.op == GETATTR",
    "rocev2-nfs42-xattr.pcap, nfs.op == WRITE && nfs.op == GETATTR",
    "rocev2-mixed-versions.pcap, nfs.op == WRITE && nfs.op == GETATTR",
  })
  void shouldChooseAsManyExchangesAsCalls(String capture, String filter) throws IOException {
    String file = ROCE + capture;
    List<String> calls = run("-Y", "rpc.type == call && " + filter, file);
    assertThat(calls).isNotEmpty();

    String ofCall = filter.replace("nfs.", "call.nfs.");
    assertThat(run("--exchanges", "-Y", ofCall, file)).hasSameSizeAs(calls);
    long counted = 0;
    for (String line : run("stats", "--json", "-Y", ofCall, file)) {
      JsonNode row = json.readTree(line);
      counted += row.path("record").asText().equals("operation") ? row.path("calls").asLong() : 0;
    }
    assertThat(counted).isEqualTo(calls.size());
    assertThat(run("--expect-match", "--exchanges", "-Y", ofCall, file)).isNotEmpty();
  }

  /** Arguments; file handles aside, which exchanges know more of. */
  private static String content(JsonNode message) {
    List<String> all = new ArrayList<>();
    for (String protocol : PROTOCOLS) {
      JsonNode content = message.path(protocol);
      for (JsonNode operation : content.path("operations")) {
        ((ObjectNode) operation).remove(List.of("fh", "saved_fh"));
      }
      all.add(content.toString());
    }
    all.add(message.path("rpc").path("credential").toString());
    return String.join("\n", all);
  }

  private static List<String> run(String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int status =
        Main.run(
            arguments,
            InputStream.nullInputStream(),
            out,
            new PrintStream(err, true, StandardCharsets.UTF_8));
    assertThat(status).isEqualTo(ExitStatus.DONE);
    return out.toString(StandardCharsets.UTF_8).lines().toList();
  }
}
