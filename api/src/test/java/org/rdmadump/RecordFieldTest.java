package org.rdmadump;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/** Fields by the names that filters have for them. */
class RecordFieldTest {
  private static final Path FILE =
      Path.of("..", "testdata", "captures", "rocev2", "rocev2-nfs41-any-nano.pcap");

  private static RpcMessage message(String expression) throws IOException {
    try (RdmaCapture capture = RdmaCapture.open(FILE)) {
      return capture.match(expression).orElseThrow();
    }
  }

  private static RpcExchange exchange(String expression) throws IOException {
    try (RdmaCapture capture = RdmaCapture.open(FILE)) {
      return capture.matchAllExchanges(expression).findFirst().orElseThrow();
    }
  }

  @Test
  void shouldReadANumber() throws IOException {
    RpcMessage write = message("nfs.argop == WRITE && nfs.data.length == 100000");

    assertThat(RecordField.ofMessages("nfs.offset").number(write)).hasValue(0);
    assertThat(RecordField.ofMessages("nfs.offset").text(write)).contains("0");
    assertThat(RecordField.ofMessages("rpcrdma.segments.length").number(write)).hasValue(100_000);
  }

  @Test
  void shouldReadAFieldInOneCall() throws IOException {
    RpcMessage write = message("nfs.argop == WRITE && nfs.data.length == 100000");
    RpcExchange read = exchange("nfs.op == READ");

    assertThat(RdmaCapture.field(write, "nfs.offset")).contains("0");
    assertThat(RdmaCapture.field(write, "nfs.status")).isEmpty();
    assertThat(RdmaCapture.field(read, "reply.nfs.status")).contains("NFS4_OK");
    assertThatThrownBy(() -> RdmaCapture.field(write, "nfs.ofset"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("nfs.offset");
  }

  @Test
  void shouldReadWhatHasAName() throws IOException {
    RpcExchange read = exchange("nfs.op == READ");

    assertThat(RecordField.ofExchanges("reply.nfs.status").text(read)).contains("NFS4_OK");
    assertThat(RecordField.ofExchanges("reply.nfs.status").number(read)).hasValue(0);
    assertThat(RecordField.ofExchanges("nfs.main_operation").number(read)).hasValue(25);
  }

  @Test
  void shouldSayThatAValueIsThereWhoseBytesAreNot() throws IOException {
    Path cut = Path.of("..", "testdata", "captures", "rocev2", "rocev2-nfs41-snap128.pcap");
    try (RdmaCapture capture = RdmaCapture.open(cut)) {
      String name = "rpc.credential.machinename";
      RpcMessage call = capture.match(name).orElseThrow();

      assertThat(RecordField.ofMessages(name).text(call)).contains("true");
      assertThat(RecordField.ofMessages(name + ".length").number(call)).hasValue(11);
      assertThat(RecordField.ofMessages(name + ".missing.length").number(call)).hasValue(5);
    }
  }

  @Test
  void shouldReadEveryValueInOrder() throws IOException {
    RpcMessage write = message("nfs.argop == WRITE");
    RecordField<RpcMessage> operations = RecordField.ofMessages("nfs.operations.op");

    assertThat(operations.texts(write)).containsExactly("SEQUENCE", "PUTFH", "WRITE", "GETATTR");
    assertThat(operations.text(write)).contains("SEQUENCE");
    assertThat(operations.number(write)).hasValue(53);
  }

  @Test
  void shouldShowValuesAsColumnsDo() throws IOException {
    RpcMessage write = message("nfs.argop == WRITE && rpcrdma.segments");

    assertThat(RecordField.ofMessages("rpcrdma.xid").text(write))
        .contains(write.header().xidText());
    assertThat(RecordField.ofMessages("addr").texts(write))
        .containsExactly("192.168.77.2", "192.168.77.1");
    assertThat(RecordField.ofMessages("rpcrdma.segments").texts(write))
        .isNotEmpty()
        .contains("true");
    assertThat(RecordField.ofMessages("time").text(write).orElseThrow()).endsWith("Z");
    assertThat(RecordField.ofMessages("nfs.fh").text(write).orElseThrow())
        .matches("(0x)?[0-9a-f]+");
  }

  @Test
  void shouldSayWhatIsAbsent() throws IOException {
    RpcMessage write = message("nfs.argop == WRITE");
    RecordField<RpcMessage> latency = RecordField.ofMessages("rpc.latency_ns");

    assertThat(latency.text(write)).isEmpty();
    assertThat(latency.number(write)).isEmpty();
    assertThat(latency.texts(write)).isEmpty();
    assertThat(RecordField.ofMessages("src").number(write)).as("an address").isEmpty();
  }

  @Test
  void shouldHaveTheNameOfJson() {
    assertThat(RecordField.ofMessages("rpc.latency").name()).isEqualTo("rpc.latency_ns");
    assertThat(RecordField.ofExchanges("XID").name()).isEqualTo("xid");
  }

  @Test
  void shouldShowByANameOfWiresharkWhatWiresharkShows() throws IOException {
    RpcMessage reply = message("rpc.type == reply && nfs.op == WRITE");
    long nanos = RecordField.ofMessages("rpc.latency_ns").number(reply).orElseThrow();

    RecordField<RpcMessage> time = RecordField.ofMessages("rpc.time");
    assertThat(time.name()).isEqualTo("rpc.time");
    assertThat(time.number(reply)).as("nanoseconds, as all durations").hasValue(nanos);
    assertThat(time.text(reply).orElseThrow())
        .isEqualTo(BigDecimal.valueOf(nanos, 9).toPlainString());
    assertThat(RecordField.ofMessages("nfs.opcode").texts(reply))
        .containsExactly("53", "22", "38", "9");
  }

  @Test
  void shouldSuggestTheNameThatMayBeMeant() {
    assertThatThrownBy(() -> RecordField.ofMessages("nfs.ofset"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("no field nfs.ofset; did you mean nfs.offset?");
    assertThatThrownBy(() -> RecordField.ofMessages("call.nfs.offset"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("call.nfs.offset is a field of exchanges, not of messages");
  }

  /** A condition is no name. */
  @Test
  void shouldRefuseWhatIsNoName() {
    for (String each : List.of("nfs.op == READ", "", "nfs.op ||", "!xid")) {
      assertThatThrownBy(() -> RecordField.ofExchanges(each))
          .as(each)
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void shouldReadAsManyRecordsAsThereAre() throws IOException {
    RecordField<RpcExchange> latency = RecordField.ofExchanges("rpc.latency_ns");
    try (RdmaCapture capture = RdmaCapture.open(FILE)) {
      assertThat(capture.exchanges())
          .hasSize(160)
          .allSatisfy(
              each ->
                  assertThat(latency.number(each))
                      .hasValue(each.latency().orElseThrow().toNanos()));
    }
  }
}
