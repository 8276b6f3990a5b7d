package org.rdmadump;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.nfs.Nfs4Operation;
import org.rdmadump.report.text.TextOptions;
import org.rdmadump.report.text.TextRecordWriter;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/** What programs ask most often of messages and exchanges, in one call each. */
class RecordAccessTest {
  private static final Path CAPTURES = Path.of("..", "testdata", "captures");
  private static final Path NFS41 = CAPTURES.resolve("rocev2/rocev2-nfs41-any-nano.pcap");
  private static final Path NFS3 = CAPTURES.resolve("iwarp/iwarp-nfs3-acl.pcap");

  private static RpcExchange first(Path file, String expression) throws IOException {
    try (RdmaCapture capture = RdmaCapture.open(file)) {
      return capture.matchAllExchanges(expression).findFirst().orElseThrow();
    }
  }

  private static Nfs4Operation main(Optional<RpcMessage> message, String name) {
    return message.orElseThrow().content().compound().orElseThrow().operations().stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static String line(RpcExchange exchange) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    TextRecordWriter writer = new TextRecordWriter(out, TextOptions.DEFAULT, () -> 0);
    writer.exchange(exchange);
    writer.flush();
    return out.toString(StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "rocev2/rocev2-mixed-versions.pcap",
        "rocev2/rocev2-nfs41-delegation.pcap",
        "iwarp/iwarp-nfs3-acl.pcap",
        "iwarp/iwarp-odd.pcap",
        "rocev2/rocev2-odd.pcap"
      })
  void shouldNameOperationStatusAndXidAsLinesDo(String file) throws IOException {
    try (RdmaCapture capture = RdmaCapture.open(CAPTURES.resolve(file))) {
      for (RpcExchange each : capture.exchanges().toList()) {
        String line = line(each);
        assertThat(line).contains("  " + each.xidText() + "  ");
        each.operation().ifPresent(it -> assertThat(line).contains(" " + it + " "));
        each.status().ifPresent(it -> assertThat(line).contains(" " + it));
        assertThat(each.latency().isPresent())
            .as(line)
            .isEqualTo(line.matches("(?s).*[A-Z0-9_]+( \\([^)]+\\))? in [0-9].*"));
      }
    }
  }

  @Test
  void shouldNameTheMainOperationOfACompoundAndTheProcedureElsewhere() throws IOException {
    assertThat(first(NFS41, "nfs.op == WRITE").operation()).contains("WRITE");
    assertThat(first(NFS41, "nfs.op == WRITE").status()).contains("NFS4_OK");
    assertThat(first(NFS3, "nfs.op == WRITE").operation()).contains("WRITE");
    assertThat(first(NFS3, "nfs.op == WRITE").status()).contains("NFS3_OK");
    assertThat(first(NFS3, "rpc.procedure == 0").operation()).contains("NULL");
    assertThat(first(NFS3, "rpc.procedure == 0").status()).contains("SUCCESS");
  }

  @Test
  void shouldSayWhatBecameOfACallThatRdmaRefused() throws IOException {
    RpcExchange refused = first(CAPTURES.resolve("rocev2/rocev2-odd.pcap"), "reply.rpcrdma.error");

    assertThat(refused.status().orElseThrow()).startsWith("ERR_");
  }

  @Test
  void shouldKnowNothingOfAReplyThatIsNotThere() throws IOException {
    RpcExchange read = first(NFS41, "nfs.op == READ");
    RpcExchange unanswered =
        new RpcExchange(
            read.xid(),
            read.connection(),
            read.call(),
            Optional.empty(),
            Optional.empty(),
            read.transfers(),
            read.findings());

    assertThat(unanswered.operation()).contains("READ");
    assertThat(unanswered.status()).isEmpty();
    assertThat(unanswered.latency()).isEmpty();
    assertThat(unanswered.call().orElseThrow().status()).as("of a call").isEmpty();
  }

  @Test
  void shouldPrintXidsWithAllTheirDigits() throws IOException {
    RpcExchange read = first(NFS41, "nfs.op == READ");

    assertThat(read.xidText()).isEqualTo("0xd8d8fd5e");
    assertThat(read.call().orElseThrow().header().xidText()).isEqualTo("0xd8d8fd5e");
    assertThat(read.call().orElseThrow().rpc().orElseThrow().xidText()).isEqualTo("0xd8d8fd5e");
  }

  @Test
  void shouldReadArgumentsAndResultsByName() throws IOException {
    RpcExchange write = first(NFS41, "nfs.op == WRITE && nfs.data.length == 100000");
    Nfs4Operation arguments = main(write.call(), "WRITE");
    Nfs4Operation results = main(write.reply(), "WRITE");

    assertThat(arguments.u64("offset")).hasValue(0);
    assertThat(arguments.text("stable")).isPresent();
    assertThat(arguments.u64("stateid.seqid")).isPresent();
    assertThat(arguments.u64("data")).as("an opaque").isEmpty();
    assertThat(arguments.u64("offse")).as("no such name").isEmpty();
    assertThat(results.text("status")).contains("NFS4_OK");
    assertThat(results.u64("count")).as("of what the status chose").hasValue(100_000);
    assertThat(results.u64("resok4.count")).as("by the whole path").hasValue(100_000);
  }

  @Test
  void shouldReadNames() throws IOException {
    Nfs4Operation open = main(first(NFS41, "nfs.op == OPEN && nfs.name == big").call(), "OPEN");

    assertThat(open.text("claim.file")).contains("big");
    assertThat(open.body().orElseThrow().text("claim.file")).contains("big");
    assertThat(open.body().orElseThrow().number("share_access")).isPresent();
    assertThat(open.text("claim")).as("what has parts").isEmpty();
  }
}
